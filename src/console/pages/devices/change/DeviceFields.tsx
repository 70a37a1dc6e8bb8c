// The fields of a device's form: name, type, serial number, attributes.
import { words } from "../../../../words/language.ts"
import { AttributeFields } from "../../animals/add/AttributeFields.tsx"
import look from "../../animals/add/add.module.css"
import { TextField } from "../../../design/form/TextField.tsx"
import type { DeviceForm } from "./deviceForm.ts"

interface DeviceFieldsProps {
  readonly form: DeviceForm
  readonly mistakes: ReadonlyMap<string, string>
  readonly onChange: (change: Partial<DeviceForm>) => void
}

/** DeviceFields edits name, type, serial number and attributes. */
export const DeviceFields = ({ form, mistakes, onChange }: DeviceFieldsProps) => (
  <>
    <TextField
      label={words.deviceForms.fields.name}
      required
      maxLength={200}
      placeholder={words.deviceForms.fields.nameExample}
      value={form.name}
      onChange={({ target }) => onChange({ name: target.value })}
      mistake={mistakes.get("/name")}
    />
    <div className={look["two"]}>
      <TextField
        label={words.deviceForms.fields.type}
        list="device-types"
        maxLength={100}
        placeholder={words.deviceForms.fields.typeExample}
        value={form.type}
        onChange={({ target }) => onChange({ type: target.value })}
        mistake={mistakes.get("/device_type")}
      />
      <datalist id="device-types">
        {Object.values(words.deviceForms.types).map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <TextField
        label={words.deviceForms.fields.serial}
        maxLength={200}
        value={form.serial}
        onChange={({ target }) => onChange({ serial: target.value })}
        mistake={mistakes.get("/serial_number")}
      />
    </div>
    <AttributeFields
      lines={form.attributes}
      names={[]}
      mistake={mistakes.get("/attributes")}
      onChange={(attributes) => onChange({ attributes })}
    />
  </>
)

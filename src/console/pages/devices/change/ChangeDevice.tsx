// Changes name, type, serial number and attributes of a device.
import { type ReactNode, useState } from "react"
import { words } from "../../../../words/language.ts"
import { Parts } from "../../../design/Parts.tsx"
import dialogs from "../../../design/dialog.module.css"
import { useForm } from "../../../design/form/useForm.ts"
import type { Device } from "../../../data/device.ts"
import { changeDevice } from "../../../data/write/writeDevices.ts"
import { toast } from "../../../shell/toasts.ts"
import { DeviceFields } from "./DeviceFields.tsx"
import { changeOf, formOf } from "./deviceForm.ts"
import { FormFoot } from "../../../design/form/FormFoot.tsx"

interface ChangeDeviceProps {
  readonly of: Device
  readonly onClose: () => void
}

/** ChangeDevice is the dialog that changes a device. */
export const ChangeDevice = ({ of, onClose }: ChangeDeviceProps) => {
  // the device when the form was opened; later responses do not change the form
  const [read] = useState(of)
  const [form, setForm] = useState(() => formOf(of))
  const { busy, error, mistakes, onSubmit } = useForm(async () => {
    const change = changeOf(form, read)
    if (Object.keys(change).length > 0) {
      await changeDevice(read.id, change)
      toast(words.deviceForms.change.saved({ name: form.name.trim() }))
    }
    onClose()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="device">
        <Parts of={words.deviceForms.change.title<ReactNode>({ name: <bdi>{read.name}</bdi> })} />
      </h2>
      <DeviceFields form={form} mistakes={mistakes} onChange={(change) => setForm({ ...form, ...change })} />
      <FormFoot busy={busy} error={error} does={words.deviceForms.change.submit} onClose={onClose} />
    </form>
  )
}

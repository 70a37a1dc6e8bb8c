// Creates a device: type, external id, and since when it is in the project. Where only the project step is refused
// the device exists already, and the form retries the remaining steps.
import { useNavigate } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { words } from "../../../../words/language.ts"
import { Dialog } from "../../../design/Dialog.tsx"
import { Parts } from "../../../design/Parts.tsx"
import dialogs from "../../../design/dialog.module.css"
import { TextField } from "../../../design/form/TextField.tsx"
import { useForm } from "../../../design/form/useForm.ts"
import { makeDevice, putInProject, rereadDevices } from "../../../data/write/writeDevices.ts"
import { toast } from "../../../shell/toasts.ts"
import { useProject } from "../../../shell/useProject.ts"
import { iso } from "../../../time/iso.ts"
import { useNow } from "../../../time/useNow.ts"
import { momentOf, wallTime } from "../../../time/wallTime.ts"
import { DeviceFields } from "./DeviceFields.tsx"
import { EMPTY, newOf } from "./deviceForm.ts"
import { FormFoot } from "../../../design/form/FormFoot.tsx"
import { IdentityFields, type IdentityForm } from "./IdentityFields.tsx"

const NOWHERE: IdentityForm = { source: "", externalId: "" }

const Form = ({ onClose }: { readonly onClose: () => void }) => {
  const { project, zone } = useProject()
  const navigate = useNavigate()
  const now = useNow()
  const [form, setForm] = useState(EMPTY)
  const [identity, setIdentity] = useState(NOWHERE)
  const [since, setSince] = useState("")
  const [made, setMade] = useState<string | null>(null)
  const { busy, error, mistakes, onSubmit } = useForm(async () => {
    const { externalId, source } = identity
    const device =
      made ??
      (await makeDevice({
        ...newOf(form),
        ...(source === "" ? {} : { data_source_id: source, external_id: externalId.trim() })
      }))
    setMade(device)
    const from = since === "" ? Date.now() : (momentOf(since, zone) ?? Date.now())
    await putInProject(device, { project_id: project.id, valid_from: iso(from) })
    await rereadDevices()
    toast(words.deviceForms.add.added({ name: form.name.trim() }))
    onClose()
    await navigate({ to: "/p/$slug/operate/devices/$device", params: { slug: project.slug, device } })
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="add-device">{words.deviceForms.add.title}</h2>
      {made === null ? (
        <>
          <DeviceFields
            form={form}
            mistakes={mistakes}
            onChange={(change) => setForm({ ...form, ...change })}
          />
          <IdentityFields
            form={identity}
            error={error}
            isOptional
            onChange={(change) => setIdentity({ ...identity, ...change })}
          />
        </>
      ) : (
        <p>
          <Parts
            of={words.deviceForms.add.created<ReactNode>({
              name: <bdi className="strong">{form.name}</bdi>
            })}
          />
        </p>
      )}
      <TextField
        label={words.deviceForms.add.since}
        type="datetime-local"
        max={wallTime(now, zone)}
        value={since}
        onChange={({ target }) => setSince(target.value)}
        hint={since === "" ? words.deviceForms.sinceNow : undefined}
        mistake={mistakes.get("/valid_from")}
      />
      <FormFoot
        busy={busy}
        error={error}
        does={made === null ? words.deviceForms.add.submit : words.deviceForms.add.submitProject}
        onClose={onClose}
      />
    </form>
  )
}

interface AddDeviceProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** AddDevice is the dialog that creates a device. */
export const AddDevice = ({ onClose, open }: AddDeviceProps) => (
  <Dialog titleId="add-device" open={open} onClose={onClose}>
    <Form onClose={onClose} />
  </Dialog>
)

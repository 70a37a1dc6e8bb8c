// Adds an external id: from then on the source's reports with this id belong to the device.
import { useState } from "react"
import { words } from "../../../../words/language.ts"
import { Dialog } from "../../../design/Dialog.tsx"
import dialogs from "../../../design/dialog.module.css"
import { useForm } from "../../../design/form/useForm.ts"
import { addIdentity } from "../../../data/write/writeDevices.ts"
import { toast } from "../../../shell/toasts.ts"
import { FormFoot } from "../../../design/form/FormFoot.tsx"
import { IdentityFields, type IdentityForm } from "./IdentityFields.tsx"

interface AddNameProps {
  readonly deviceId: string
  readonly open: boolean
  readonly onClose: () => void
}

const Form = ({ deviceId, onClose }: Omit<AddNameProps, "open">) => {
  const [form, setForm] = useState<IdentityForm>({ source: "", externalId: "" })
  const { busy, error, onSubmit } = useForm(async () => {
    const number = form.externalId.trim()
    await addIdentity(deviceId, form.source, number)
    toast(words.deviceForms.identity.added({ id: number }))
    onClose()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="add-name">{words.deviceForms.identity.title}</h2>
      <IdentityFields form={form} error={error} onChange={(change) => setForm({ ...form, ...change })} />
      <p className="soft">{words.deviceForms.identity.hint}</p>
      <FormFoot busy={busy} error={error} does={words.deviceForms.identity.submit} onClose={onClose} />
    </form>
  )
}

/** AddName is the dialog that adds an external id. */
export const AddName = ({ deviceId, onClose, open }: AddNameProps) => (
  <Dialog titleId="add-name" open={open} onClose={onClose}>
    <Form deviceId={deviceId} onClose={onClose} />
  </Dialog>
)

// Says what a source calls a device; the source's reports of that number are the device's from then on.
import { useState } from "react"
import { Dialog } from "../../design/Dialog.tsx"
import dialogs from "../../look/dialog.module.css"
import { Icon } from "../../look/Icon.tsx"
import { useForm } from "../../look/useForm.ts"
import { addIdentity } from "../../queries/write/writeDevices.ts"
import { say } from "../../shell/notices.ts"
import { FormFoot } from "../../design/FormFoot.tsx"
import { IdentityFields, type IdentityForm } from "./IdentityFields.tsx"

interface AddNameProps {
  readonly deviceId: string
}

const Form = ({ deviceId, onClose }: AddNameProps & { readonly onClose: () => void }) => {
  const [form, setForm] = useState<IdentityForm>({ source: "", externalId: "" })
  const { busy, error, onSubmit } = useForm(async () => {
    const number = form.externalId.trim()
    await addIdentity(deviceId, form.source, number)
    say(`It is known as ${number}.`)
    onClose()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="add-name">What a source calls it</h2>
      <IdentityFields form={form} error={error} onChange={(change) => setForm({ ...form, ...change })} />
      <p className="soft">What came under this number and is kept becomes the device's.</p>
      <FormFoot busy={busy} error={error} does="Add" onClose={onClose} />
    </form>
  )
}

export const AddName = (given: AddNameProps) => {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button className="btn small" onClick={() => setOpen(true)}>
        <Icon name="plus" size={13} /> Number
      </button>
      <Dialog titleId="add-name" open={isOpen} onClose={close}>
        <Form {...given} onClose={close} />
      </Dialog>
    </>
  )
}

// Removes a data source after listing what goes with it and what stays. A source that devices report through can
// only be disabled.
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import dialogs from "../../design/dialog.module.css"
import { useForm } from "../../design/form/useForm.ts"
import { FormFoot } from "../../design/form/FormFoot.tsx"
import { Dialog } from "../../design/Dialog.tsx"
import { Parts } from "../../design/Parts.tsx"
import { removeSource, type Source } from "../../data/sources.ts"
import { toast } from "../../shell/toasts.ts"

interface RemoveSourceProps {
  readonly of: Source
  readonly open: boolean
  readonly onClose: () => void
}

const Form = ({ of, onClose }: Omit<RemoveSourceProps, "open">) => {
  const { busy, error, onSubmit } = useForm(async () => {
    await removeSource(of.id)
    toast(words.sources.removal.done({ name: of.name }))
    onClose()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="remove-source">
        <Parts of={words.sources.removal.title<ReactNode>({ name: <bdi>{of.name}</bdi> })} />
      </h2>
      <p>{words.sources.removal.deleted}</p>
      <p>{words.sources.removal.stays}</p>
      {of.device_count > 0 && <p>{words.sources.removal.devices({ count: of.device_count })}</p>}
      <FormFoot busy={busy} error={error} does={words.sources.removal.confirm} isDanger onClose={onClose} />
    </form>
  )
}

/** The dialog that removes a source. */
export const RemoveSource = ({ onClose, open, ...given }: RemoveSourceProps) => (
  <Dialog titleId="remove-source" open={open} onClose={onClose}>
    <Form {...given} onClose={onClose} />
  </Dialog>
)

// Removes a data source after listing what goes with it and what stays. A source that devices report through can
// only be disabled.
import dialogs from "../../design/dialog.module.css"
import { counted } from "../../design/numbers.ts"
import { useForm } from "../../design/form/useForm.ts"
import { FormFoot } from "../../design/form/FormFoot.tsx"
import { Dialog } from "../../design/Dialog.tsx"
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
    toast(`${of.name} is removed.`)
    onClose()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="remove-source">
        Remove <bdi>{of.name}</bdi>?
      </h2>
      <p>
        Its address and token stop working. Its settings and the reports of its unknown devices are deleted.
        This cannot be undone.
      </p>
      <p>What known devices sent stays: tracks, measurements, events and alerts.</p>
      {of.device_count > 0 && (
        <p>
          {counted(of.device_count, "device")} {of.device_count === 1 ? "has" : "have"} a number here: take{" "}
          {of.device_count === 1 ? "it" : "those"} away first, or close the source.
        </p>
      )}
      <FormFoot busy={busy} error={error} does="Remove for good" isDanger onClose={onClose} />
    </form>
  )
}

/** The dialog that removes a source. */
export const RemoveSource = ({ onClose, open, ...given }: RemoveSourceProps) => (
  <Dialog titleId="remove-source" open={open} onClose={onClose}>
    <Form {...given} onClose={onClose} />
  </Dialog>
)

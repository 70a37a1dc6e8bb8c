// Dialog is a modal form; the focus starts at its first control.
import type { ReactNode } from "react"
import dialogs from "./dialog.module.css"
import { useModal } from "./useModal.ts"

interface DialogProps {
  /** id of its heading */
  readonly titleId: string
  readonly open: boolean
  readonly onClose: () => void
  /** rendered while the dialog is open; its state is dropped when it closes */
  readonly children: ReactNode
}

/** Dialog renders its children in a section, so that their footer is not a landmark of the page. */
export const Dialog = ({ children, onClose, open, titleId }: DialogProps) => {
  const dialog = useModal(open, onClose)
  return (
    <dialog {...dialog} className={dialogs["wide"]} aria-labelledby={titleId}>
      {open && <section>{children}</section>}
    </dialog>
  )
}

// Dialog is a form over the page: it lies there as long as it is open, and begins with its first control.
import type { ReactNode } from "react"
import dialogs from "../look/dialog.module.css"
import { useModal } from "../look/useModal.ts"

interface DialogProps {
  /** id of its heading */
  readonly titleId: string
  readonly open: boolean
  readonly onClose: () => void
  /** rendered while it is open, and forgotten when it closes */
  readonly children: ReactNode
}

/** Dialog renders its children in a section, so that their footer is no landmark of the page. */
export const Dialog = ({ children, onClose, open, titleId }: DialogProps) => {
  const dialog = useModal(open, onClose)
  return (
    <dialog {...dialog} className={dialogs["wide"]} aria-labelledby={titleId}>
      {open && <section>{children}</section>}
    </dialog>
  )
}

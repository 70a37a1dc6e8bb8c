import { type RefObject, type SyntheticEvent, useEffect, useRef } from "react"

/** Focuses the first control; of a radio group the selected one, as Tab does. */
const focusChosen = (dialog: HTMLDialogElement) => {
  const first = document.activeElement
  if (!(first instanceof HTMLInputElement) || first.type !== "radio" || first.checked) return
  dialog.querySelector<HTMLInputElement>(`input[name="${CSS.escape(first.name)}"]:checked`)?.focus()
}

interface Modal {
  readonly ref: RefObject<HTMLDialogElement | null>
  readonly onClose: (event: SyntheticEvent<HTMLDialogElement>) => void
}

/**
 * useModal controls a native modal dialog. `onClose` is called when the user closed it or `isOpen` became
 * false, not when the page is left.
 */
export const useModal = (isOpen: boolean, onClose: () => void): Modal => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (dialog.current === null) return
    if (!isOpen) return dialog.current.close()
    dialog.current.showModal()
    focusChosen(dialog.current)
  }, [isOpen])
  // the close event is delayed: the dialog may be open again by then
  return { ref: dialog, onClose: ({ currentTarget }) => currentTarget.open || onClose() }
}

import { type RefObject, type SyntheticEvent, useEffect, useRef } from "react"

/** A dialog begins with its first control; of a choice that is the chosen one, as Tab would have it. */
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
 * For a native dialog that lies above the page as long as it is to be open. `onClose`: it was closed by
 * whoever is there, or because it was not to be open any more; not when it goes with its page.
 */
export const useModal = (isOpen: boolean, onClose: () => void): Modal => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (dialog.current === null) return
    if (!isOpen) return dialog.current.close()
    dialog.current.showModal()
    focusChosen(dialog.current)
  }, [isOpen])
  // it is told a moment later: the dialog may be open again by then
  return { ref: dialog, onClose: ({ currentTarget }) => currentTarget.open || onClose() }
}

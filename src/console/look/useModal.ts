import { type RefObject, useEffect, useRef } from "react"

/** A dialog begins with its first control; of a choice that is the chosen one, as Tab would have it. */
const focusChosen = (dialog: HTMLDialogElement) => {
  const first = document.activeElement
  if (!(first instanceof HTMLInputElement) || first.type !== "radio" || first.checked) return
  dialog.querySelector<HTMLInputElement>(`input[name="${CSS.escape(first.name)}"]:checked`)?.focus()
}

/** The ref of a native dialog that lies above the page as long as it is to be open. */
export const useModal = (isOpen: boolean): RefObject<HTMLDialogElement | null> => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (dialog.current === null) return
    if (!isOpen) return dialog.current.close()
    dialog.current.showModal()
    focusChosen(dialog.current)
  }, [isOpen])
  return dialog
}

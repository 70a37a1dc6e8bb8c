import { type RefObject, useEffect, useRef } from "react"

/** The ref of a native dialog that lies above the page as long as it is to be open. */
export const useModal = (isOpen: boolean): RefObject<HTMLDialogElement | null> => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return dialog
}

import { words } from "../../words/language.ts"
import { toast } from "./toasts.ts"

/** Puts a text on the clipboard and shows a toast. */
export const copyText = (text: string, said: string): void =>
  void navigator.clipboard.writeText(text).then(
    () => toast(said),
    () => toast(words.common.clipboard.denied, "bad")
  )

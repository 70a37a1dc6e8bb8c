// A request behind a button: busy meanwhile, and a toast if it is refused.
import { useState } from "react"
import { sentenceOf } from "../data/api/Refused.ts"
import { toast } from "./toasts.ts"

/** `of`: the object of the refusal's message, where the page shows several. */
export const useAct = (of?: string) => {
  const [busy, setBusy] = useState(false)
  const act = (work: () => Promise<void>): void => {
    setBusy(true)
    void work()
      .catch((refused: unknown) =>
        toast(of === undefined ? sentenceOf(refused) : `${of}: ${sentenceOf(refused)}`, "bad")
      )
      .finally(() => setBusy(false))
  }
  return { act, busy }
}

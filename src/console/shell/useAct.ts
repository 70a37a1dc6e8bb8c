// An act that a button asks of the server: busy meanwhile, and a refusal is said.
import { useState } from "react"
import { sentenceOf } from "../api/Refused.ts"
import { say } from "./notices.ts"

/** `of`: what a refusal is about, where the page shows several. */
export const useAct = (of?: string) => {
  const [busy, setBusy] = useState(false)
  const act = (work: () => Promise<void>): void => {
    setBusy(true)
    void work()
      .catch((refused: unknown) =>
        say(of === undefined ? sentenceOf(refused) : `${of}: ${sentenceOf(refused)}`, "bad")
      )
      .finally(() => setBusy(false))
  }
  return { act, busy }
}

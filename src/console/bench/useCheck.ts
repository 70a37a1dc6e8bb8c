// What the server says of a draft while it is written: what is wrong with it, what it means, whom it is about. Asked
// a moment after the last edit; what is asked of another draft is given up. What was answered last stays until then.
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Mistake } from "../api/Refused.ts"
import type { Sentence } from "../queries/evidence.ts"
import { checkDraft } from "../queries/ruleTests.ts"
import { useSettled } from "../shell/useSettled.ts"
import type { JsonObject } from "./document.ts"
import { RESERVED } from "./obstacle.ts"

/** Somebody who types is not asked about every letter: sooner than a test, which costs more. */
const PAUSE_MS = 150

export interface Checked {
  /** what is wrong with it, or keeps it from being on */
  readonly problems: ReadonlyArray<Mistake>
  /** the last that could be said of it; null: nothing could be yet */
  readonly sentence: Sentence | null
  /** it cannot be said as it is now */
  readonly isUnsaid: boolean
  readonly covers: number | null
  /** a test of it is not refused; false until that is known. Where nothing could be learned a test says why */
  readonly isTestable: boolean
  /** all of it is about the draft as it is now */
  readonly isOfNow: boolean
}

/** The body's member is the whole document: its pointers become the document's. */
const inDocument = (mistakes: ReadonlyArray<Mistake>): ReadonlyArray<Mistake> =>
  mistakes.map((one) => ({ ...one, pointer: one.pointer.replace(/^\/document/, "") }))

/** `isBroken`: what is typed is no JSON, and nothing is asked. */
export const useCheck = (projectId: string, document: JsonObject, isBroken: boolean): Checked => {
  const settled = useSettled(document, PAUSE_MS)
  const { data, isError, isPlaceholderData } = useQuery({
    ...checkDraft(projectId, settled),
    enabled: !isBroken,
    placeholderData: keepPreviousData
  })
  const [said, setSaid] = useState<Sentence | null>(null)
  if (data !== undefined && data.sentence !== null && data.sentence !== said) setSaid(data.sentence)
  const isOfNow = data !== undefined && !isPlaceholderData && settled === document
  const reserved = data?.warnings.filter(({ code }) => code === RESERVED) ?? []
  return {
    problems: inDocument([...(data?.problems ?? []), ...reserved]),
    sentence: said,
    isUnsaid: isBroken || data?.sentence === null,
    covers: data?.covers ?? null,
    isTestable: !isBroken && (isError || (isOfNow && data.runnable)),
    isOfNow
  }
}

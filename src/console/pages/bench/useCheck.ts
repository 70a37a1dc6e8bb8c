// Validates a draft on the server while it is edited: errors, meaning, scope. The request is sent after a pause; a
// request for an older draft is cancelled, and its last result stays until the next.
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Mistake } from "../../data/api/Refused.ts"
import type { Sentence } from "../../data/evidence.ts"
import { ruleName, ruleSentence } from "../rules/ruleSentence.ts"
import { checkDraft } from "../../data/ruleTests.ts"
import { useSettled } from "../../shell/useSettled.ts"
import type { JsonObject } from "./document.ts"
import { RESERVED } from "./obstacle.ts"

/** Debounce of the validation; shorter than that of a test, which costs more. */
const DEBOUNCE_MS = 150

/** Checked is the server's validation of a draft. */
export interface Checked {
  /** errors, and reasons why it cannot be activated */
  readonly problems: ReadonlyArray<Mistake>
  /** the last sentence that the server could form; null: none yet */
  readonly sentence: Sentence | null
  /** the current draft has no sentence */
  readonly isUnsaid: boolean
  /** the name made of this sentence; null: none yet */
  readonly name: string | null
  readonly covers: number | null
  /** a test would not be refused; false until known. Where validation failed the test reports the reason */
  readonly isTestable: boolean
  /** the result is about the current draft */
  readonly isOfNow: boolean
}

/** Strips the prefix `/document`, so that pointers refer to the document. */
const inDocument = (mistakes: ReadonlyArray<Mistake>): ReadonlyArray<Mistake> =>
  mistakes.map((one) => ({ ...one, pointer: one.pointer.replace(/^\/document/, "") }))

/** useCheck validates a draft; `isBroken`: the text is not valid JSON, and nothing is sent. */
export const useCheck = (projectId: string, document: JsonObject, isBroken: boolean): Checked => {
  const settled = useSettled(document, DEBOUNCE_MS)
  const { data, isError, isPlaceholderData } = useQuery({
    ...checkDraft(projectId, settled),
    enabled: !isBroken,
    placeholderData: keepPreviousData
  })
  const [last, keep] = useState<typeof data>()
  if (data !== undefined && data.sentence !== null && data.sentence !== last?.sentence) keep(data)
  const isOfNow = data !== undefined && !isPlaceholderData && settled === document
  const reserved = data?.warnings.filter(({ code }) => code === RESERVED) ?? []
  return {
    problems: inDocument([...(data?.problems ?? []), ...reserved]),
    sentence: ruleSentence(last),
    isUnsaid: isBroken || data?.sentence === null,
    name: last?.name == null ? null : ruleName(last.name, last.name_message),
    covers: data?.covers ?? null,
    isTestable: !isBroken && (isError || (isOfNow && data.runnable)),
    isOfNow
  }
}

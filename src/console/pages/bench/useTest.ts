// Tests a draft on the project's own past data: after a pause, cancelled by the next edit or when the page closes.
// The last result stays until the next.
import { useEffect, useState } from "react"
import type { Progress } from "../../data/api/callLines.ts"
import { Refused, sentenceOf } from "../../data/api/Refused.ts"
import { type Asked, testDocument, type TestResult } from "../../data/ruleTests.ts"
import type { JsonObject } from "./document.ts"

/** Debounce of the test; the validation before it has its own. */
const DEBOUNCE_MS = 200

/** Tested is the state of a test. */
export interface Tested {
  readonly result: TestResult | null
  /** the document that the result belongs to */
  readonly of: JsonObject | null
  readonly isRunning: boolean
  /** progress of the running test */
  readonly progress: Progress
  readonly seconds: number | null
  /** the error; null: none */
  readonly trouble: string | null
}

const NO_PROGRESS: Progress = { progress: 0, rows: 0 }

const nothing: Tested = {
  result: null,
  of: null,
  isRunning: true,
  progress: NO_PROGRESS,
  seconds: null,
  trouble: null
}

/** Returns the message of an error; null: the validation already reports it. */
const troubleOf = (error: unknown): string | null =>
  error instanceof Refused && error.status === 422 && error.problem.errors !== undefined
    ? null
    : sentenceOf(error)

/** useTest tests a document; null (invalid, or not validated yet): no request is sent. */
export const useTest = (
  projectId: string,
  document: JsonObject | null,
  { baseline, from, to }: Omit<Asked, "document">
): Tested => {
  const [tested, setTested] = useState(nothing)
  const ruleId = baseline?.rule_id,
    version = baseline?.version
  useEffect(() => {
    if (document === null) return undefined
    const left = new AbortController()
    const ask = async () => {
      const begun = performance.now()
      const other = ruleId === undefined || version === undefined ? null : { rule_id: ruleId, version }
      setTested((before) => ({ ...before, isRunning: true, progress: NO_PROGRESS }))
      try {
        const tell = (progress: Progress) => setTested((before) => ({ ...before, progress }))
        const asked = { document, from, to, baseline: other }
        const result = await testDocument(projectId, asked, tell, left.signal)
        if (left.signal.aborted) return
        const seconds = (performance.now() - begun) / 1000
        setTested({
          result,
          of: document,
          isRunning: false,
          progress: NO_PROGRESS,
          seconds,
          trouble: null
        })
      } catch (error) {
        if (!left.signal.aborted)
          setTested((before) => ({ ...before, isRunning: false, trouble: troubleOf(error) }))
      }
    }
    const timer = setTimeout(() => void ask(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [projectId, document, ruleId, version, from, to])
  return tested
}

// The test of a draft on the project's own past: begun a moment after the last edit, given up with the next one
// or when the page is left. What was answered last stays until something newer is there.
import { useEffect, useState } from "react"
import type { Progress } from "../api/callLines.ts"
import { Refused, sentenceOf } from "../api/Refused.ts"
import { type Asked, testDocument, type TestResult } from "../queries/ruleTests.ts"
import type { JsonObject } from "./document.ts"

/** Somebody who types is not asked about every letter; what is checked before waits, too. */
const PAUSE_MS = 200

export interface Tested {
  readonly result: TestResult | null
  /** the document that the result is about */
  readonly of: JsonObject | null
  readonly isRunning: boolean
  /** how far the one that runs is */
  readonly progress: Progress
  readonly seconds: number | null
  /** what went wrong; null: nothing did */
  readonly trouble: string | null
}

const BEGUN: Progress = { progress: 0, rows: 0 }

const nothing: Tested = {
  result: null,
  of: null,
  isRunning: true,
  progress: BEGUN,
  seconds: null,
  trouble: null
}

/** What is wrong with the document is told by its check. */
const troubleOf = (error: unknown): string | null =>
  error instanceof Refused && error.status === 422 && error.problem.errors !== undefined
    ? null
    : sentenceOf(error)

/** `document` null: it is no JSON yet, not checked yet, or something in it is wrong, and nothing is asked. */
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
      setTested((before) => ({ ...before, isRunning: true, progress: BEGUN }))
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
          progress: BEGUN,
          seconds,
          trouble: null
        })
      } catch (error) {
        if (!left.signal.aborted)
          setTested((before) => ({ ...before, isRunning: false, trouble: troubleOf(error) }))
      }
    }
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [projectId, document, ruleId, version, from, to])
  return tested
}

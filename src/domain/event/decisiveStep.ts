// The step of a trace that says how it ended: what a list shows of it, and what its page opens on.
import type { ProcessingTrace, traceKinds } from "./ProcessingTrace.ts"

type Step = ProcessingTrace["steps"][number]

/**
 * The steps of a kind, in order, when all of them are reached. Kinds whose steps depend on what they found
 * name none.
 */
const EXPECTED_STEPS: Partial<Record<(typeof traceKinds)[number], ReadonlyArray<string>>> = {
  ingest: ["receive", "accept", "store"],
  rule: ["match", "evaluate", "event", "alert"],
  delivery: ["event", "match", "attempt", "deliver"]
}

/** CLOSING_STEPS follow from the steps before them and say nothing of their own. */
const CLOSING_STEPS: ReadonlyArray<string> = ["alert", "commit"]

/**
 * Returns the last step that ended as the trace did (an attempt that failed decides nothing where a later one
 * did not), but for those that only close it. Null of a trace without steps.
 */
export const decisiveStep = ({ status, steps }: Pick<ProcessingTrace, "status" | "steps">): Step | null =>
  steps.findLast((step) => step.status === status && !CLOSING_STEPS.includes(step.name)) ??
  steps.at(-1) ??
  null

/** Returns the steps that were never reached, in order: what would have come after the last one there is. */
export const stepsNotReached = ({ kind, steps }: Pick<ProcessingTrace, "kind" | "steps">) => {
  const expected = EXPECTED_STEPS[kind] ?? []
  const last = Math.max(-1, ...steps.map((step) => expected.indexOf(step.name)))
  return steps.length === 0 ? [] : expected.slice(last + 1)
}

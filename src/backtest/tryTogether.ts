// Several drafts led through one stretch of the past side by side: its rows are read once for all of them, and what
// each would have made is counted.
import { Effect } from "effect"
import type { BacktestOptions } from "./BacktestOptions.ts"
import type { Counts } from "./Comparison.ts"
import type { KnownSubject, SubjectHistory } from "./ports.ts"
import type { Candidate } from "./recollect.ts"
import { runBacktest } from "./runBacktest.ts"

/** Subjects that drafts are tried on: each of them is asked at every step of a schedule, by every draft. */
export const MAX_TRIED = 500

type Past = Omit<BacktestOptions, "candidate" | "baseline" | "beside" | "draw">

export interface TriedTogether {
  /** by the ids of the drafts */
  readonly counts: ReadonlyMap<string, Counts>
  /** not everybody was asked, or not all that happened was read */
  readonly isCut: boolean
}

/** Limits of rows, events and steps are those of one test, for all of them together. */
export const tryTogether = Effect.fn("tryTogether")(function* (
  history: SubjectHistory["Service"],
  past: Past,
  [candidate, ...beside]: readonly [Candidate, ...ReadonlyArray<Candidate>],
  everybody: ReadonlyArray<KnownSubject>
) {
  const options: BacktestOptions = { ...past, candidate, baseline: null, beside, draw: false }
  const report = yield* runBacktest(history, options, everybody.slice(0, MAX_TRIED), null)
  return {
    counts: new Map([[candidate.id, report.counts], ...report.beside]),
    // of more events than an answer names all are counted
    isCut: everybody.length > MAX_TRIED || report.truncatedBy === "rows" || report.truncatedBy === "steps"
  } satisfies TriedTogether
})

// Runs several drafts over the same past side by side: its rows are read once, and the events of each are
// counted.
import { Effect } from "effect"
import type { BacktestOptions } from "./BacktestOptions.ts"
import type { Counts } from "./Comparison.ts"
import type { KnownSubject, SubjectHistory } from "./ports.ts"
import type { Candidate } from "./memoryForBacktest.ts"
import { runBacktest } from "./runBacktest.ts"

/** MAX_TRIED_SUBJECTS bounds the subjects: each is evaluated at every step of a schedule, by every draft. */
const MAX_TRIED_SUBJECTS = 500

type Past = Omit<BacktestOptions, "candidate" | "baseline" | "beside" | "draw">

/** TriedTogether are the counts of each draft. */
interface TriedTogether {
  /** by id of the draft */
  readonly counts: ReadonlyMap<string, Counts>
  /** subjects or rows were left out */
  readonly isCut: boolean
}

/** Counts the events of drafts. The limits of rows, events and steps apply to all of them together. */
export const tryTogether = Effect.fn("tryTogether")(function* (
  history: SubjectHistory["Service"],
  past: Past,
  [candidate, ...beside]: readonly [Candidate, ...ReadonlyArray<Candidate>],
  knownSubjects: ReadonlyArray<KnownSubject>
) {
  const options: BacktestOptions = { ...past, candidate, baseline: null, beside, draw: false }
  const report = yield* runBacktest(history, options, knownSubjects.slice(0, MAX_TRIED_SUBJECTS), null)
  return {
    counts: new Map([[candidate.id, report.counts], ...report.beside]),
    // events beyond those listed are counted too
    isCut:
      knownSubjects.length > MAX_TRIED_SUBJECTS ||
      report.truncatedBy === "rows" ||
      report.truncatedBy === "steps"
  } satisfies TriedTogether
})

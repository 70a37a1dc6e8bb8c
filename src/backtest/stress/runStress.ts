// Runs a rule over a stored past, and then over disturbed variants of what was read.
import { Effect } from "effect"
import type { BacktestOptions } from "../BacktestOptions.ts"
import type { KnownSubject, SubjectHistory } from "../ports.ts"
import {
  type BacktestReport,
  runWithYields,
  type OnProgress,
  type BacktestReadings,
  runBacktest
} from "../runBacktest.ts"
import { type Past, type VariantResult, tryVariant } from "./tryVariant.ts"
import type { Variant } from "./variants.ts"

/** StressReport is the result of a tolerance test. */
export interface StressReport {
  /** the unchanged past */
  readonly base: BacktestReport
  readonly tried: ReadonlyArray<VariantResult>
}

/** Runs a tolerance test. `note` is called for the reading and for each variant; each counts the same. */
export const runStress = Effect.fn("runStress")(function* (
  history: SubjectHistory["Service"],
  options: BacktestOptions,
  knownSubjects: ReadonlyArray<KnownSubject>,
  variants: ReadonlyArray<Variant>,
  seed: number,
  note: OnProgress
) {
  const read: BacktestReadings = { entrants: [], records: [], arrivals: [] }
  const parts = variants.length + 1
  const base = yield* runBacktest(
    history,
    options,
    knownSubjects,
    null,
    ({ progress, rowsRead }) => note({ progress: progress / parts, rowsRead }),
    read
  )
  const past: Past = { ...read, options, to: base.coveredTo }
  const tried: Array<VariantResult> = []
  for (const [i, variant] of variants.entries()) {
    yield* note({ progress: (i + 1) / parts, rowsRead: base.rowsRead })
    tried.push(yield* runWithYields(tryVariant(past, base.events, variant, seed)))
  }
  return { base, tried } satisfies StressReport
})

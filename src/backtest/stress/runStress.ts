// Leads a rule through a stored past once, and then through what was read as it might also have been heard.
import { Effect } from "effect"
import type { BacktestOptions } from "../BacktestOptions.ts"
import type { KnownSubject, SubjectHistory } from "../ports.ts"
import { type BacktestReport, drive, type Note, type Read, runBacktest } from "../runBacktest.ts"
import { type Past, type Tried, tryVariant } from "./stress.ts"
import type { Variant } from "./variants.ts"

export interface StressReport {
  /** the past as it was */
  readonly base: BacktestReport
  readonly tried: ReadonlyArray<Tried>
}

/** `note` is told of the reading and of each disturbance; each is worth as much. */
export const runStress = Effect.fn("runStress")(function* (
  history: SubjectHistory["Service"],
  options: BacktestOptions,
  everybody: ReadonlyArray<KnownSubject>,
  variants: ReadonlyArray<Variant>,
  seed: number,
  note: Note
) {
  const read: Read = { entrants: [], records: [], arrivals: [] }
  const parts = variants.length + 1
  const base = yield* runBacktest(
    history,
    options,
    everybody,
    null,
    ({ progress, rowsRead }) => note({ progress: progress / parts, rowsRead }),
    read
  )
  const past: Past = { ...read, options, to: base.coveredTo }
  const tried: Array<Tried> = []
  for (const [i, variant] of variants.entries()) {
    yield* note({ progress: (i + 1) / parts, rowsRead: base.rowsRead })
    tried.push(yield* drive(tryVariant(past, base.events, variant, seed)))
  }
  return { base, tried } satisfies StressReport
})

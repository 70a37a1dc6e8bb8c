// Arrivals of a backtest's subjects, completed for outages: a delayed record counts at the time it was sent, if
// the subject could not be heard then.
import { Effect } from "effect"
import type { Hearing } from "../domain/hearing/Hearing.ts"
import type { Subject } from "../domain/rule/Observation.ts"
import { type BacktestOptions, type HistorySlice, MAX_ROWS } from "./BacktestOptions.ts"
import type { Slice, SubjectHistory } from "./ports.ts"

/** LAST_SENT_RESOLUTION_MS is the resolution at which the last delayed record before the range is looked for. */
const LAST_SENT_RESOLUTION_MS = 86_400_000

/** Returns the last time before the range at which each subject sent a delayed record during an outage. */
export const lastSentBefore = Effect.fnUntraced(function* (
  history: SubjectHistory["Service"],
  { from, projectId }: BacktestOptions,
  subjects: ReadonlyArray<Subject>,
  lastSeen: ReadonlyMap<string, number>,
  hearing: Hearing
) {
  const heard = [...lastSeen.values()]
  const stretches = heard.length === 0 ? [] : hearing.within(Math.min(...heard), from)
  if (stretches.length === 0) return new Map<string, number>()
  const sent = yield* history.delayedSendTimes(
    { projectId, subjects, limit: MAX_ROWS },
    stretches,
    LAST_SENT_RESOLUTION_MS
  )
  return new Map(sent.map(({ at, subjectId }) => [subjectId, at]))
})

/** Returns the arrivals in a slice, and the delayed records sent in it during an outage. */
export const arrivalsIn = Effect.fnUntraced(function* (
  history: SubjectHistory["Service"],
  slice: Slice,
  hearing: Hearing,
  grain: number
) {
  const arrived: HistorySlice["arrivals"] = yield* history.arrivals(slice, grain)
  const stretches = hearing.within(slice.from, slice.to)
  if (stretches.length === 0) return arrived
  const sent = yield* history.delayedSendTimes(slice, stretches, grain)
  return [...arrived, ...sent.map((s) => ({ ...s, isSent: true as const }))].sort((a, b) => a.at - b.at)
})

// What the batches of a transaction hold together: whom they speak of, of which time, and how much it can be.
import { concernsActivity } from "../../domain/intake/activity.ts"
import type { WriteBatch } from "./WriteBatch.ts"

export interface Gathered {
  readonly batches: ReadonlyArray<WriteBatch>
  /** external ids by data source */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>
  /** span of the reports' times, epoch ms, both ends in it; 0 without reports */
  readonly from: number
  readonly to: number
  /** records of each kind that the reports can make */
  readonly fixes: number
  readonly values: number
  readonly states: number
  /** whether any value has to do with activity */
  readonly moves: boolean
}

/** Looks through the reports of all batches, in order. */
export const gather = (batches: ReadonlyArray<WriteBatch>): Gathered => {
  const names = new Map<string, Set<string>>()
  let from = Infinity,
    to = -Infinity,
    fixes = 0,
    values = 0,
    states = 0,
    moves = false
  for (const {
    credential: { sourceId },
    verdicts
  } of batches) {
    let ofSource = names.get(sourceId)
    if (ofSource === undefined) names.set(sourceId, (ofSource = new Set()))
    for (const report of verdicts) {
      if (report._tag === "Refusal") continue
      ofSource.add(report.device)
      if (report.at < from) from = report.at
      if (report.at > to) to = report.at
      if (report.fix !== null) fixes++
      values += report.readings.length
      if (report.readings.some((r) => concernsActivity(r.metric))) {
        moves = true
        values += 2 // its own activity, and that of the message after it
      }
      states += report.states.length
    }
  }
  const span = from > to ? { from: 0, to: 0 } : { from, to }
  return { batches, names, ...span, fixes, values, states, moves }
}

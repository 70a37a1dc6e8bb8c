// The unit of an ingest transaction: a submission that is too large is split into batches, oldest first, so
// that records sent newest first are still evaluated in order; and a summary of the batches of a transaction.
import { concernsActivity } from "../../domain/intake/activity.ts"
import type { Refusal, Report } from "../../domain/intake/Report.ts"
import type { Outcome, Submission } from "../../intake/ports.ts"

/** WriteBatch is some or all items of a submission, which are committed together. */
export interface WriteBatch extends Submission {
  /** the items' places in the submission */
  readonly places: ReadonlyArray<number>
  /** arrival of each item, epoch ms, where they arrived separately; null: together */
  readonly arrivals: ReadonlyArray<number> | null
  /** rows in all tables together */
  readonly size: number
  /** new metrics of the submission so far; one object shared by all its batches */
  readonly brought: { metrics: number }
}

/** ACCEPTED_OUTCOME is the outcome of an item that was stored. */
export const ACCEPTED_OUTCOME: Outcome = { status: "accepted" }
/** DUPLICATE_OUTCOME is the outcome of an item that was stored before. */
export const DUPLICATE_OUTCOME: Outcome = { status: "duplicate" }

/** Returns the place in its message of an item of the batch. */
export const placeInMessage = ({ begins = [0], places }: WriteBatch, at: number): number =>
  places[at]! - begins.findLast((begin) => begin <= places[at]!)!

/** Answer is the outcome of one item that is more than stored. */
export interface Answer {
  readonly batch: WriteBatch
  /** place in the batch */
  readonly at: number
  readonly outcome: Outcome
}

/** Remark is what is added to the outcome of an item. */
export interface Remark extends Omit<Answer, "outcome"> {
  readonly outcome: Omit<Outcome, "status">
}

/** Returns the number of rows of an item. */
const weigh = (verdict: Report | Refusal): number =>
  verdict._tag === "Refusal"
    ? 1
    : (verdict.fix === null ? 0 : 1) + verdict.readings.length + verdict.states.length + verdict.events.length

const timeOf = (verdict: Report | Refusal): number => (verdict._tag === "Refusal" ? -Infinity : verdict.at)

/**
 * Splits a submission into batches of at most `most` rows, without dividing an item; refusals come first,
 * because they have no time.
 */
export const split = (submission: Submission, most: number): ReadonlyArray<WriteBatch> => {
  const { raw, verdicts } = submission
  if (verdicts.length === 0) return []
  const brought = { metrics: 0 }
  const inPlace = verdicts.map((_, at) => at)
  const size = verdicts.reduce((sum, verdict) => sum + weigh(verdict), 0)
  if (size <= most) return [{ ...submission, places: inPlace, arrivals: null, size, brought }]
  const batches: Array<{ readonly places: Array<number>; size: number }> = []
  for (const at of inPlace.sort((a, b) => timeOf(verdicts[a]!) - timeOf(verdicts[b]!) || a - b)) {
    const weight = weigh(verdicts[at]!),
      last = batches.at(-1)
    if (last === undefined || last.size + weight > most) batches.push({ places: [at], size: weight })
    else {
      last.places.push(at)
      last.size += weight
    }
  }
  return batches.map(({ places, size }) => ({
    ...submission,
    places,
    arrivals: null,
    size,
    brought,
    verdicts: places.map((at) => verdicts[at]!),
    raw: places.map((at) => raw[at])
  }))
}

/** BatchSummary is a summary of the batches of a transaction: devices, times and sizes. */
export interface BatchSummary {
  readonly batches: ReadonlyArray<WriteBatch>
  /** external ids by data source */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>
  /** span of the reports' times, epoch ms, both ends included; 0 without reports */
  readonly from: number
  readonly to: number
  /** most records of each kind that the reports can make */
  readonly fixes: number
  readonly values: number
  readonly states: number
  /** whether any value concerns activity */
  readonly hasActivity: boolean
}

const hasActivityIn = ({ readings }: Report): boolean => {
  for (const { metric } of readings) if (concernsActivity(metric)) return true
  return false
}

/** Summarises the reports of all batches, in order. */
export const summarise = (batches: ReadonlyArray<WriteBatch>): BatchSummary => {
  const names = new Map<string, Set<string>>()
  let from = Infinity,
    to = -Infinity,
    fixes = 0,
    values = 0,
    states = 0,
    hasActivity = false
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
      if (hasActivityIn(report)) {
        hasActivity = true
        values += 2 // its own activity, and that of the message after it
      }
      states += report.states.length
    }
  }
  const span = from > to ? { from: 0, to: 0 } : { from, to }
  return { batches, names, ...span, fixes, values, states, hasActivity }
}

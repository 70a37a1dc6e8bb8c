// What of submissions goes into one transaction: a submission too large for one in batches, oldest first, so
// that what was sent newest first is still judged in its order; and what the batches of a transaction hold
// together.
import { concernsActivity } from "../../domain/intake/activity.ts"
import type { Refusal, Report } from "../../domain/intake/Report.ts"
import type { Outcome, Submission } from "../../intake/ports.ts"

/** Some or all items of a submission: what is committed together. */
export interface WriteBatch extends Submission {
  /** the items' places in the submission */
  readonly places: ReadonlyArray<number>
  /** arrival of each item, epoch ms, where they did not come together; null: they did */
  readonly arrivals: ReadonlyArray<number> | null
  /** rows it makes in all tables together */
  readonly size: number
  /** new metrics that the submission has brought so far; one object for all its batches */
  readonly brought: { metrics: number }
}

export const ACCEPTED: Outcome = { status: "accepted" }
export const DUPLICATE: Outcome = { status: "duplicate" }

/** The place of an item, of which the batch knows as `at`, in the message it came in. */
export const placeInMessage = ({ begins = [0], places }: WriteBatch, at: number): number =>
  places[at]! - begins.findLast((begin) => begin <= places[at]!)!

/** An answer to one item that says more than that it was stored. */
export interface Answer {
  readonly batch: WriteBatch
  /** place in the batch */
  readonly at: number
  readonly outcome: Outcome
}

/** What is said of an item besides its status. */
export interface Remark extends Omit<Answer, "outcome"> {
  readonly outcome: Omit<Outcome, "status">
}

/** Rows that an item makes. */
const weigh = (verdict: Report | Refusal): number =>
  verdict._tag === "Refusal"
    ? 1
    : (verdict.fix === null ? 0 : 1) + verdict.readings.length + verdict.states.length + verdict.events.length

const timeOf = (verdict: Report | Refusal): number => (verdict._tag === "Refusal" ? -Infinity : verdict.at)

/** Batches of at most `most` rows, an item never divided; refusals come first, having no time. */
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

/** Whom the batches of a transaction speak of, of which time, and how much it can be. */
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

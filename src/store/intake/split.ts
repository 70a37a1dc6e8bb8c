// A submission too large for one transaction in batches, oldest first: what was sent newest first is still judged
// in its order.
import type { Refusal, Report } from "../../domain/intake/Report.ts"
import type { Submission } from "../../intake/ports.ts"
import type { WriteBatch } from "./WriteBatch.ts"

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

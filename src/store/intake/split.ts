// A delivery too large for one transaction in parts, oldest first: what was sent newest first is still judged
// in its order.
import type { Refusal, Report } from "../../domain/intake/Report.ts"
import type { Delivery, Part } from "./Part.ts"

/** Rows that an item makes. */
const weigh = (verdict: Report | Refusal): number =>
  verdict._tag === "Refusal"
    ? 1
    : (verdict.fix === null ? 0 : 1) + verdict.readings.length + verdict.states.length + verdict.events.length

const timeOf = (verdict: Report | Refusal): number => (verdict._tag === "Refusal" ? -Infinity : verdict.at)

/** Parts of at most `most` rows, an item never divided; refusals come first, having no time. */
export const split = (delivery: Delivery, most: number): ReadonlyArray<Part> => {
  const { raw, verdicts } = delivery
  if (verdicts.length === 0) return []
  const brought = { metrics: 0 }
  const inPlace = verdicts.map((_, at) => at)
  const size = verdicts.reduce((sum, verdict) => sum + weigh(verdict), 0)
  if (size <= most) return [{ ...delivery, places: inPlace, size, brought }]
  const parts: Array<{ readonly places: Array<number>; size: number }> = []
  for (const at of inPlace.sort((a, b) => timeOf(verdicts[a]!) - timeOf(verdicts[b]!) || a - b)) {
    const weight = weigh(verdicts[at]!),
      last = parts.at(-1)
    if (last === undefined || last.size + weight > most) parts.push({ places: [at], size: weight })
    else {
      last.places.push(at)
      last.size += weight
    }
  }
  return parts.map(({ places, size }) => ({
    ...delivery,
    places,
    size,
    brought,
    verdicts: places.map((at) => verdicts[at]!),
    raw: places.map((at) => raw[at])
  }))
}

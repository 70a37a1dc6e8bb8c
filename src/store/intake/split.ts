// A delivery too large for one transaction in parts, oldest first: what was sent newest first is still judged in its order.
import type { Delivery, Part } from "./Part.ts"

/** Parts of at most `most` items; refusals come first, having no time. */
export const split = (delivery: Delivery, most: number): ReadonlyArray<Part> => {
  const { verdicts } = delivery
  if (verdicts.length === 0) return []
  const inPlace = verdicts.map((_, i) => i)
  if (verdicts.length <= most) return [{ ...delivery, places: inPlace }]
  const timeOf = (at: number): number => {
    const verdict = verdicts[at]!
    return verdict._tag === "Report" ? verdict.at : -Infinity
  }
  const order = inPlace.sort((a, b) => timeOf(a) - timeOf(b) || a - b)
  return Array.from({ length: Math.ceil(order.length / most) }, (_, i) => {
    const places = order.slice(i * most, (i + 1) * most)
    return { ...delivery, places, verdicts: places.map((at) => verdicts[at]!), raw: places.map((at) => delivery.raw[at]) }
  })
}

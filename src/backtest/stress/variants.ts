// How a past is disturbed to see whether a rule minds: records that come late, twice or out of order, clocks that
// are a bit wrong, and fixes that lie a bit beside the place. The same seed disturbs in the same way.
import { seededRandom, hashWords, normalDraw } from "../../domain/seededRandom.ts"
import type { Observation } from "../../domain/rule/Observation.ts"

export const variantKinds = ["late", "doubled", "reordered", "jitter_time", "jitter_place"] as const
export type VariantKind = (typeof variantKinds)[number]

/** `size`: seconds of delay, records of a batch, seconds or metres of jitter; of `doubled` how many copies. */
export interface Variant {
  readonly kind: VariantKind
  readonly size: number
}

/** What is tried unless said: several magnitudes of each. */
export const allVariants: ReadonlyArray<Variant> = [
  { kind: "late", size: 600 },
  { kind: "late", size: 21_600 },
  { kind: "doubled", size: 1 },
  { kind: "reordered", size: 10 },
  { kind: "jitter_time", size: 1 },
  { kind: "jitter_time", size: 10 },
  { kind: "jitter_time", size: 60 },
  { kind: "jitter_place", size: 3 },
  { kind: "jitter_place", size: 10 },
  { kind: "jitter_place", size: 30 },
  { kind: "jitter_place", size: 100 }
]

/** What was heard of a past; times in epoch ms. */
export interface Heard {
  readonly records: ReadonlyArray<Observation>
  /** receipts, where a rule asks for silence */
  readonly arrivals: ReadonlyArray<{ readonly subjectId: string; readonly at: number }>
}

/** The share of records that is late, or comes twice. */
const SOME = 0.2
const METRES_A_DEGREE = 111_320

/** What makes two records the same one: the second is not kept, wherever it says it was. */
const identityOf = (o: Observation): string => {
  const name = o._tag === "Position" ? o.recordType : o._tag === "Measurement" ? o.metric : o.key
  return [o.subject.deviceId, o._tag, name, o.at].join("|")
}

/** As they are kept: the first of each. */
const kept = (records: ReadonlyArray<Observation>): ReadonlyArray<Observation> => {
  const known = new Set<string>()
  return records.filter((o) => {
    const identity = identityOf(o)
    return !known.has(identity) && known.add(identity)
  })
}

/** In the order of their arrival. */
const asHeard = (records: ReadonlyArray<Observation>) =>
  [...records].sort((a, b) => a.receivedAt - b.receivedAt)

const late = ({ arrivals, records }: Heard, seconds: number, dice: () => number): Heard => {
  const delay = () => (dice() < SOME ? seconds * 1000 : 0)
  return {
    records: asHeard(records.map((o) => ({ ...o, receivedAt: o.receivedAt + delay() }))),
    arrivals: arrivals.map((a) => ({ ...a, at: a.at + delay() })).sort((a, b) => a.at - b.at)
  }
}

const doubled = ({ arrivals, records }: Heard, copies: number, dice: () => number): Heard => ({
  records: kept([
    ...records,
    ...Array.from({ length: copies }, () => records.filter(() => dice() < SOME)).flat()
  ]),
  arrivals
})

/** Batches of so many records, each of which arrives at once and in any order. */
const reordered = ({ arrivals, records }: Heard, batch: number, dice: () => number): Heard => ({
  records: Array.from({ length: Math.ceil(records.length / batch) }, (_, i) =>
    records
      .slice(i * batch, (i + 1) * batch)
      .map((o) => ({ o, place: dice() }))
      .sort((a, b) => a.place - b.place)
      .map(({ o }) => o)
  ).flat(),
  arrivals
})

const jitteredTime = (
  { arrivals, records }: Heard,
  seconds: number,
  dice: () => number,
  [from, to]: readonly [number, number]
): Heard => ({
  records: kept(
    records.map((o) => {
      const at = Math.round(o.at + (2 * dice() - 1) * seconds * 1000)
      return { ...o, at: Math.max(from, Math.min(to - 1, at)) }
    })
  ),
  arrivals
})

const jitteredPlace = ({ arrivals, records }: Heard, metres: number, dice: () => number): Heard => ({
  records: records.map((o) => {
    if (o._tag !== "Position") return o
    const degrees = metres / Math.SQRT2 / METRES_A_DEGREE
    const lat = Math.max(-90, Math.min(90, o.lat + normalDraw(dice) * degrees))
    const lon = o.lon + (normalDraw(dice) * degrees) / Math.max(0.01, Math.cos((o.lat * Math.PI) / 180))
    return { ...o, lat, lon: lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon }
  }),
  arrivals
})

/** The past as it would have been heard; `range`: `[from, to)` in which it is judged, epoch ms. */
export const disturbed = (
  heard: Heard,
  { kind, size }: Variant,
  seed: number,
  range: readonly [from: number, to: number]
): Heard => {
  const dice = seededRandom(hashWords(seed, variantKinds.indexOf(kind), size))
  switch (kind) {
    case "late":
      return late(heard, size, dice)
    case "doubled":
      return doubled(heard, size, dice)
    case "reordered":
      return reordered(heard, size, dice)
    case "jitter_time":
      return jitteredTime(heard, size, dice, range)
    case "jitter_place":
      return jitteredPlace(heard, size, dice)
  }
}

// How a past is disturbed to test a rule's tolerance: records that come late, twice or out of order, clocks
// that are a bit wrong, and fixes a bit off the place. The same seed disturbs in the same way.
import { METRES_PER_DEGREE } from "../../domain/geo/earth.ts"
import { seededRandom, hashWords, normalDraw } from "../../domain/seededRandom.ts"
import type { Observation } from "../../domain/rule/Observation.ts"

/** The kinds of disturbance. */
export const variantKinds = ["late", "doubled", "reordered", "jitter_time", "jitter_place"] as const
/** VariantKind is one of them. */
export type VariantKind = (typeof variantKinds)[number]

/**
 * Variant is a disturbance. `size`: seconds of delay, records of a batch, seconds or metres of jitter; of
 * `doubled` the number of copies.
 */
export interface Variant {
  readonly kind: VariantKind
  readonly size: number
}

/** The variants that are tried by default: several sizes of each kind. */
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

/** ReceivedPast is what was received; times in epoch ms. */
export interface ReceivedPast {
  readonly records: ReadonlyArray<Observation>
  /** arrivals, if a rule reads silence */
  readonly arrivals: ReadonlyArray<{ readonly subjectId: string; readonly at: number }>
}

/** AFFECTED_SHARE is the share of records that is late, or comes twice. */
const AFFECTED_SHARE = 0.2

/** Returns the identity of a record: a second one with the same is not stored. */
const identityOf = (o: Observation): string => {
  const name = o._tag === "Position" ? o.recordType : o._tag === "Measurement" ? o.metric : o.key
  return [o.subject.deviceId, o._tag, name, o.at].join("|")
}

/** Returns records as they are stored: the first of each identity. */
const kept = (records: ReadonlyArray<Observation>): ReadonlyArray<Observation> => {
  const known = new Set<string>()
  return records.filter((o) => {
    const identity = identityOf(o)
    return !known.has(identity) && known.add(identity)
  })
}

/** Returns records in the order of their arrival. */
const asHeard = (records: ReadonlyArray<Observation>) =>
  [...records].sort((a, b) => a.receivedAt - b.receivedAt)

const late = ({ arrivals, records }: ReceivedPast, seconds: number, dice: () => number): ReceivedPast => {
  const delay = () => (dice() < AFFECTED_SHARE ? seconds * 1000 : 0)
  return {
    records: asHeard(records.map((o) => ({ ...o, receivedAt: o.receivedAt + delay() }))),
    arrivals: arrivals.map((a) => ({ ...a, at: a.at + delay() })).sort((a, b) => a.at - b.at)
  }
}

const doubled = ({ arrivals, records }: ReceivedPast, copies: number, dice: () => number): ReceivedPast => ({
  records: kept([
    ...records,
    ...Array.from({ length: copies }, () => records.filter(() => dice() < AFFECTED_SHARE)).flat()
  ]),
  arrivals
})

/** Shuffles records within batches. */
const reordered = ({ arrivals, records }: ReceivedPast, batch: number, dice: () => number): ReceivedPast => ({
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
  { arrivals, records }: ReceivedPast,
  seconds: number,
  dice: () => number,
  [from, to]: readonly [number, number]
): ReceivedPast => ({
  records: kept(
    records.map((o) => {
      const at = Math.round(o.at + (2 * dice() - 1) * seconds * 1000)
      return { ...o, at: Math.max(from, Math.min(to - 1, at)) }
    })
  ),
  arrivals
})

const jitteredPlace = (
  { arrivals, records }: ReceivedPast,
  metres: number,
  dice: () => number
): ReceivedPast => ({
  records: records.map((o) => {
    if (o._tag !== "Position") return o
    const degrees = metres / Math.SQRT2 / METRES_PER_DEGREE
    const lat = Math.max(-90, Math.min(90, o.lat + normalDraw(dice) * degrees))
    const lon = o.lon + (normalDraw(dice) * degrees) / Math.max(0.01, Math.cos((o.lat * Math.PI) / 180))
    return { ...o, lat, lon: lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon }
  }),
  arrivals
})

/** Returns the disturbed past; `range`: `[from, to)` in which it is evaluated, epoch ms. */
export const disturb = (
  heard: ReceivedPast,
  { kind, size }: Variant,
  seed: number,
  range: readonly [from: number, to: number]
): ReceivedPast => {
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

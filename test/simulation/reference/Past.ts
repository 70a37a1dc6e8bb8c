// One subject's whole history as the reference reads it: everything that was stored, in order, and which
// edition of the rule set judged it from where on. Facts are found by looking back through all of it, every time
// anew. Nothing of the product's rule code is used here.
import type { ConditionNode } from "../../../src/domain/rule/ConditionNode.ts"
import type { RuleDocument, Scope } from "../../../src/domain/rule/Document.ts"
import type { Trigger } from "../../../src/domain/rule/Trigger.ts"
import type { Observation } from "../../../src/domain/rule/Observation.ts"
import type { RuleSetRows } from "../../../src/engine/ports.ts"
import type { Animal } from "../Story.ts"

export interface RuleSetPeriod {
  readonly version: number
  readonly floor: number
  readonly tickFloor: number
  readonly judged: ReadonlyMap<string, number>
  readonly groupIds: ReadonlyArray<string>
}

export interface Past {
  readonly animal: Animal
  /** in the order of effective time */
  readonly records: ReadonlyArray<Observation>
  /** in the order in which they began */
  readonly periods: ReadonlyArray<RuleSetPeriod>
  readonly editions: ReadonlyMap<number, RuleSetRows>
  /** when an animal wears its collar, `[from, to)` */
  readonly worn: ReadonlyArray<readonly [from: number, to: number]>
  /** ticks up to then were judged */
  readonly tickedTo: number
  /** when nothing was heard by a way in, `[from, to)` */
  readonly outages: ReadonlyArray<{
    readonly sourceId: string | null
    readonly from: number
    readonly to: number
  }>
}

/** Whether nothing could be heard of the animal at a moment: all its ways in are out. */
const isDeaf = ({ animal: { ways = [null] }, outages }: Past, at: number): boolean =>
  ways.every((way) => outages.some((o) => o.sourceId === way && o.from <= at && at < o.to))

/** How long nothing could be heard of the animal between two moments, ms. */
const deafFor = (past: Past, from: number, to: number): number => {
  const moments = [from, to, ...past.outages.flatMap((o) => [o.from, o.to])]
    .filter((at) => at >= from && at <= to)
    .sort((a, b) => a - b)
  return moments.reduce(
    (sum, at, i) => (i > 0 && isDeaf(past, moments[i - 1]!) ? sum + at - moments[i - 1]! : sum),
    0
  )
}

/** The same function of something that never changes, which finds each answer once. */
export const remembered = <T extends object, A>(find: (of: T) => A): ((of: T) => A) => {
  const found = new WeakMap<T, { readonly answer: A }>()
  return (of) => {
    let known = found.get(of)
    if (known === undefined) found.set(of, (known = { answer: find(of) }))
    return known.answer
  }
}

export type Truth = boolean | null

export const DAYS_7 = 7 * 86_400_000

/** Which positions count for a trigger: device fixes, unless it names others. */
export const seesPosition = (trigger: Trigger, type: "gnss" | "network"): boolean =>
  (trigger.kind === "position" ? (trigger.record_types ?? ["gnss"]) : ["gnss"]).includes(type)

/** Where a subject was found at an instant: the areas that held it, and how they were drawn then. */
export interface Sighting {
  readonly at: number
  /** edition of the rule set whose areas it was held against */
  readonly edition: RuleSetRows
  readonly inside: ReadonlySet<string>
}

/**
 * What tells one drawing of an area from another: one that was removed and drawn anew begins at its first
 * revision again.
 */
export const revisionIn = (ruleSet: RuleSetRows, area: string): number | null =>
  ruleSet.features.find((f) => f.id === area)?.changedAt ?? null

const holds = ({ geometry }: RuleSetRows["features"][number], lon: number, lat: number): boolean => {
  if (geometry.type !== "Polygon") throw new Error(geometry.type)
  const corners = geometry.coordinates[0]!,
    lons = corners.map((c) => c[0]),
    lats = corners.map((c) => c[1])
  return (
    lon >= Math.min(...lons) &&
    lon <= Math.max(...lons) &&
    lat >= Math.min(...lats) &&
    lat <= Math.max(...lats)
  )
}

/** The edition that a record of this time is judged with; null: none. */
export const editionAt = ({ periods, editions }: Past, at: number): RuleSetRows | null => {
  const period = periods.findLast((c) => c.floor < at)
  return period === undefined ? null : editions.get(period.version)!
}

const types = ["gnss", "network"] as const
/** Which positions a trigger sees, as one text. */
const sightOf = (trigger: Trigger): string => types.map((type) => seesPosition(trigger, type)).join()

/**
 * The edition since which some rule of a rule set asks where subjects are, by what its trigger sees. Nobody
 * changes an edition, and it is asked for again and again.
 */
const askedIn = remembered(({ rules }: RuleSetRows): ReadonlyMap<string, number> => {
  const since = new Map<string, number>()
  for (const { blankFrom, document } of rules) {
    const { conditions, trigger } = document as RuleDocument
    if (!JSON.stringify(conditions).includes('"spatial"')) continue
    const sight = sightOf(trigger)
    since.set(sight, Math.min(blankFrom, since.get(sight) ?? Infinity))
  }
  return since
})

/** The same by such positions as a trigger sees; Infinity: no rule does. */
const askedSince = (ruleSet: RuleSetRows, trigger: Trigger): number =>
  askedIn(ruleSet).get(sightOf(trigger)) ?? Infinity

/**
 * The newest sighting at or before a moment, for who asks by a rule set. Where nobody has asked since, its
 * last device fix says where a subject is, and that it was sighted before all editions. Of the positions of
 * one instant the last counts.
 */
export const sightingAt = (
  past: Past,
  trigger: Trigger,
  moment: number,
  ruleSet: RuleSetRows
): Sighting | null => {
  const insideOf = (edition: RuleSetRows, { lat, lon }: { readonly lat: number; readonly lon: number }) =>
    new Set(edition.features.filter((f) => holds(f, lon, lat)).map((f) => f.id))
  const { records } = past
  for (let i = records.length - 1; i >= 0; i--) {
    const fix = records[i]!
    if (fix._tag !== "Position" || fix.at > moment || !seesPosition(trigger, fix.recordType)) continue
    const edition = editionAt(past, fix.at)
    if (edition !== null && edition.version >= askedSince(ruleSet, trigger))
      return { at: fix.at, edition, inside: insideOf(edition, fix) }
    if (!seesPosition(trigger, "network"))
      return { at: fix.at, edition: { ...ruleSet, version: -1 }, inside: insideOf(ruleSet, fix) }
    // network locations are not kept: whoever looks at them too knows what was sighted last
    if (edition !== null && askedSince(edition, trigger) < Infinity)
      return { at: fix.at, edition, inside: insideOf(edition, fix) }
  }
  return null
}

/** The areas a spatial condition speaks of, of a rule set. */
export const selectedIn = (
  ruleSet: RuleSetRows,
  condition: { readonly feature_ids?: ReadonlyArray<string>; readonly feature_type?: string }
): ReadonlySet<string> =>
  new Set(
    ruleSet.features
      .filter((f) => {
        if (condition.feature_ids === undefined && condition.feature_type === undefined)
          return f.featureType === "geofence" || f.featureType === "zone"
        return (
          (condition.feature_ids?.includes(f.id) ?? true) &&
          (condition.feature_type === undefined || f.featureType === condition.feature_type)
        )
      })
      .map((f) => f.id)
  )

/** Under `device_ids` an entity is asked record by record whose data it is: it may carry several devices. */
export const isOfDevices = ({ device_ids }: Scope, { deviceId }: Animal): boolean =>
  device_ids === undefined || device_ids.includes(deviceId)

/** Under `device_ids` a schedule asks about an entity while it wears one of the devices. */
export const isAskedAt = (scope: Scope, { animal, worn }: Past, at: number): boolean =>
  isOfDevices(scope, animal) &&
  (scope.device_ids === undefined ||
    animal.entityId === null ||
    worn.some(([from, to]) => from <= at && at < to))

export const isInScope = (scope: Scope, animal: Animal, groupIds: ReadonlyArray<string>): boolean => {
  const { entityId } = animal
  if (entityId === null && !isOfDevices(scope, animal)) return false
  if (scope.entity_ids !== undefined && (entityId === null || !scope.entity_ids.includes(entityId)))
    return false
  if (
    scope.group_ids !== undefined &&
    (entityId === null || !groupIds.some((g) => scope.group_ids!.includes(g)))
  )
    return false
  return true
}

const compared = (left: number, op: string, right: number): boolean => {
  switch (op) {
    case "<":
      return left < right
    case "<=":
      return left <= right
    case ">":
      return left > right
    case ">=":
      return left >= right
    case "==":
      return left === right
    default:
      return left !== right
  }
}

/** A moment at which a condition is asked. */
export interface Moment {
  readonly past: Past
  readonly trigger: Trigger
  /** the rule set of the version that asks */
  readonly ruleSet: RuleSetRows
  /** the moment asked about */
  readonly at: number
  /** records up to then are known */
  readonly known: number
}

/** Truth has three values: true, false, or unknown. */
export const truthOf = (node: ConditionNode, moment: Moment): Truth => {
  const { at, ruleSet, known, past, trigger } = moment,
    { records } = past
  if ("all" in node) {
    const parts = node.all.map((n) => truthOf(n, moment))
    return parts.includes(false) ? false : parts.includes(null) ? null : true
  }
  if ("any" in node) {
    const parts = node.any.map((n) => truthOf(n, moment))
    return parts.includes(true) ? true : parts.includes(null) ? null : false
  }
  if ("not" in node) {
    const part = truthOf(node.not, moment)
    return part === null ? null : !part
  }
  switch (node.type) {
    case "threshold": {
      const { metric, op, value } = node
      if (metric === "speed_kmh" || metric === "speed_mps") {
        const newest = records.findLast(
          (o) => o._tag === "Position" && o.at <= known && seesPosition(trigger, o.recordType)
        )
        // of two positions of one instant the device's own says how fast it was
        const fix = records.find(
          (o) => o._tag === "Position" && o.at === newest?.at && seesPosition(trigger, o.recordType)
        )
        if (fix?._tag !== "Position" || fix.speedMps === null || at - fix.at > DAYS_7) return null
        return compared(metric === "speed_kmh" ? fix.speedMps * 3.6 : fix.speedMps, op, value)
      }
      const sample = records.findLast((o) => o._tag === "Measurement" && o.at <= known && o.metric === metric)
      if (sample?._tag !== "Measurement" || at - sample.at > DAYS_7) return null
      return compared(sample.value, op, value)
    }
    case "window": {
      const values = records.flatMap((o) =>
        o._tag === "Measurement" &&
        o.metric === node.metric &&
        o.at <= known &&
        o.at <= at &&
        o.at > at - node.seconds * 1000
          ? [o.value]
          : []
      )
      if (node.aggregate === "count") return compared(values.length, node.op, node.value)
      if (values.length < (node.min_samples ?? 1)) return null
      const sum = values.reduce((a, b) => a + b, 0)
      const figure = { sum, avg: sum / values.length, min: Math.min(...values), max: Math.max(...values) }[
        node.aggregate
      ]
      return compared(figure, node.op, node.value)
    }
    case "no_data": {
      const arrivals = records
        .flatMap((o) => (o.at < o.receivedAt && isDeaf(past, o.at) ? [o.at, o.receivedAt] : [o.receivedAt]))
        .filter((r) => r <= at)
      if (arrivals.length === 0) return false
      const last = Math.max(...arrivals)
      return at - last - deafFor(past, last, at) >= node.for_seconds * 1000
    }
    case "spatial": {
      const placed = sightingAt(past, trigger, known, ruleSet)
      if (placed === null) return null
      const isInside = [...selectedIn(ruleSet, node)].some((id) => placed.inside.has(id))
      return node.relation === "inside" ? isInside : !isInside
    }
    default:
      throw new Error(`no reference for ${node.type}`)
  }
}

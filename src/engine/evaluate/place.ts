// Where a fix puts a subject: which features it is inside of, seen through each filter, given where it was
// before. Maps of placements, by filter, are immutable, and shared where they are equal.
import { isWithin } from "../../domain/geo/contains.ts"
import type { Fix, Placement } from "../../domain/rule/Facts.ts"
import { type PositionFilter, admits } from "../../domain/rule/PositionFilter.ts"
import type { Position, Subject } from "../../domain/rule/Observation.ts"
import type { RuleSet } from "./RuleSet.ts"

/**
 * Returns the placement after a fix. An equal placement of the same rule set is the same object, so that "not
 * moved" is a comparison of references; a fix that the filter rejects changes nothing.
 */
export const place = (
  ruleSet: RuleSet,
  filter: PositionFilter,
  before: Placement | null,
  seen: Position
): Placement | null => {
  if (!admits(filter.recordTypes, seen.recordType)) return before
  // an accuracy of zero or none means unknown, and is no reason to ignore a fix
  if (filter.maxAccuracyM !== null && seen.accuracyM !== null && seen.accuracyM > filter.maxAccuracyM)
    return before
  const found = ruleSet.index.at(seen.lon, seen.lat)
  if (before === null || (filter.exitBufferM === 0 && filter.confirmSamples === 1)) {
    const isSame =
      before !== null &&
      before.version === ruleSet.version &&
      before.inside.length === found.length &&
      found.every((f, i) => ruleSet.features[f]!.id === before.inside[i])
    return isSame ? before : sharedPlacement(ruleSet, found)
  }
  return placeWithHysteresis(
    ruleSet,
    filter,
    before,
    new Set(found.map((f) => ruleSet.features[f]!.id)),
    seen
  )
}

/** FORGOTTEN_VERSION is older than any edition: from a placement of it no border is crossed. */
export const FORGOTTEN_VERSION = -1

/**
 * Returns where its last device fix puts a subject, under the features of the rule set. The accuracy of that
 * fix and network locations are not kept: through a filter that reads either the subject stays where it was.
 */
const placeByLastFix = (
  ruleSet: RuleSet,
  filter: PositionFilter,
  subject: Subject,
  fix: Fix | undefined
): Placement | null =>
  fix === undefined || filter.maxAccuracyM !== null || filter.recordTypes !== "gnss"
    ? null
    : place(ruleSet, filter, null, {
        _tag: "Position",
        subject,
        ...fix,
        recordType: "gnss",
        receivedAt: fix.at,
        accuracyM: null
      })

/**
 * Returns the placements that a rule set's rules may use. A subject placed before any of them used the filter
 * may have moved since: it is placed by its last fix, without crossing a border.
 */
export const placementsFor = (
  ruleSet: RuleSet,
  subject: Subject,
  fix: Fix | undefined,
  known: ReadonlyMap<string, Placement>
): ReadonlyMap<string, Placement> => {
  let placements: Map<string, Placement> | null = null
  for (const filter of ruleSet.needs.positionFilters) {
    const before = known.get(filter.key)
    if (before !== undefined && before.version >= ruleSet.filterInUseSince.get(filter.key)!) continue
    const placed = placeByLastFix(ruleSet, filter, subject, fix)
    if (placed !== null)
      (placements ??= new Map(known)).set(filter.key, { ...placed, version: FORGOTTEN_VERSION })
  }
  return placements ?? known
}

/** MAX_SHARED_PLACEMENTS bounds the placements kept to be shared; beyond it each subject has its own. */
const MAX_SHARED_PLACEMENTS = 10_000

const sharedPlacement = (ruleSet: RuleSet, found: ReadonlyArray<number>): Placement => {
  const key = found.join()
  const known = ruleSet.placements.get(key)
  if (known !== undefined) return known
  const placement = { version: ruleSet.version, inside: found.map((f) => ruleSet.features[f]!.id) }
  if (ruleSet.placements.size < MAX_SHARED_PLACEMENTS) ruleSet.placements.set(key, placement)
  return placement
}

/**
 * Places a subject feature by feature: an edited feature takes effect at once, another changes side beyond
 * its buffer and after enough fixes that agree.
 */
const placeWithHysteresis = (
  ruleSet: RuleSet,
  filter: PositionFilter,
  before: Placement,
  found: ReadonlySet<string>,
  seen: Position
): Placement => {
  const was = new Set(before.inside)
  const inside: Array<string> = []
  const doubts: Record<string, number> = {}
  for (const [i, { changedAt, id }] of ruleSet.features.entries()) {
    const edited = changedAt > before.version
    const isIn =
      found.has(id) ||
      (!edited &&
        was.has(id) &&
        filter.exitBufferM > 0 &&
        isWithin(ruleSet.index.prepared[i]!, seen.lon, seen.lat, filter.exitBufferM))
    if (edited || isIn === was.has(id)) {
      if (isIn) inside.push(id)
      continue
    }
    const doubted = (before.doubts?.[id] ?? 0) + 1
    const isConvinced = doubted >= filter.confirmSamples
    if (!isConvinced) doubts[id] = doubted
    if (isConvinced ? isIn : !isIn) inside.push(id)
  }
  if (Object.keys(doubts).length > 0) return { version: ruleSet.version, inside, doubts }
  const isSame =
    before.version === ruleSet.version &&
    before.doubts === undefined &&
    before.inside.length === inside.length &&
    before.inside.every((id, i) => id === inside[i])
  return isSame ? before : { version: ruleSet.version, inside }
}

/** The placements of a subject without any. */
export const noPlacements: ReadonlyMap<string, Placement> = new Map()

/** Maps of one entry by the placement in them: most subjects use one filter, and many are in one place. */
const singleEntryMaps = new WeakMap<Placement, ReadonlyMap<string, Placement>>()

/** Returns the map of one entry that stands for all equal ones. */
const sharedMap = (own: ReadonlyMap<string, Placement>): ReadonlyMap<string, Placement> => {
  const [[filterKey, placement]] = [...own] as [[string, Placement]] // of one entry
  const known = singleEntryMaps.get(placement)
  if (known?.has(filterKey) === true) return known
  singleEntryMaps.set(placement, own)
  return own
}

/** Returns the placements after a fix; the same map if it moves the subject through no filter. */
export const placementsAfter = (
  ruleSet: RuleSet,
  placements: ReadonlyMap<string, Placement>,
  seen: Position
): ReadonlyMap<string, Placement> => {
  let moved: Map<string, Placement> | null = null
  for (const filter of ruleSet.needs.positionFilters) {
    const before = placements.get(filter.key) ?? null
    const now = place(ruleSet, filter, before, seen)
    if (now !== before && now !== null) (moved ??= new Map(placements)).set(filter.key, now)
  }
  return moved === null ? placements : moved.size === 1 ? sharedMap(moved) : moved
}

/** Returns the part of a position that is kept as a fix. */
export const fixOf = ({ altitudeM, at, lat, lon, recordId, speedMps }: Position): Fix => ({
  at,
  recordId,
  lon,
  lat,
  altitudeM,
  speedMps
})

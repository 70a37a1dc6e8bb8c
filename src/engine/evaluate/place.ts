// Where a fix puts a subject: which features hold it now, seen through each filter, given where it was
// before. Maps of placements, by filter, are never changed, and shared where they are equal.
import { isWithin } from "../../domain/geo/contains.ts"
import type { Fix, Placement } from "../../domain/rule/Facts.ts"
import { type PositionFilter, admits } from "../../domain/rule/PositionFilter.ts"
import type { Position, Subject } from "../../domain/rule/Observation.ts"
import type { RuleSet } from "./RuleSet.ts"

/**
 * The placement after a fix. The same place found with the same rule set is the same object, so that "not
 * moved" is a comparison of pointers; a fix that the filter does not count changes nothing.
 */
export const place = (
  ruleSet: RuleSet,
  filter: PositionFilter,
  before: Placement | null,
  seen: Position
): Placement | null => {
  if (!admits(filter.recordTypes, seen.recordType)) return before
  // an accuracy of zero or none says "not known", and is not a reason to ignore a fix
  if (filter.maxAccuracyM !== null && seen.accuracyM !== null && seen.accuracyM > filter.maxAccuracyM)
    return before
  const found = ruleSet.index.at(seen.lon, seen.lat)
  if (before === null || (filter.exitBufferM === 0 && filter.confirmSamples === 1)) {
    const isSame =
      before !== null &&
      before.version === ruleSet.version &&
      before.inside.length === found.length &&
      found.every((f, i) => ruleSet.features[f]!.id === before.inside[i])
    return isSame ? before : sharedBy(ruleSet, found)
  }
  return cautiously(ruleSet, filter, before, new Set(found.map((f) => ruleSet.features[f]!.id)), seen)
}

/** Older than any edition: a placement so old lets no border be crossed. */
export const FORGOTTEN = -1

/**
 * Where its last device fix puts a subject, under the features of the rule set. Of the fix it is not known
 * any more how good it was, nor is a network location kept: through a filter that asks for either the subject
 * stays where it was placed.
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
 * The placements that a rule set's rules may go by. Who was placed before any of them began to look may have
 * moved since, unseen: where the subject is now is known from its last fix, and no border was crossed to get
 * there.
 */
export const placedFor = (
  ruleSet: RuleSet,
  subject: Subject,
  fix: Fix | undefined,
  known: ReadonlyMap<string, Placement>
): ReadonlyMap<string, Placement> => {
  let placements: Map<string, Placement> | null = null
  for (const filter of ruleSet.needs.positionFilters) {
    const before = known.get(filter.key)
    if (before !== undefined && before.version >= ruleSet.looksSince.get(filter.key)!) continue
    const placed = placeByLastFix(ruleSet, filter, subject, fix)
    if (placed !== null) (placements ??= new Map(known)).set(filter.key, { ...placed, version: FORGOTTEN })
  }
  return placements ?? known
}

/** Placements kept to be shared; beyond these each subject has its own. */
const SHARED = 10_000

const sharedBy = (ruleSet: RuleSet, found: ReadonlyArray<number>): Placement => {
  const key = found.join()
  const known = ruleSet.placements.get(key)
  if (known !== undefined) return known
  const placement = { version: ruleSet.version, inside: found.map((f) => ruleSet.features[f]!.id) }
  if (ruleSet.placements.size < SHARED) ruleSet.placements.set(key, placement)
  return placement
}

/**
 * Feature by feature: one that was edited is set at once, another changes side beyond its buffer and after
 * enough fixes that agree.
 */
const cautiously = (
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

/** Of a subject that nothing has placed. */
export const noPlacements: ReadonlyMap<string, Placement> = new Map()

/** Whole maps by the one placement in them: most subjects are looked at in one way, and many are in one place. */
const alone = new WeakMap<Placement, ReadonlyMap<string, Placement>>()

/** The map of one entry that stands for all equal ones. */
const shared = (own: ReadonlyMap<string, Placement>): ReadonlyMap<string, Placement> => {
  const [[filterKey, placement]] = [...own] as [[string, Placement]] // of one entry
  const known = alone.get(placement)
  if (known?.has(filterKey) === true) return known
  alone.set(placement, own)
  return own
}

/** Where a fix leaves a subject; the same map where it moves it through no filter. */
export const movedBy = (
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
  return moved === null ? placements : moved.size === 1 ? shared(moved) : moved
}

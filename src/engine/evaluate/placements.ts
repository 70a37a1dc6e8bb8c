// Where subjects are placed, by filter: maps that are never changed, and shared where they are equal.
import type { Placement } from "../../domain/rule/Facts.ts"
import type { Position } from "../../domain/rule/Observation.ts"
import type { RuleSet } from "./RuleSet.ts"
import { place } from "./place.ts"

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

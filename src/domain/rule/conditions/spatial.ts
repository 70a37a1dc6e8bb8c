// spatial: `inside` and `outside` are levels, asked at every sample; `enter` and `exit` are crossings,
// compared feature by feature between two placements of the subject (semantics of crossings: step.ts).
import type { FeatureType, Spatial } from "../ConditionNode.ts"
import type { Facts, Placement } from "../Facts.ts"
import type { PositionFilter } from "../PositionFilter.ts"
import type { Area, Level } from "./Condition.ts"

/** The features of a project that a condition may select from. */
export interface Feature extends Area {
  readonly featureType: FeatureType
}

/** `feature_ids`, or `feature_type`, or both (intersection), or neither: every geofence and zone. */
export const select = (
  c: Pick<Spatial, "feature_ids" | "feature_type">,
  features: ReadonlyArray<Feature>
): ReadonlyMap<string, Area> => {
  const wanted = c.feature_ids === undefined ? null : new Set(c.feature_ids)
  const fits = (f: Feature) =>
    (wanted === null || wanted.has(f.id)) &&
    (c.feature_type === undefined
      ? wanted !== null || f.featureType === "geofence" || f.featureType === "zone"
      : f.featureType === c.feature_type)
  return new Map(features.filter(fits).map((f) => [f.id, f]))
}

const holding = (place: Placement, selected: ReadonlyMap<string, Area>): ReadonlyArray<Area> =>
  place.inside.flatMap((id) => selected.get(id) ?? [])

const isInsideAny = (place: Placement, selected: ReadonlyMap<string, Area>): boolean => {
  for (const id of place.inside) if (selected.has(id)) return true
  return false
}

/** The levels: `outside` means outside all selected features. */
export const whereabouts = (
  c: Spatial,
  selected: ReadonlyMap<string, Area>,
  filter: PositionFilter
): Level => {
  const wanted = c.relation === "inside"
  const holds = (facts: Facts) => {
    const now = facts.now(filter.key)
    return now === null ? null : isInsideAny(now, selected) === wanted
  }
  return {
    spatialOnly: true,
    holds,
    evaluate: (facts) => {
      const now = facts.now(filter.key)
      return {
        type: "spatial",
        truth: holds(facts),
        relation: c.relation,
        features:
          now === null
            ? []
            : holding(now, selected).map(({ id, name, revision }) => ({ id, name, revision })),
        ...(now === null ? { missing: "no accepted position" } : {})
      }
    }
  }
}

/** A condition that happens. */
export interface Crossing {
  readonly relation: "enter" | "exit"
  readonly selected: ReadonlyMap<string, Area>
  readonly filter: PositionFilter
}

/**
 * The selected features crossed at this moment, ascending by id. A feature that had not placed the subject
 * before (drawn or edited since, or the rule began after that placement) is not crossed: it is set silently.
 */
export const crossed = (c: Crossing, facts: Facts, blankFrom: number): ReadonlyArray<Area> => {
  const before = facts.before(c.filter.key),
    now = facts.now(c.filter.key)
  if (before === null || now === null || before === now || before.version < blankFrom) return []
  const [from, to] = c.relation === "enter" ? [before, now] : [now, before]
  const areas: Array<Area> = []
  for (const id of to.inside) {
    if (from.inside.includes(id)) continue
    const area = c.selected.get(id)
    if (
      area !== undefined &&
      area.changedAt <= before.version &&
      (area.redrawnAt === undefined || area.redrawnAt <= before.version)
    )
      areas.push(area)
  }
  return areas
}

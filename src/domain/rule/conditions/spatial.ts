// spatial: `inside` and `outside` are levels, evaluated at every sample; `enter` and `exit` are crossings,
// found by comparing two placements of the subject (`crossed`, below). ../step.ts combines the crossings of a rule,
// and ../holds.ts keeps those that have to last.
import type { Facts, Placement } from "../Facts.ts"
import { type PositionFilter, makeFilter, recordTypesOf } from "../PositionFilter.ts"
import type { Trigger } from "../Trigger.ts"
import type { Area, Crossing, Feature, Level, NamedFeature } from "./Condition.ts"
import type { ConditionKind, Misplacement, Place } from "./ConditionKind.ts"
import { type Relation, relations, Spatial, type SpatialFinding } from "./spatialDocument.ts"
import { explainSpatial, spatialMessage, spatialReadings } from "./spatialWords.ts"

/**
 * MAX_POSITION_FILTERS bounds the filters of a document: each is a search of its own at every fix, and a
 * placement kept for every subject.
 */
export const MAX_POSITION_FILTERS = 10

const isCrossing = (relation: Relation): relation is Crossing["relation"] =>
  relation === "enter" || relation === "exit"

/** Returns the filter of a condition of a rule with this trigger. */
export const positionFilterOf = (c: Spatial, trigger: Trigger): PositionFilter =>
  makeFilter(recordTypesOf(trigger), c.max_accuracy_m ?? null, c.exit_buffer_m ?? 0, c.confirm_samples ?? 1)

/** Checks where crossings stand, and counts the filters of a document. */
const check = () => {
  const positionFilters = new Set<string>()
  return (c: Spatial, { isTriggeredBy, negated }: Place): ReadonlyArray<Misplacement> => {
    const misplaced: Array<Misplacement> = []
    const refuse = (member: string, code: string, detail: string) =>
      void misplaced.push({ member, code, detail })
    if (isCrossing(c.relation)) {
      if (!isTriggeredBy("position"))
        refuse("relation", "RULE_CROSSING_TRIGGER", `${c.relation} needs a position trigger`)
      if (negated)
        refuse(
          "relation",
          "RULE_CROSSING_NEGATED",
          `${c.relation} cannot stand under not: a crossing is a moment, not a state`
        )
    }
    const known = positionFilters.size
    positionFilters.add(positionFilterOf(c, { kind: "position" }).key)
    if (known === MAX_POSITION_FILTERS && positionFilters.size > known)
      refuse(
        "type",
        "RULE_TOO_LARGE",
        `more than ${MAX_POSITION_FILTERS} different settings of max_accuracy_m, exit_buffer_m and confirm_samples`
      )
    return misplaced
  }
}

/**
 * Selects features by `feature_ids`, or `feature_type`, or both (intersection), or neither: every geofence
 * and zone.
 */
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

const named = (areas: ReadonlyArray<NamedFeature>): ReadonlyArray<NamedFeature> =>
  areas.map(({ id, name, revision }) => ({ id, name, revision }))

const holding = (place: Placement, selected: ReadonlyMap<string, Area>): ReadonlyArray<Area> =>
  place.inside.flatMap((id) => selected.get(id) ?? [])

const isInsideAny = (place: Placement, selected: ReadonlyMap<string, Area>): boolean => {
  for (const id of place.inside) if (selected.has(id)) return true
  return false
}

/** Makes a level: `outside` means outside all selected features. */
const whereabouts = (
  relation: Relation,
  selected: ReadonlyMap<string, Area>,
  filter: PositionFilter
): Level<SpatialFinding> => {
  const wanted = relation === "inside"
  const truth = (facts: Facts) => {
    const now = facts.now(filter.key)
    return now === null ? null : isInsideAny(now, selected) === wanted
  }
  return {
    spatialOnly: true,
    truth,
    evaluate: (facts) => {
      const now = facts.now(filter.key)
      return {
        type: "spatial",
        truth: truth(facts),
        relation,
        features: now === null ? [] : named(holding(now, selected)),
        ...(now === null ? { missing: { code: "missing.noAcceptedPosition" } } : {})
      }
    }
  }
}

const none: ReadonlyArray<Area> = Object.freeze([])

/**
 * Returns the selected features crossed at this moment, ascending by id. A feature that had not placed the
 * subject before (drawn or edited since, or the rule began after that placement) is not crossed: its side is
 * set silently.
 */
export const crossed = (c: Crossing, facts: Facts, blankFrom: number): ReadonlyArray<Area> => {
  const before = facts.before(c.filter.key),
    now = facts.now(c.filter.key)
  if (before === null || now === null || before === now || before.version < blankFrom) return none
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

const crossing = (
  relation: Crossing["relation"],
  selected: ReadonlyMap<string, Area>,
  filter: PositionFilter
): Crossing<SpatialFinding> => ({
  relation,
  selected,
  filter,
  show: (areas) => ({ type: "spatial", relation, truth: areas.length > 0, features: named(areas) })
})

/** The kind spatial. */
export const spatial: ConditionKind<Spatial, SpatialFinding> = {
  schema: Spatial,
  check,
  publish: {
    restrictions: [
      {
        name: "WithoutCrossings",
        description: "enter and exit need a position trigger, and stand not under not",
        members: { relation: { enum: relations.filter(isCrossing) } },
        trigger: "position",
        neverNegated: true
      }
    ],
    bound:
      `it looks at places in at most ${MAX_POSITION_FILTERS} ways (max_accuracy_m, exit_buffer_m and ` +
      "confirm_samples together)"
  },
  names: ({ feature_ids = [] }) =>
    feature_ids.map((id, i) => ({ kind: "feature", id, pointer: `/feature_ids/${i}` })),
  selects: (c) => (features) => select(c, features),
  needs: (c, trigger) => ({ positionFilters: [positionFilterOf(c, trigger)] }),
  compares: () => null,
  compile: (c, { features, trigger }) => {
    const selected = select(c, features),
      filter = positionFilterOf(c, trigger)
    return isCrossing(c.relation)
      ? crossing(c.relation, selected, filter)
      : whereabouts(c.relation, selected, filter)
  },
  explain: explainSpatial,
  message: spatialMessage,
  figure: () => null,
  readings: spatialReadings,
  write: (found) => found,
  summarize: ({ features: [first], relation }) =>
    relation === "inside" && first !== undefined ? { feature: first } : {},
  evidence: ({ features }) => ({ features }),
  example: (c) => ({
    items: (c.confirm_samples ?? 1) + 1,
    place: {
      isIn: c.relation === "enter" || c.relation === "inside",
      selects: (features) => select(c, features),
      exitBufferM: c.exit_buffer_m ?? 0,
      confirmSamples: c.confirm_samples ?? 1
    }
  })
}

// Conditions that happen, at a sample: borders crossed are pulses per feature, which fire at once or begin
// holds.
import type { Area } from "./conditions/Condition.ts"
import { crossed } from "./conditions/spatial.ts"
import type { Facts } from "./Facts.ts"
import type { Observation, Tick } from "./Observation.ts"
import type { Branch, Rule } from "./Rule.ts"
import type { Hold, RuleState } from "./RuleState.ts"
import { type Fired, nothing, type Step, unchanged } from "./Outcome.ts"

interface Pulse {
  readonly relation: "enter" | "exit"
  readonly area: Area
}

const byRelationThenId = (a: Pulse, b: Pulse): number =>
  a.relation !== b.relation
    ? a.relation === "exit"
      ? -1
      : 1
    : a.area.id < b.area.id
      ? -1
      : a.area.id > b.area.id
        ? 1
        : 0

/**
 * What one alternative crosses at this sample: a pulse per feature, or one for all where several crossings
 * must coincide.
 */
const pulses = (rule: Rule, branch: Branch, facts: Facts) => {
  const perCrossing = branch.crossings.map((c) =>
    crossed(c, facts, rule.blankFrom).map((area) => ({ relation: c.relation, area, filterKey: c.filter.key }))
  )
  if (perCrossing.length === 1) return perCrossing[0]!.map((p) => ({ ...p, sides: [p] }))
  if (perCrossing.some((c) => c.length === 0)) return []
  const sides = perCrossing.flat().sort(byRelationThenId)
  return [{ ...sides[sides.length - 1]!, sides }]
}

/** Pulses whose guard is true fire now, or begin a hold where the rule wants one. */
export const evaluateCrossings = (
  rule: Rule,
  state: RuleState,
  seen: Observation | Tick,
  facts: Facts
): Step => {
  const found = rule.branches
    .flatMap((branch, index) =>
      pulses(rule, branch, facts)
        .filter(() => branch.guard === null || branch.guard.holds(facts) === true)
        .map((p) => ({ ...p, branch: index }))
    )
    .sort(byRelationThenId)
  if (found.length === 0) return unchanged(state)
  if (rule.forMs === 0) {
    // two alternatives that see the same crossing see one crossing
    const distinct = found.filter((p, i) => i === 0 || byRelationThenId(found[i - 1]!, p) !== 0)
    const evaluated = rule.evaluate(facts)
    return {
      state: { ...state, lastFiredAt: seen.at },
      outcomes: distinct.map((p): Fired => ({
        _tag: "Fired",
        kind: p.relation,
        at: seen.at,
        feature: p.area,
        evaluated
      }))
    }
  }
  const holds = found.map((p): Hold => ({
    branch: p.branch,
    relation: p.relation,
    feature: p.area.id,
    sides: p.sides.map((s) => ({ feature: s.area.id, inside: s.relation === "enter", lens: s.filterKey })),
    since: seen.at,
    arrivedAt: rule.maxGapMs === null ? seen.receivedAt : null,
    overdue: false
  }))
  return { state: { ...state, holds: [...state.holds, ...holds] }, outcomes: nothing }
}

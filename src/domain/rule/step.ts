// The only thing that decides. Live evaluation, replay and tests all call it; it reads no clock, no database,
// no random source: time and facts are arguments. What it does is specification 3.1, crossings being pulses
// per feature.
import type { Area } from "./conditions/Condition.ts"
import { crossed } from "./conditions/spatial.ts"
import type { Facts } from "./Facts.ts"
import type { Moment, Observation, Tick } from "./Observation.ts"
import { isTriggeredBy, type Rule } from "./Rule.ts"
import type { Hold, RuleState } from "./RuleState.ts"
import { type Fired, joined, nothing, type Step, unchanged } from "./Outcome.ts"
import { evaluateLevel } from "./evaluateLevel.ts"
import { evaluateDeadline, keepHolds } from "./holds.ts"

/**
 * One step of one rule and subject. A state that does not change comes back as the same object, and silence
 * as the same empty list, so that a sleeping actor costs nothing to keep asleep.
 *
 * Call it for a deadline before any record newer than the deadline enters the facts, for records in
 * `inOrder`, after all records of their instant entered, and for a tick after the records of its instant were
 * judged.
 */
export const step = (rule: Rule, state: RuleState, moment: Moment, facts: Facts): Step =>
  moment._tag === "Deadline"
    ? evaluateDeadline(rule, state, moment.at, facts)
    : evaluateObservation(rule, state, moment, facts)

const evaluateObservation = (rule: Rule, state: RuleState, seen: Observation | Tick, facts: Facts): Step => {
  const isSample = seen._tag === "Tick" || isTriggeredBy(rule, seen)
  let next = breakAtGap(rule, state, seen.at)
  let outcomes = nothing
  if (next.holds.length > 0) ({ state: next, outcomes } = keepHolds(rule, next, seen.at, facts))
  if (isSample) {
    if (rule.branches.length > 0) {
      const crossing = evaluateCrossings(rule, next, seen, facts)
      next = crossing.state
      outcomes = joined(outcomes, crossing.outcomes)
    }
    if (rule.level !== null) {
      const level = evaluateLevel(rule, next, seen, facts)
      next = level.state
      outcomes = joined(outcomes, level.outcomes)
    }
    next = noteSample(rule, next, seen.at)
  }
  return next === state ? unchanged(state) : { state: next, outcomes }
}

const isHolding = (state: RuleState): boolean =>
  state.holds.length > 0 || (state.since !== null && !state.active)

/**
 * Two consecutive samples further apart than the rule allows break what is held, as soon as that is known;
 * this sample may begin it anew.
 */
const breakAtGap = (rule: Rule, state: RuleState, at: number): RuleState =>
  rule.maxGapMs === null ||
  state.sampledAt === null ||
  at - state.sampledAt <= rule.maxGapMs ||
  !isHolding(state)
    ? state
    : {
        ...state,
        holds: [],
        sampledAt: null,
        ...(state.active ? {} : { since: null, arrivedAt: null, overdue: false })
      }

const noteSample = (rule: Rule, state: RuleState, at: number): RuleState => {
  // of a version without a largest gap nobody knows later what its last sample was
  const sampledAt = rule.maxGapMs !== null && isHolding(state) ? at : null
  return sampledAt === state.sampledAt ? state : { ...state, sampledAt }
}

/** One crossing of one feature's border. */
interface Side {
  readonly relation: "enter" | "exit"
  readonly area: Area
  readonly filterKey: string
}

/** Sides that an alternative takes for one event, which is named after the last of them. */
interface Pulse extends Side {
  readonly sides: ReadonlyArray<Side>
  /** which alternative */
  readonly branch: number
}

const byRelationThenId = (a: Side, b: Side): number =>
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
 * What one alternative crosses at this sample if its guard is true: a pulse per feature, or one for all where
 * several crossings must coincide. Adds them to `found`.
 */
const addPulses = (rule: Rule, branch: number, facts: Facts, found: Array<Pulse>): void => {
  const { crossings, guard } = rule.branches[branch]!
  const all: Array<Side> = []
  for (const crossing of crossings) {
    const areas = crossed(crossing, facts, rule.blankFrom)
    if (areas.length === 0) return // at nearly every sample
    for (const area of areas) all.push({ relation: crossing.relation, area, filterKey: crossing.filter.key })
  }
  if (guard !== null && guard.holds(facts) !== true) return
  if (crossings.length === 1) for (const side of all) found.push({ ...side, sides: [side], branch })
  else found.push({ ...all.sort(byRelationThenId).at(-1)!, sides: all, branch })
}

/** Conditions that happen, at a sample: borders crossed are pulses per feature. */
const evaluateCrossings = (rule: Rule, state: RuleState, seen: Observation | Tick, facts: Facts): Step => {
  const found: Array<Pulse> = []
  for (let branch = 0; branch < rule.branches.length; branch++) addPulses(rule, branch, facts, found)
  return found.length === 0
    ? unchanged(state)
    : takePulses(rule, state, seen, facts, found.sort(byRelationThenId))
}

/** Pulses fire now, or begin a hold where the rule wants one. */
const takePulses = (
  rule: Rule,
  state: RuleState,
  seen: Observation | Tick,
  facts: Facts,
  found: ReadonlyArray<Pulse>
): Step => {
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

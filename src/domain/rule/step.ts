// The only code that decides. Live evaluation, replay and tests all call it; it reads no clock, no database,
// no random source: time and facts are arguments. Levels follow the table in evaluateLevel.ts; a crossing is a pulse
// for each feature. A sample is a record or a tick that starts the rule.
import type { Area } from "./conditions/Condition.ts"
import { crossed } from "./conditions/spatial.ts"
import type { Facts } from "./Facts.ts"
import type { Moment, Observation, Tick } from "./Observation.ts"
import { isTriggeredBy, type Rule } from "./Rule.ts"
import type { Hold, RuleState } from "./RuleState.ts"
import { type Fired, joinOutcomes, noOutcomes, type Step, unchanged } from "./Outcome.ts"
import { evaluateLevel } from "./evaluateLevel.ts"
import { evaluateDeadline, keepHolds } from "./holds.ts"

/**
 * Runs one step of one rule and subject. An unchanged state is returned as the same object, and no outcomes
 * as the same empty list, so that a sleeping actor allocates nothing.
 *
 * Call it for a deadline before any newer record enters the facts; for records in `inOrder`, after all
 * records of their instant entered; for a tick after the records of its instant were evaluated.
 */
export const step = (rule: Rule, state: RuleState, moment: Moment, facts: Facts): Step =>
  moment._tag === "Deadline"
    ? evaluateDeadline(rule, state, moment.at, facts)
    : evaluateObservation(rule, state, moment, facts)

const evaluateObservation = (rule: Rule, state: RuleState, seen: Observation | Tick, facts: Facts): Step => {
  const startsRule = seen._tag === "Tick" || isTriggeredBy(rule, seen)
  let next = breakAtGap(rule, state, seen.at)
  let outcomes = noOutcomes
  if (next.holds.length > 0) ({ state: next, outcomes } = keepHolds(rule, next, seen.at, facts))
  if (startsRule) {
    if (rule.branches.length > 0) {
      const crossing = evaluateCrossings(rule, next, seen, facts)
      next = crossing.state
      outcomes = joinOutcomes(outcomes, crossing.outcomes)
    }
    if (rule.level !== null) {
      const level = evaluateLevel(rule, next, seen, facts)
      next = level.state
      outcomes = joinOutcomes(outcomes, level.outcomes)
    }
    next = noteStart(rule, next, seen.at)
  }
  return next === state ? unchanged(state) : { state: next, outcomes }
}

const isHolding = (state: RuleState): boolean =>
  state.holds.length > 0 || (state.since !== null && !state.active)

/**
 * Ends what is held if two consecutive samples are further apart than the rule allows; the new sample may
 * begin it again.
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

const noteStart = (rule: Rule, state: RuleState, at: number): RuleState => {
  // kept only for rules with a largest gap
  const sampledAt = rule.maxGapMs !== null && isHolding(state) ? at : null
  return sampledAt === state.sampledAt ? state : { ...state, sampledAt }
}

/** CrossedBorder is the border of a feature that a subject crossed. */
interface CrossedBorder {
  readonly relation: "enter" | "exit"
  readonly area: Area
  readonly filterKey: string
}

/** Pulse is what a branch crosses for one event, which is named after the last border. */
interface Pulse extends CrossedBorder {
  readonly borders: ReadonlyArray<CrossedBorder>
  /** index of the branch */
  readonly branch: number
}

const byRelationThenId = (a: CrossedBorder, b: CrossedBorder): number =>
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
 * Adds what one branch crosses at this sample, if its guard is true: a pulse per feature, or one for all if
 * several crossings must coincide.
 */
const addPulses = (rule: Rule, branch: number, facts: Facts, pulses: Array<Pulse>): void => {
  const { crossings, guard } = rule.branches[branch]!
  const borders: Array<CrossedBorder> = []
  for (const crossing of crossings) {
    const areas = crossed(crossing, facts, rule.blankFrom)
    if (areas.length === 0) return // nearly always
    for (const area of areas)
      borders.push({ relation: crossing.relation, area, filterKey: crossing.filter.key })
  }
  if (guard !== null && guard.truth(facts) !== true) return
  if (crossings.length === 1)
    for (const border of borders) pulses.push({ ...border, borders: [border], branch })
  else pulses.push({ ...borders.sort(byRelationThenId).at(-1)!, borders, branch })
}

/** Evaluates crossings at a sample: borders crossed are pulses per feature. */
const evaluateCrossings = (rule: Rule, state: RuleState, seen: Observation | Tick, facts: Facts): Step => {
  const pulses: Array<Pulse> = []
  for (let branch = 0; branch < rule.branches.length; branch++) addPulses(rule, branch, facts, pulses)
  return pulses.length === 0
    ? unchanged(state)
    : takePulses(rule, state, seen, facts, pulses.sort(byRelationThenId))
}

/** Fires pulses, or begins a hold if the rule has one. */
const takePulses = (
  rule: Rule,
  state: RuleState,
  seen: Observation | Tick,
  facts: Facts,
  pulses: ReadonlyArray<Pulse>
): Step => {
  if (rule.forMs === 0) {
    // the same crossing in two branches fires once
    const distinct = pulses.filter((p, i) => i === 0 || byRelationThenId(pulses[i - 1]!, p) !== 0)
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
  const holds = pulses.map((p): Hold => ({
    branch: p.branch,
    relation: p.relation,
    feature: p.area.id,
    sides: p.borders.map((s) => ({
      feature: s.area.id,
      inside: s.relation === "enter",
      filterKey: s.filterKey
    })),
    since: seen.at,
    arrivedAt: rule.maxGapMs === null ? seen.receivedAt : null,
    overdue: false
  }))
  return { state: { ...state, holds: [...state.holds, ...holds] }, outcomes: noOutcomes }
}

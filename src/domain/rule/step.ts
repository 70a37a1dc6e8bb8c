// The only thing that decides. Live evaluation, replay and tests all call it; it reads no clock, no database,
// no random source: time and facts are arguments. What it does is specification 3.1, crossings being pulses
// per feature.
import type { Area, Evaluated } from "./conditions/Condition.ts"
import { crossed } from "./conditions/spatial.ts"
import type { Facts } from "./Facts.ts"
import type { Moment, Observation, Tick } from "./Observation.ts"
import { type Branch, isTriggeredBy, type Rule } from "./Rule.ts"
import { blank, type Hold, type RuleState } from "./RuleState.ts"

export type Kind = "rise" | "reminder" | "enter" | "exit"

export interface Fired {
  readonly _tag: "Fired"
  readonly kind: Kind
  /** event time: when it was true */
  readonly at: number
  /** the feature crossed; null for levels */
  readonly feature: Area | null
  readonly evaluated: Evaluated
}

/** The condition of an active rule became false: the episode that its rise began is over. */
export interface Ended {
  readonly _tag: "Ended"
  readonly at: number
}

export type Outcome = Fired | Ended

export interface Step {
  readonly state: RuleState
  readonly outcomes: ReadonlyArray<Outcome>
}

const nothing: ReadonlyArray<Outcome> = Object.freeze([])
const asleep: Step = Object.freeze({ state: blank, outcomes: nothing })
const unchanged = (state: RuleState): Step => (state === blank ? asleep : { state, outcomes: nothing })

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
    ? judgeDeadline(rule, state, moment.at, facts)
    : judgeObservation(rule, state, moment, facts)

const judgeObservation = (rule: Rule, state: RuleState, seen: Observation | Tick, facts: Facts): Step => {
  const isSample = seen._tag === "Tick" || isTriggeredBy(rule, seen)
  let next = breakAtGap(rule, state, seen.at)
  let outcomes = nothing
  if (next.holds.length > 0) ({ state: next, outcomes } = keepHolds(rule, next, seen.at, facts))
  if (isSample) {
    if (rule.branches.length > 0) {
      const crossing = judgeCrossings(rule, next, seen, facts)
      next = crossing.state
      outcomes = joined(outcomes, crossing.outcomes)
    }
    if (rule.level !== null) {
      const level = judgeLevel(rule, next, seen, facts)
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
  if (rule.maxGapMs === null) return state
  const sampledAt = isHolding(state) ? at : null
  return sampledAt === state.sampledAt ? state : { ...state, sampledAt }
}

const joined = (a: ReadonlyArray<Outcome>, b: ReadonlyArray<Outcome>): ReadonlyArray<Outcome> =>
  b.length === 0 ? a : [...a, ...b]

/** The table of specification 3.1. */
const judgeLevel = (rule: Rule, state: RuleState, seen: Observation | Tick, facts: Facts): Step => {
  const level = rule.level!
  const truth = level.holds(facts)
  if (truth === null) return unchanged(state)
  if (!truth) {
    if (!state.active)
      return state.since === null
        ? unchanged(state)
        : { state: { ...state, since: null, arrivedAt: null, overdue: false }, outcomes: nothing }
    return {
      state: { ...state, active: false, since: null, arrivedAt: null, overdue: false },
      outcomes: [{ _tag: "Ended", at: seen.at }]
    }
  }
  if (state.active) {
    const due =
      rule.cooldownMs > 0 && state.lastFiredAt !== null && seen.at - state.lastFiredAt >= rule.cooldownMs
    return due
      ? {
          state: { ...state, lastFiredAt: seen.at },
          outcomes: [
            { _tag: "Fired", kind: "reminder", at: seen.at, feature: null, evaluated: rule.evaluate(facts) }
          ]
        }
      : unchanged(state)
  }
  const since = state.since ?? seen.at
  if (seen.at - since >= rule.forMs) {
    return {
      state: { ...state, active: true, since, arrivedAt: null, overdue: false, lastFiredAt: seen.at },
      outcomes: [{ _tag: "Fired", kind: "rise", at: seen.at, feature: null, evaluated: rule.evaluate(facts) }]
    }
  }
  if (state.since !== null) return unchanged(state)
  return {
    state: {
      ...state,
      since,
      arrivedAt: level.spatialOnly && rule.maxGapMs === null ? seen.receivedAt : null
    },
    outcomes: nothing
  }
}

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
    crossed(c, facts, rule.blankFrom).map((area) => ({ relation: c.relation, area, lens: c.lens.key }))
  )
  if (perCrossing.length === 1) return perCrossing[0]!.map((p) => ({ ...p, sides: [p] }))
  if (perCrossing.some((c) => c.length === 0)) return []
  const sides = perCrossing.flat().sort(byRelationThenId)
  return [{ ...sides[sides.length - 1]!, sides }]
}

const judgeCrossings = (rule: Rule, state: RuleState, seen: Observation | Tick, facts: Facts): Step => {
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
    sides: p.sides.map((s) => ({ feature: s.area.id, inside: s.relation === "enter", lens: s.lens })),
    since: seen.at,
    arrivedAt: rule.maxGapMs === null ? seen.receivedAt : null,
    overdue: false
  }))
  return { state: { ...state, holds: [...state.holds, ...holds] }, outcomes: nothing }
}

const areaOf = (rule: Rule, id: string): Area | undefined => {
  for (const branch of rule.branches) {
    for (const crossing of branch.crossings) {
      const area = crossing.selected.get(id)
      if (area !== undefined) return area
    }
  }
  return undefined
}

/**
 * Whether the subject is still on the side of the border that its crossing brought it to. An edited border
 * ends the hold.
 */
const staysOn = (rule: Rule, hold: Hold, facts: Facts): boolean =>
  hold.sides.every(({ feature, inside, lens }) => {
    const now = facts.now(lens)
    if (now === null) return false
    const area = areaOf(rule, feature)
    const edited = area === undefined || area.changedAt > (facts.before(lens) ?? now).version
    return !edited && now.inside.includes(feature) === inside
  })

const guardOf = (rule: Rule, hold: Hold, facts: Facts) => {
  const guard = rule.branches[hold.branch]?.guard
  return guard === undefined ? false : guard === null ? true : guard.holds(facts)
}

const fire = (rule: Rule, hold: Hold, at: number, facts: Facts): Fired => ({
  _tag: "Fired",
  kind: hold.relation,
  at,
  feature: areaOf(rule, hold.feature) ?? null,
  evaluated: rule.evaluate(facts, hold)
})

/** A crossing that several alternatives hold fires once, with the first that completes. */
const isOf =
  (crossing: Hold) =>
  (hold: Hold): boolean =>
    hold.since === crossing.since && hold.relation === crossing.relation && hold.feature === crossing.feature

/** At a record: a hold whose side or guard is lost ends; one whose time is up, and true, fires. */
const keepHolds = (rule: Rule, state: RuleState, at: number, facts: Facts): Step => {
  const outcomes: Array<Outcome> = []
  const done: Array<Hold> = []
  const holds = state.holds
    .filter((hold) => {
      if (done.some(isOf(hold)) || !staysOn(rule, hold, facts)) return false
      const guard = guardOf(rule, hold, facts)
      if (guard === true && at - hold.since >= rule.forMs) {
        outcomes.push(fire(rule, hold, at, facts))
        done.push(hold)
      }
      return guard !== false
    })
    .filter((hold) => !done.some(isOf(hold)))
  if (holds.length === state.holds.length) return unchanged(state)
  return { state: { ...state, holds, lastFiredAt: outcomes.length > 0 ? at : state.lastFiredAt }, outcomes }
}

/**
 * At a deadline: true fires with the deadline as event time, false ends the hold, unknown leaves it for the
 * next evaluation.
 */
const judgeDeadline = (rule: Rule, state: RuleState, at: number, facts: Facts): Step => {
  const outcomes: Array<Outcome> = []
  let { active, arrivedAt, since, overdue, lastFiredAt } = state
  const done: Array<Hold> = []
  const holds = state.holds
    .flatMap((hold) => {
      if (done.some(isOf(hold))) return []
      if (hold.overdue || hold.arrivedAt === null || hold.since + rule.forMs > at) return [hold]
      const guard = staysOn(rule, hold, facts) ? guardOf(rule, hold, facts) : false
      if (guard === null) return [{ ...hold, overdue: true }]
      if (guard) {
        outcomes.push(fire(rule, hold, hold.since + rule.forMs, facts))
        done.push(hold)
      }
      return []
    })
    .filter((hold) => !done.some(isOf(hold)))
  // what arrived is a sample with which the level began to hold
  const due = arrivedAt === null || overdue ? Infinity : since! + rule.forMs
  if (due <= at) {
    const truth = rule.level!.holds(facts)
    if (truth === true) {
      outcomes.push({ _tag: "Fired", kind: "rise", at: due, feature: null, evaluated: rule.evaluate(facts) })
      active = true
      arrivedAt = null
    } else if (truth === false) {
      since = null
      arrivedAt = null
    } else overdue = true
  }
  if (outcomes.length > 0) lastFiredAt = outcomes[outcomes.length - 1]!.at
  return {
    state: {
      ...state,
      active,
      since,
      arrivedAt,
      overdue,
      lastFiredAt,
      holds,
      judgedTo: Math.max(at, state.judgedTo ?? at)
    },
    outcomes
  }
}

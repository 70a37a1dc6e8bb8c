// Holds of crossings at a record, and the deadline of every hold, a level's too. A crossing's hold begins in step.ts;
// it ends when the subject leaves its side of the border or the guard becomes false, and fires when its time is over.
import type { Area } from "./conditions/Condition.ts"
import type { Facts } from "./Facts.ts"
import type { Rule } from "./Rule.ts"
import type { Hold, RuleState } from "./RuleState.ts"
import { type Fired, type Outcome, type Step, unchanged } from "./Outcome.ts"

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
  hold.sides.every(({ feature, inside, filterKey }) => {
    const now = facts.now(filterKey)
    if (now === null) return false
    const area = areaOf(rule, feature)
    const edited = area === undefined || area.changedAt > (facts.before(filterKey) ?? now).version
    return !edited && now.inside.includes(feature) === inside
  })

/**
 * Returns the state without holds at borders that were redrawn by newer features, which place the subject
 * already. Holds at borders that the next version draws as this one did stay.
 */
export const withoutRedrawn = (rule: Rule, next: Rule, state: RuleState): RuleState => {
  const holds = state.holds.filter((hold) =>
    hold.sides.every(({ feature }) => {
      const area = areaOf(rule, feature)
      return (
        area?.redrawnAt === undefined ||
        area.redrawnAt === area.changedAt ||
        areaOf(next, feature)?.changedAt === area.changedAt
      )
    })
  )
  return holds.length === state.holds.length ? state : { ...state, holds }
}

const guardOf = (rule: Rule, hold: Hold, facts: Facts) => {
  const guard = rule.branches[hold.branch]?.guard
  return guard === undefined ? false : guard === null ? true : guard.truth(facts)
}

const fire = (rule: Rule, hold: Hold, at: number, facts: Facts): Fired => ({
  _tag: "Fired",
  kind: hold.relation,
  at,
  feature: areaOf(rule, hold.feature) ?? null,
  evaluated: rule.evaluate(facts, hold)
})

/**
 * Whether a hold is of the same crossing: one that several branches hold fires once, with the first that
 * completes.
 */
const isSameCrossing =
  (crossing: Hold) =>
  (hold: Hold): boolean =>
    hold.since === crossing.since && hold.relation === crossing.relation && hold.feature === crossing.feature

/**
 * Evaluates holds at a record: a hold whose side or guard is lost ends; one whose time is up fires if its
 * guard is true.
 */
export const keepHolds = (rule: Rule, state: RuleState, at: number, facts: Facts): Step => {
  const outcomes: Array<Outcome> = []
  const done: Array<Hold> = []
  const holds = state.holds
    .filter((hold) => {
      if (done.some(isSameCrossing(hold)) || !staysOn(rule, hold, facts)) return false
      const guard = guardOf(rule, hold, facts)
      if (guard === true && at - hold.since >= rule.forMs) {
        outcomes.push(fire(rule, hold, at, facts))
        done.push(hold)
      }
      return guard !== false
    })
    .filter((hold) => !done.some(isSameCrossing(hold)))
  if (holds.length === state.holds.length) return unchanged(state)
  return { state: { ...state, holds, lastFiredAt: outcomes.length > 0 ? at : state.lastFiredAt }, outcomes }
}

/**
 * Evaluates the holds of crossings and of the level at a deadline: true fires with the deadline as event
 * time, false ends the hold, unknown leaves it for the next evaluation.
 */
export const evaluateDeadline = (rule: Rule, state: RuleState, at: number, facts: Facts): Step => {
  const outcomes: Array<Outcome> = []
  let { active, arrivedAt, since, overdue, lastFiredAt } = state
  const done: Array<Hold> = []
  const holds = state.holds
    .flatMap((hold) => {
      if (done.some(isSameCrossing(hold))) return []
      if (hold.overdue || hold.arrivedAt === null || hold.since + rule.forMs > at) return [hold]
      const guard = staysOn(rule, hold, facts) ? guardOf(rule, hold, facts) : false
      if (guard === null) return [{ ...hold, overdue: true }]
      if (guard) {
        outcomes.push(fire(rule, hold, hold.since + rule.forMs, facts))
        done.push(hold)
      }
      return []
    })
    .filter((hold) => !done.some(isSameCrossing(hold)))
  // `arrivedAt` is set when a sample began the hold of the level
  const due = arrivedAt === null || overdue ? Infinity : since! + rule.forMs
  if (due <= at) {
    const truth = rule.level!.truth(facts)
    if (truth === true) {
      outcomes.push({ _tag: "Fired", kind: "rise", at: due, feature: null, evaluated: rule.evaluate(facts) })
      active = true
      arrivedAt = null
    } else if (truth === false) {
      since = null
      arrivedAt = null
    } else overdue = true
  }
  // a version with a shorter hold may find deadlines older than the last firing of the version before
  for (const { at: firedAt } of outcomes) lastFiredAt = Math.max(firedAt, lastFiredAt ?? firedAt)
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

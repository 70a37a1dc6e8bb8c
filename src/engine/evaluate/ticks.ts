// When schedules tick: at multiples of their interval since the epoch, a pure function of the interval.
import type { Rule } from "../../domain/rule/Rule.ts"

/**
 * TICK_GRACE_MS is how long after its instant a tick is evaluated, so that records of that instant have
 * arrived.
 */
export const TICK_GRACE_MS = 20_000

/**
 * MAX_MISSED_TICKS bounds the missed ticks of one rule that are still evaluated, the newest of them, so that
 * a long pause does not become a long replay.
 */
export const MAX_MISSED_TICKS = 5000

/** Returns the first tick of an interval after a moment, both epoch ms. */
export const tickAfter = (everyMs: number, moment: number): number =>
  (Math.floor(moment / everyMs) + 1) * everyMs

/** Returns the newest tick of an interval at or before a moment. */
export const tickAt = (everyMs: number, moment: number): number => Math.floor(moment / everyMs) * everyMs

/**
 * Returns a rule's first tick after a moment; a version does not evaluate the ticks before it came into
 * force.
 */
export const ruleTickAfter = (rule: Rule, moment: number): number =>
  rule.everyMs === null ? Infinity : tickAfter(rule.everyMs, Math.max(moment, rule.activeFrom))

/** Returns the earliest tick of some rules after a moment; Infinity: none has a schedule. */
export const nextTick = (rules: ReadonlyArray<Rule>, moment: number): number => {
  let next = Infinity
  for (const rule of rules) next = Math.min(next, ruleTickAfter(rule, moment))
  return next
}

/** Returns how many ticks of some rules between two moments are evaluated. */
export const ticksUpTo = (rules: ReadonlyArray<Rule>, moment: number, to: number): number => {
  let ticks = 0
  for (const rule of rules)
    ticks += Math.min(
      MAX_MISSED_TICKS,
      Math.max(0, Math.ceil((to - ruleTickAfter(rule, moment)) / rule.everyMs!))
    )
  return ticks
}

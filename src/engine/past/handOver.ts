// Where one version of a rule ends for a subject and the next begins.
import type { Rule } from "../../domain/rule/Rule.ts"

/**
 * The effective times after which `before` does not judge any more and `next` does; null: no rule. What
 * records start is judged by floors of records, what schedules start by floors of ticks; where these
 * disagree, what was judged when the version changed stays so.
 */
export const handOver = (
  before: Rule | null,
  next: Rule | null,
  floor: number,
  tickFloor: number
): { readonly ends: number; readonly begins: number } => {
  const floorOf = (rule: Rule) => (rule.everyMs === null ? floor : tickFloor)
  const ends = floorOf(before ?? next!),
    begins = floorOf(next ?? before!)
  if (before === null || next === null) return { ends: begins, begins }
  return next.everyMs === null
    ? { ends: Math.min(ends, begins), begins }
    : { ends: Math.max(ends, begins), begins: Math.max(ends, begins) }
}

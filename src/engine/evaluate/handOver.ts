// Where one version of a rule ends for a subject and the next begins.
import type { Rule } from "../../domain/rule/Rule.ts"

/**
 * Returns the effective times after which `before` no longer evaluates and `next` does; null: no rule. Rules
 * started by records change at `recordsAfter`, rules started by schedules at `ticksAfter`; where these
 * differ, what was evaluated when the version changed stays.
 */
export const handOver = (
  before: Rule | null,
  next: Rule | null,
  recordsAfter: number,
  ticksAfter: number
): { readonly ends: number; readonly begins: number } => {
  const startOf = (rule: Rule) => (rule.everyMs === null ? recordsAfter : ticksAfter)
  const ends = startOf(before ?? next!),
    begins = startOf(next ?? before!)
  if (before === null || next === null) return { ends: begins, begins }
  return next.everyMs === null
    ? { ends: Math.min(ends, begins), begins }
    : { ends: Math.max(ends, begins), begins: Math.max(ends, begins) }
}

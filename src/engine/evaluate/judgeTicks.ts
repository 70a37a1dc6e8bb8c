// Leads one subject through the ticks of its schedules, the deadlines between them included.
import type { Rule } from "../../domain/rule/Rule.ts"
import { wornOf } from "../../domain/rule/scope.ts"
import type { Cell } from "./Cell.ts"
import { MAX_MISSED, ruleTickAfter, TICK_GRACE_MS, tickAt } from "./ticks.ts"
import type { Bench, IsSpent } from "./Bench.ts"
import { judgeAllDeadlines, keepsStep } from "./judgeDeadlines.ts"
import { advance } from "./advance.ts"

/**
 * Judges the ticks of a subject up to and with a moment, where the log holds nothing older that is still to
 * come. False: it stopped at an earlier tick.
 */
export const judgeTicks = (bench: Bench, cell: Cell, to: number, isSpent?: IsSpent): boolean => {
  if (to <= cell.tickedTo) return true
  // nobody asks about a subject that has not reported yet
  const reached = cell.watermark > -Infinity ? advanceTicks(bench, cell, to, isSpent) : to
  cell.ticked(reached)
  return reached === to
}

/** Whether some tick may ask the rule about a subject, as far as devices say. */
const mayBeAsked = ({ devices }: Rule, { who: { device, entity } }: Cell): boolean =>
  devices === null ||
  (entity?.worn === undefined ? devices.has(device.id) : entity.worn.some(({ id }) => devices.has(id)))

/** Whether a tick asks the rule about a subject: under `device_ids` while it wears one of the devices. */
const isAskedAt = ({ devices }: Rule, { who }: Cell, at: number): boolean =>
  devices === null || wornOf(devices, who, at) !== null

/**
 * Each instant at which a schedule of the subject ticks, in order; deadlines that lie before it first. Up to
 * when they are judged.
 */
const advanceTicks = (bench: Bench, cell: Cell, to: number, isSpent?: IsSpent): number => {
  const onTick = cell.concern.onTick.filter((rule) => mayBeAsked(rule, cell))
  if (onTick.length === 0) return to
  const oldest = (rule: Rule) =>
    rule.everyMs === null ? to : tickAt(rule.everyMs, to) - MAX_MISSED * rule.everyMs
  const next = onTick.map((rule) => ruleTickAfter(rule, Math.max(cell.tickedTo, oldest(rule))))
  for (;;) {
    const at = Math.min(...next)
    if (at > to) return to
    judgeAllDeadlines(bench, cell, (due) => due < at, keepsStep)
    const facts = cell.facts(at, null, cell.placements)
    onTick.forEach((rule, i) => {
      if (next[i] !== at) return
      if (isAskedAt(rule, cell, at))
        advance(bench, cell, rule, { _tag: "Tick", at, receivedAt: at + TICK_GRACE_MS }, facts)
      next[i] = ruleTickAfter(rule, at)
    })
    if (isSpent?.() === true) return at
  }
}

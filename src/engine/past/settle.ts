// Ticks and deadlines of a past that is judged again: as far as the live engine has judged them.
import type { Cell } from "../evaluate/Cell.ts"
import type { Actor } from "../evaluate/Changes.ts"
import type { Bench, IsSpent } from "../evaluate/Bench.ts"
import { judgeDeadlines, judgeTimer } from "../evaluate/judgeDeadlines.ts"
import { judgeTicks } from "../evaluate/judgeTicks.ts"
import { ruleTickAfter } from "../evaluate/ticks.ts"
import type { Past } from "./Past.ts"

/** Instants and ticks judged between two turns. */
export const TURN = 512

/**
 * In strides shorter than what a live engine catches up with, so that none is skipped. False: it stopped at a
 * tick, and others follow.
 */
export function* passTicks(bench: Bench, cell: Cell, to: number, isSpent: IsSpent): Generator<void, boolean> {
  if (cell.nextTick <= to) {
    const every = Math.min(...cell.concern.onTick.map((r) => r.everyMs ?? Infinity))
    while (cell.nextTick <= to) {
      judgeTicks(bench, cell, Math.min(to, cell.nextTick + TURN * every), isSpent)
      if (isSpent() && cell.nextTick <= to) return false
      yield
    }
  }
  judgeTicks(bench, cell, to)
  return true
}

/**
 * Judges the deadlines up to a moment: of those of whom it is said all, of the others what the live engine
 * has judged, and what timers would have gone off for.
 */
export const settle = (
  bench: Bench,
  cell: Cell,
  { deadlinesTo, now, timersTo = now }: Past,
  upTo: number,
  isSure: (actor: Actor) => boolean
): void => {
  if (cell.actors === null) return
  for (const [ruleId, actor] of cell.actors) {
    const to = isSure(actor) ? upTo : Math.min(upTo, deadlinesTo?.(ruleId) ?? -Infinity)
    judgeDeadlines(bench, cell, actor, (due) => due <= to)
    // a hold that a tick began waits until the ticks before its deadline are judged
    judgeTimer(bench, cell, ruleId, timersTo, Math.min(upTo, ruleTickAfter(actor.rule, cell.tickedTo) - 1))
    actor.armed = null // nobody set these timers
  }
}

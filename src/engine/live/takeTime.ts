// The part of a turn that lets time pass: ticks of schedules and deadlines that are due.
import { Effect } from "effect"
import { attempt, type Commit } from "./attempt.ts"
import { type BatchLimits, AdaptiveBatchLimit } from "./AdaptiveBatchLimit.ts"
import type { EngineState } from "./EngineState.ts"
import { hasElapsed } from "./isOver.ts"
import { chooseDue, passTime } from "./passTime.ts"
import type { Preparer } from "./prepare.ts"
import { FailureTracker } from "./FailureTracker.ts"

/**
 * Projects whose ticks or deadlines the database refused are left in peace so long, and then tried one by
 * one.
 */
const BACKOFF_MS = 60_000

/** What time may cost, and whose rests, outlives the memory that a failure drops. */
export const makeTakeTime = (preparing: Preparer, commit: Commit, tickGraceMs: number, bounds: BatchLimits) => {
  const budget = new AdaptiveBatchLimit(bounds)
  const troubles = new FailureTracker()
  /** project -> until when its ticks and deadlines rest */
  const resting = new Map<string, number>()
  const isAwake = (held: EngineState) => (projectId: string) =>
    !resting.has(projectId) && !held.parked.has(projectId)

  /** Whether anything was due: of everybody but those at rest, or of one who comes back from it. */
  const take = Effect.fnUntraced(function* (held: EngineState, atEnd: ReadonlySet<number>, now: number) {
    const back = [...resting].find(([, until]) => hasElapsed(until, BACKOFF_MS, now))?.[0]
    const passing = {
      now,
      atEnd,
      tickGraceMs,
      takes: back === undefined ? isAwake(held) : (id: string) => id === back && !held.parked.has(id),
      bounds: budget.current
    }
    const due = chooseDue(held, passing)
    const work = Effect.gen(function* () {
      if (due === null) return null
      const { again, changes } = yield* passTime(preparing, held, due, passing)
      yield* commit(held, changes)
      for (const one of again) held.ruleActors.retry(one, now)
      return changes
    })
    const passed = yield* attempt(budget, work, (why, isUnfit) => {
      troubles.recordFailure("", why, isUnfit)
      // refused, or failed twice in a row: they come back one by one
      if (isUnfit || troubles.of("").failures >= 2)
        for (const projectId of due?.projects ?? []) resting.set(projectId, now + BACKOFF_MS)
    })
    if (passed !== null) troubles.clear("")
    if (back !== undefined) resting.delete(back)
    return passed !== null || back !== undefined
  })

  return { isAwake, take }
}

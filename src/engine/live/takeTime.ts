// The part of a turn that lets time pass: due ticks of schedules and deadlines.
import { Effect } from "effect"
import { attempt, type Commit } from "./attempt.ts"
import { type BatchLimits, AdaptiveBatchLimit } from "./AdaptiveBatchLimit.ts"
import type { EngineState } from "./EngineState.ts"
import { hasElapsed } from "./hasElapsed.ts"
import { chooseDue, passTime } from "./passTime.ts"
import type { Preparer } from "./prepare.ts"
import { FailureTracker } from "./FailureTracker.ts"

/**
 * BACKOFF_MS is how long projects whose ticks or deadlines were refused wait before they are tried one by
 * one.
 */
const BACKOFF_MS = 60_000

/** Makes the turn for time; its limits and waiting projects outlive the memory that a failure drops. */
export const makeTakeTime = (
  preparer: Preparer,
  commit: Commit,
  tickGraceMs: number,
  limits: BatchLimits
) => {
  const limit = new AdaptiveBatchLimit(limits)
  const failures = new FailureTracker()
  /** project -> until when its ticks and deadlines wait */
  const waitingUntil = new Map<string, number>()
  const isNotWaiting = (engineState: EngineState) => (projectId: string) =>
    !waitingUntil.has(projectId) && !engineState.parked.has(projectId)

  /**
   * Evaluates what is due of all projects that do not wait, or of one whose wait is over; whether anything
   * was due.
   */
  const take = Effect.fnUntraced(function* (
    engineState: EngineState,
    atEnd: ReadonlySet<number>,
    now: number
  ) {
    const retriedProject = [...waitingUntil].find(([, until]) => hasElapsed(until, BACKOFF_MS, now))?.[0]
    const passing = {
      now,
      atEnd,
      tickGraceMs,
      isIncluded:
        retriedProject === undefined
          ? isNotWaiting(engineState)
          : (id: string) => id === retriedProject && !engineState.parked.has(id),
      limits: limit.current
    }
    const due = chooseDue(engineState, passing)
    const work = Effect.gen(function* () {
      if (due === null) return null
      const { retries, changes } = yield* passTime(preparer, engineState, due, passing)
      yield* commit(engineState, changes)
      for (const deadline of retries) engineState.ruleActors.retry(deadline, now)
      return changes
    })
    const passed = yield* attempt(limit, work, (message, isUnfit) => {
      failures.recordFailure("", message, isUnfit)
      // refused, or failed twice in a row: the projects are retried one by one
      if (isUnfit || failures.of("").failures >= 2)
        for (const projectId of due?.projects ?? []) waitingUntil.set(projectId, now + BACKOFF_MS)
    })
    if (passed !== null) failures.clear("")
    if (retriedProject !== undefined) waitingUntil.delete(retriedProject)
    return passed !== null || retriedProject !== undefined
  })

  return { isNotWaiting, take }
}

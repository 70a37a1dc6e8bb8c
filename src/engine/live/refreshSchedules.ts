// Finds schedules that come into force or end while their project is silent, rules that are disabled while
// their actors have timers, and new editions of parked projects.
import { Cause, Effect } from "effect"
import { Feed } from "../ports.ts"
import type { EngineState } from "./EngineState.ts"
import type { Preparer } from "./prepare.ts"
import { FailureTracker } from "./FailureTracker.ts"

/** Makes the poll. Its count of failures is kept when a failure makes the engine forget its state. */
export const makeRefreshSchedules = Effect.fnUntraced(function* (preparer: Preparer) {
  const feed = yield* Feed
  const failures = new FailureTracker()

  /**
   * Opens the newest rule set of each project that may change without a record. A failure restarts the turn
   * of the engine from its last commit; the project that failed is tried again later, after ever longer
   * pauses.
   */
  return Effect.fnUntraced(function* (engineState: EngineState, now: number) {
    const scheduled = yield* feed.scheduled
    const known = [...engineState.ruleActors.projects].filter((id) => engineState.ruleSets.has(id))
    const unscheduled = [
      ...new Set([...engineState.schedules.keys(), ...known, ...engineState.parked.projects])
    ].filter((id) => !scheduled.has(id))
    const editions = unscheduled.length === 0 ? new Map() : yield* feed.editions(unscheduled)
    for (const id of unscheduled) {
      if (editions.has(id)) continue
      engineState.schedules.delete(id)
      engineState.parked.drop(id)
    }
    for (const [id, edition] of new Map([...editions, ...scheduled])) {
      if (failures.isBackingOff(id, now)) continue
      yield* preparer.open(engineState, new Map([[id, edition]]), now).pipe(
        Effect.tapCause((cause) =>
          Effect.sync(() => {
            if (!Cause.hasInterruptsOnly(cause)) failures.recordFailure(id, "", false, now)
          })
        )
      )
      failures.clear(id)
    }
  })
})

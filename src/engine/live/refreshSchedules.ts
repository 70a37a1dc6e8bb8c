// Schedules that come into force, and those that go, while their project is silent; and rules that are disabled
// while their actors have something under way. Projects whose rule set could not be loaded are tried with the next.
import { Cause, Effect } from "effect"
import { Feed } from "../ports.ts"
import type { EngineState } from "./EngineState.ts"
import type { Preparer } from "./prepare.ts"
import { FailureTracker } from "./FailureTracker.ts"

/** Which schedules cannot be read outlives the memory that a failure drops. */
export const makeRefreshSchedules = Effect.fnUntraced(function* (preparing: Preparer) {
  const feed = yield* Feed
  const troubles = new FailureTracker()

  /**
   * Schedules come into force while their project is silent. One whose rules cannot be read rests ever
   * longer, and holds up nobody.
   */
  return Effect.fnUntraced(function* (held: EngineState, now: number) {
    const scheduled = yield* feed.scheduled
    const known = [...held.ruleActors.projects].filter((id) => held.ruleSets.has(id))
    const over = [...new Set([...held.schedules.keys(), ...known, ...held.parked.projects])].filter(
      (id) => !scheduled.has(id)
    )
    const editions = over.length === 0 ? new Map() : yield* feed.editions(over)
    for (const id of over) {
      if (editions.has(id)) continue
      held.schedules.delete(id)
      held.parked.drop(id)
    }
    for (const [id, edition] of new Map([...editions, ...scheduled])) {
      if (troubles.isBackingOff(id, now)) continue
      yield* preparing.open(held, new Map([[id, edition]]), now).pipe(
        Effect.tapCause((cause) =>
          Effect.sync(() => {
            if (!Cause.hasInterruptsOnly(cause)) troubles.recordFailure(id, "", false, now)
          })
        )
      )
      troubles.clear(id)
    }
  })
})

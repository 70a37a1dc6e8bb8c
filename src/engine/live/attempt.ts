// A part of the loop's turn: what it may cost follows from how it went, and a failure is noted before it is
// passed on.
import { Cause, Clock, Effect } from "effect"
import type { BatchResult } from "../evaluate/BatchResult.ts"
import { Fenced, type TooLarge, Unfit } from "../ports.ts"
import type { AdaptiveBatchLimit } from "./AdaptiveBatchLimit.ts"
import type { EngineState } from "./EngineState.ts"

/** Commits what a part decided; memory and cursors follow. */
export type Commit = (
  held: EngineState,
  changes: BatchResult
) => Effect.Effect<void, Fenced | TooLarge | Unfit>

/**
 * A part of a turn, whose budget follows how long it takes and whether it succeeds. `troubled`: what is
 * done about a failure that is not another owner's; `null`: nothing was there to do.
 */
export const attempt = Effect.fnUntraced(function* <A, E, R>(
  budget: AdaptiveBatchLimit,
  work: Effect.Effect<A | null, E, R>,
  troubled: (why: string, isUnfit: boolean) => void
) {
  const since = yield* Clock.currentTimeMillis
  const done = yield* work.pipe(
    Effect.tapCause((cause) =>
      Effect.sync(() => {
        const error = Cause.squash(cause)
        if (Cause.hasInterruptsOnly(cause) || error instanceof Fenced) return
        budget.halve()
        troubled(error instanceof Error ? error.message : String(error), error instanceof Unfit)
      })
    )
  )
  if (done !== null) budget.recordDuration((yield* Clock.currentTimeMillis) - since)
  return done
})

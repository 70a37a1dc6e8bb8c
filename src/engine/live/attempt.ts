// A part of the loop's turn: its limits adapt to how it went, and a failure is recorded before it is passed
// on.
import { Cause, Clock, Effect } from "effect"
import type { BatchResult } from "../evaluate/BatchResult.ts"
import { Fenced, type TooLarge, Unfit } from "../ports.ts"
import type { AdaptiveBatchLimit } from "./AdaptiveBatchLimit.ts"
import type { EngineState } from "./EngineState.ts"

/** Commit writes what a part decided and applies it to memory. */
export type Commit = (
  engineState: EngineState,
  changes: BatchResult
) => Effect.Effect<void, Fenced | TooLarge | Unfit>

/**
 * Runs a part of a turn and adapts its limits to its duration and success. `onFailure`: called for a failure
 * other than the loss of the partitions; null: there was nothing to do.
 */
export const attempt = Effect.fnUntraced(function* <A, E, R>(
  limit: AdaptiveBatchLimit,
  work: Effect.Effect<A | null, E, R>,
  onFailure: (message: string, isRefused: boolean) => void
) {
  const since = yield* Clock.currentTimeMillis
  const done = yield* work.pipe(
    Effect.tapCause((cause) =>
      Effect.sync(() => {
        const error = Cause.squash(cause)
        if (Cause.hasInterruptsOnly(cause) || error instanceof Fenced) return
        limit.halve()
        onFailure(error instanceof Error ? error.message : String(error), error instanceof Unfit)
      })
    )
  )
  if (done !== null) limit.recordDuration((yield* Clock.currentTimeMillis) - since)
  return done
})

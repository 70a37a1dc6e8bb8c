// The clean-up of analysis runs, hourly; after a failure sooner. Specification 3.3, 8.
import { Effect } from "effect"
import { RunUpkeep } from "./ports.ts"

const EVERY = "1 hours"
const AGAIN = "1 minutes"

/** Runs until interrupted. `timeoutMs`: the wall clock of a run. */
export const tidyRuns = Effect.fn("tidyRuns")(function* (timeoutMs: number) {
  const runs = yield* RunUpkeep
  return yield* Effect.forever(
    runs.tidy(timeoutMs).pipe(
      Effect.tap((done) =>
        Object.values(done).some((n) => n > 0) ? Effect.logInfo("runs are tidied", done) : Effect.void
      ),
      Effect.andThen(Effect.sleep(EVERY)),
      Effect.catchCause((cause) =>
        Effect.andThen(
          Effect.logError(`tidying runs failed; it is tried again in ${AGAIN}`, cause),
          Effect.sleep(AGAIN)
        )
      )
    )
  )
})

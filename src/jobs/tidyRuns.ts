// The clean-up of analysis runs. Specification 3.3, 8.
import { Effect } from "effect"
import { every } from "./every.ts"
import { RunUpkeep } from "./ports.ts"

/** Runs until interrupted. `timeoutMs`: the wall clock of a run. */
export const tidyRuns = Effect.fn("tidyRuns")(function* (timeoutMs: number) {
  const runs = yield* RunUpkeep
  const tidy = Effect.tap(runs.tidy(timeoutMs), (done) =>
    Object.values(done).some((n) => n > 0) ? Effect.logInfo("runs are tidied", done) : Effect.void
  )
  return yield* every("1 hours", "tidying runs", tidy)
})

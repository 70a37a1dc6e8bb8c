// The upkeep of analysis runs: the hourly clean-up, and the end of queued runs whose module is switched off.
// Neither needs a worker of analyses. Specification 1, 3.3, 8.
import { Effect } from "effect"
import { every } from "./every.ts"
import { RunUpkeep } from "./ports.ts"

/** Runs until interrupted. `timeoutMs`: the wall clock limit of a run; `modules`: those of the deployment. */
export const tidyRuns = Effect.fn("tidyRuns")(function* (timeoutMs: number, modules: ReadonlyArray<string>) {
  const runs = yield* RunUpkeep
  const tidy = Effect.tap(runs.tidy(timeoutMs), (done) =>
    Object.values(done).some((n) => n > 0) ? Effect.logInfo("runs are tidied", done) : Effect.void
  )
  const failDisabled = Effect.tap(runs.failDisabled(modules), (count) =>
    count > 0 ? Effect.logInfo("queued runs of disabled modules failed", { runs: count }) : Effect.void
  )
  return yield* Effect.all(
    [
      every("1 hours", "tidying runs", tidy),
      every("5 seconds", "failing queued runs of disabled modules", failDisabled)
    ],
    { concurrency: "unbounded", discard: true }
  )
})

// The upkeep of the database: each task has its own interval, and a failing one delays no other.
import { Clock, Effect } from "effect"
import { every } from "./every.ts"
import { Upkeep } from "./ports.ts"

/** Runs until interrupted. */
export const upkeep = Effect.gen(function* () {
  const work = yield* Upkeep
  return yield* Effect.all(
    [
      every("5 seconds", "dropping read log rows", work.dropReadLog),
      every("1 minutes", "looking at what needs somebody", work.watchMatters),
      every("1 hours", "making monthly partitions", Effect.flatMap(Clock.currentTimeMillis, work.makeMonths)),
      // writers are blocked while rows move: few of them each minute, instead of an hour's at once
      every("1 minutes", "moving stray rows into their months", work.moveStrays),
      every("1 hours", "expiring kept answers", work.expire),
      every(
        "5 minutes",
        "dropping old traces",
        Effect.repeat(work.expireTraces, { while: (gone) => gone > 0, times: 100 })
      )
    ],
    { concurrency: "unbounded", discard: true }
  )
})

// What keeps the house clean, each task on its own rhythm. One that fails is logged and tried again; the
// others go on.
import { Clock, Effect, Schedule } from "effect"
import { Upkeep } from "./ports.ts"

const every = <E, R>(
  interval: `${number} ${"seconds" | "minutes" | "hours"}`,
  name: string,
  task: Effect.Effect<unknown, E, R>
) =>
  task.pipe(
    Effect.catchCause((cause) => Effect.logError(`${name} failed; it is tried again in ${interval}`, cause)),
    Effect.repeat(Schedule.spaced(interval))
  )

/** Runs until interrupted. */
export const upkeep = Effect.gen(function* () {
  const work = yield* Upkeep
  return yield* Effect.all(
    [
      every("5 seconds", "dropping read log rows", work.dropReadLog),
      every("1 minutes", "looking at what needs somebody", work.watchMatters),
      every("1 hours", "making monthly partitions", Effect.flatMap(Clock.currentTimeMillis, work.makeMonths)),
      every("1 hours", "moving stray rows into their months", work.moveStrays),
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

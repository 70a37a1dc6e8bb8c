// The rhythm of work that comes again and again.
import { Duration, Effect } from "effect"

/** After a failure, where the interval is longer. */
const AGAIN = Duration.minutes(1)

/**
 * Does a task now and then each `interval` after it ended, until interrupted. One that fails is logged under
 * its name, a participle phrase such as "tidying runs", and tried again: after the interval, and in a minute
 * at the latest. What failed was passing more often than not, and an hour without partitions is long.
 */
export const every = <E, R>(
  interval: Duration.Input,
  name: string,
  task: Effect.Effect<unknown, E, R>
): Effect.Effect<never, never, R> => {
  const again = Duration.min(Duration.fromInputUnsafe(interval), AGAIN)
  return task.pipe(
    Effect.as(interval),
    Effect.catchCause((cause) =>
      Effect.as(
        Effect.logError(`${name} failed; it is tried again in ${Duration.format(again)}`, cause),
        again
      )
    ),
    Effect.flatMap(Effect.sleep),
    Effect.forever
  )
}

// Runs periodic work.
import { Duration, Effect } from "effect"

/** RETRY_DELAY is the wait after a failure, where the interval is longer. */
const RETRY_DELAY = Duration.minutes(1)

/**
 * Runs a task now and then each `interval` after its end, until interrupted. A failure is logged under its
 * name, a participle phrase such as "tidying runs", and the task is retried after the interval, and after a
 * minute at most: most failures are transient, and an hour without partitions is long.
 */
export const every = <E, R>(
  interval: Duration.Input,
  name: string,
  task: Effect.Effect<unknown, E, R>
): Effect.Effect<never, never, R> => {
  const again = Duration.min(Duration.fromInputUnsafe(interval), RETRY_DELAY)
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

// Waiting for what happens by itself.
import { Effect, Schedule } from "effect"

/** Looks again every 20 ms until the answer is the one that is waited for. */
export const until = <A, E, R>(
  look: Effect.Effect<A, E, R>,
  holds: (a: A) => boolean
): Effect.Effect<A, E, R> => Effect.repeat(look, { until: holds, schedule: Schedule.spaced("20 millis") })

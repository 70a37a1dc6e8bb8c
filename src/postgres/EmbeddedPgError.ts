// The error of the embedded database, and the conversion of failures of files and processes.
import { Data, Effect } from "effect"

/**
 * EmbeddedPgError means that the embedded database cannot be used; the message says why and what to do about
 * it.
 */
export class EmbeddedPgError extends Data.TaggedError("EmbeddedPgError")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/**
 * Runs work on files and processes; a rejection becomes `what: its reason`. The signal aborts when the effect
 * is interrupted.
 */
export const attempt = <A>(
  what: string,
  run: (signal: AbortSignal) => Promise<A>
): Effect.Effect<A, EmbeddedPgError> =>
  Effect.tryPromise({
    try: run,
    catch: (cause) =>
      cause instanceof EmbeddedPgError
        ? cause
        : new EmbeddedPgError({
            message: `${what}: ${cause instanceof Error ? cause.message : String(cause)}`,
            cause
          })
  })

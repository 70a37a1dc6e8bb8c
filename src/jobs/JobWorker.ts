// Takes jobs from the queue, one at a time, and runs each step by step to its end. When a worker dies, another
// one resumes its job from the last stored step.
import { Cause, Effect, Exit } from "effect"
import { type Claim, JobLost, JobQueue, type Kind } from "./ports.ts"

/** POLL_MS is how often the queue is read without a notification. */
const POLL_MS = 1000
/** RENEWAL_INTERVAL is how often the lease is renewed, because a step may take longer than it lasts. */
const RENEWAL_INTERVAL = "2 seconds"

const messageOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return error instanceof Error ? error.message : String(error)
}

/** Runs a job to its end, or as far as possible. */
const execute = Effect.fn("executeJob")(function* (claim: Claim, { step }: Kind) {
  const queue = yield* JobQueue
  const lost: Effect.Effect<never, JobLost> = Effect.gen(function* () {
    for (;;) {
      yield* Effect.sleep(RENEWAL_INTERVAL)
      if (!(yield* queue.renew(claim))) return yield* new JobLost()
    }
  })
  const steps = Effect.gen(function* () {
    let { progress } = claim
    for (;;) {
      const after = yield* step(claim, progress)
      progress = after.progress
      if (after.isDone) return yield* queue.complete(claim, progress)
      if (after.waitMs !== undefined) return yield* queue.postpone(claim, progress, after.waitMs)
    }
  })
  const about = { job: claim.id, kind: claim.kind }
  yield* Effect.raceFirst(steps, lost).pipe(
    Effect.onInterrupt(() => Effect.ignoreCause(queue.release(claim))),
    Effect.catchTags({
      JobLost: () => Effect.logWarning("a job was taken from this worker", about),
      JobRefused: ({ message }) =>
        Effect.andThen(
          queue.refuse(claim, message),
          Effect.logWarning("a job cannot be done", { ...about, error: message })
        )
    }),
    Effect.catchDefect((defect) =>
      Effect.gen(function* () {
        const isOver = yield* queue.stumble(claim, messageOf(Cause.die(defect)))
        yield* Effect.logError(
          isOver ? "a job failed" : "a step of a job failed; it is tried again",
          defect,
          about
        )
      })
    )
  )
})

/** Runs until interrupted. */
export const jobWorker = Effect.fn("jobWorker")(function* (kinds: ReadonlyArray<Kind>) {
  const queue = yield* JobQueue
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]))
  const takeOne = Effect.gen(function* () {
    const claim = yield* queue.claim([...byName.keys()])
    if (claim === null) return yield* queue.wait(POLL_MS)
    yield* Effect.logInfo("a job begins", { job: claim.id, kind: claim.kind, done: claim.progress.done })
    const ended = yield* Effect.exit(execute(claim, byName.get(claim.kind)!))
    if (Exit.isFailure(ended)) return yield* Effect.failCause(ended.cause)
    yield* Effect.logInfo("a job is put down", { job: claim.id, kind: claim.kind })
  }).pipe(
    Effect.catchDefect((defect) =>
      Effect.andThen(
        Effect.logError("the queue of jobs cannot be used; it is tried again", defect),
        Effect.sleep(POLL_MS)
      )
    )
  )
  return yield* Effect.forever(takeOne)
})

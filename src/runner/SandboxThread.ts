// One thread for one job. It receives the columns of its tracks by transfer and reports its progress; its
// heap and its buffers are bounded. A thread has nothing to clean up: when the effect ends, the thread is
// ended, even inside a loop.
import { Data, Deferred, Effect, Result } from "effect"
import { type Failure, failure } from "../domain/analysis/ErrorCode.ts"
import type { ComputedResult, Report, SandboxJob } from "../domain/analysis/SandboxJob.ts"
import { startThread } from "../process/startThread.ts"

/** SandboxDied: a thread ended without a result. */
export class SandboxDied extends Data.TaggedError("SandboxDied")<{ readonly failure: Failure }> {}

/** ThreadOptions bound a thread. */
interface ThreadOptions {
  readonly entry: URL
  readonly heapMb: number
  /** heap and buffers together */
  readonly totalMb: number
}

/**
 * YOUNG_GENERATION_MB bounds the young generation. At its limit a heap may grow by 16 MB once, while the
 * thread ends itself; a young generation that survives whole must fit in that, or the whole process ends.
 */
const YOUNG_GENERATION_MB = 12

/** MEMORY_CHECK_INTERVAL is how often a thread's memory is checked. */
const MEMORY_CHECK_INTERVAL = "200 millis"

const buffersOf = ({ tracks }: SandboxJob): Array<ArrayBuffer> => [
  ...new Set(
    tracks.flatMap((t) =>
      [t.time, t.lon, t.lat, t.accuracy_m, t.satellites].map((column) => column.buffer as ArrayBuffer)
    )
  )
]

/**
 * Runs a job in a thread of its own. `job`'s buffers are empty afterwards. `onProgress` receives the
 * progress, 0 to 100.
 */
export const computeInThread = (
  options: ThreadOptions,
  job: SandboxJob,
  onProgress: (percent: number) => void
): Effect.Effect<ComputedResult, SandboxDied> =>
  Effect.scoped(
    Effect.gen(function* () {
      const outcome = yield* Deferred.make<ComputedResult, SandboxDied>()
      const end = (result: Result.Result<ComputedResult, Failure>) =>
        Deferred.doneUnsafe(
          outcome,
          Result.isSuccess(result)
            ? Effect.succeed(result.success)
            : Effect.fail(new SandboxDied({ failure: result.failure }))
        )
      const fail = (message: string) => end(Result.fail(failure("ANALYSIS_FAILED", message)))
      const tooMuch = (mb: number) =>
        fail(
          `The computation needed more than ${mb} MB of memory. Choose fewer subjects or a shorter period.`
        )

      const thread = yield* Effect.acquireRelease(
        Effect.sync(() =>
          startThread(options.entry, {
            resourceLimits: {
              maxOldGenerationSizeMb: options.heapMb,
              maxYoungGenerationSizeMb: YOUNG_GENERATION_MB
            },
            env: {}
          })
        ),
        (thread) => Effect.promise(() => thread.terminate())
      )
      thread.on("message", (report: Report) => {
        switch (report._tag) {
          case "progress":
            return onProgress(Math.min(100, Math.max(0, report.percent)))
          case "done":
            return void end(Result.succeed(report.computed))
          case "refused":
            return void end(Result.fail(failure(report.code, report.message)))
        }
      })
      thread.on("error", (error: NodeJS.ErrnoException) =>
        error.code === "ERR_WORKER_OUT_OF_MEMORY"
          ? tooMuch(options.heapMb)
          : fail(error.message || String(error))
      )
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; this is a thread
      thread.postMessage(job, buffersOf(job))
      thread.on("exit", (code) => fail(`The computation ended without a result (exit code ${code}).`))

      // the limits of a thread do not count its buffers; a thread that is in a loop answers too
      const used = Effect.promise(() =>
        thread.getHeapStatistics().then(
          (s) => (s.used_heap_size + s.external_memory) / 1e6,
          () => 0
        )
      )
      yield* Effect.forkScoped(
        Effect.forever(
          Effect.gen(function* () {
            yield* Effect.sleep(MEMORY_CHECK_INTERVAL)
            if ((yield* used) > options.totalMb) tooMuch(options.totalMb)
          })
        )
      )
      return yield* Deferred.await(outcome)
    })
  )

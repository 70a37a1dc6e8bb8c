// One run: load, compute, save, while the lease is held. Whoever asked to cancel is heard in the middle of
// any of these.
import { Clock, Duration, Effect } from "effect"
import { catalogue, isModuleKey } from "../domain/analysis/catalogue.ts"
import { failure, moduleDisabled } from "../domain/analysis/ErrorCode.ts"
import {
  type Claim,
  NotComputable,
  type RunnerOptions,
  RunQueue,
  type LeaseStatus,
  TrackSource
} from "./ports.ts"
import { computeInThread } from "./SandboxThread.ts"

/** Between two renewals of the lease; also how long a request to cancel waits at most. */
const RENEW = "400 millis"
/** Of the progress: what loading is worth, and where computing ends. */
const LOADED = 5
const COMPUTED = 95

/** What ended a run before its result was kept. */
type End = Exclude<LeaseStatus, "held">

/**
 * Runs to an end that is written down, unless the run is not this worker's any more. `modules` are those of
 * the deployment.
 */
export const executeRun = Effect.fn("executeRun")(function* (
  claim: Claim,
  options: RunnerOptions,
  modules: ReadonlyArray<string>
) {
  const queue = yield* RunQueue
  const source = yield* TrackSource
  const module = isModuleKey(claim.module) ? catalogue[claim.module] : null
  if (module === null || !modules.includes(module.key))
    return yield* queue.fail(claim, moduleDisabled(module?.label ?? claim.module))

  let progress = 0
  const watched: Effect.Effect<End> = Effect.gen(function* () {
    for (;;) {
      yield* Effect.sleep(RENEW)
      const status = yield* queue.renew(claim, Math.round(progress))
      if (status !== "held") return status
    }
  })

  const computed = Effect.gen(function* () {
    const { plan } = claim
    if (plan === null)
      return yield* new NotComputable({
        failure: failure(
          "ANALYSIS_FAILED",
          "The parameters of the run cannot be read by this version. Start it anew."
        )
      })
    const { inputCount, loaded } = yield* source.load(claim, plan)
    progress = LOADED
    const result = yield* computeInThread(options, module.job(plan, loaded), (percent) => {
      progress = Math.max(progress, LOADED + (percent / 100) * (COMPUTED - LOADED))
    })
    progress = COMPUTED
    return { inputCount, result }
  })

  const left = Math.max(0, claim.startedAt + options.timeoutMs - (yield* Clock.currentTimeMillis))
  const ended = yield* computed.pipe(
    Effect.timeoutOrElse({
      duration: Duration.millis(left),
      orElse: () =>
        new NotComputable({
          failure: failure(
            "ANALYSIS_TIMEOUT",
            `The run took longer than ${Math.round(options.timeoutMs / 1000)} seconds. Choose fewer ` +
              `subjects or a shorter period.`
          )
        })
    }),
    Effect.raceFirst(watched),
    Effect.catchTag(["SandboxDied", "NotComputable"], ({ failure }) => Effect.succeed(failure)),
    Effect.catchDefect((defect) =>
      Effect.as(
        Effect.logError("a run failed", defect, { run: claim.id }),
        failure("ANALYSIS_FAILED", defect instanceof Error ? defect.message : String(defect))
      )
    )
  )
  if (ended === "lost")
    return yield* Effect.logWarning("a run was taken from this worker, and its result is dropped", {
      run: claim.id
    })
  if (ended === "cancelled") return yield* queue.cancel(claim)
  if ("code" in ended) return yield* queue.fail(claim, ended)
  const kept = yield* queue.complete(claim, ended.inputCount, ended.result)
  if (!kept) yield* Effect.logInfo("a run had ended before its result was there", { run: claim.id })
})

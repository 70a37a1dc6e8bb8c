// One run: load, compute, save, while the lease is held. A request to cancel is noticed during any of these.
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

/** RENEWAL_INTERVAL is how often the lease is renewed; also the longest wait of a request to cancel. */
const RENEWAL_INTERVAL = "400 millis"
/** LOADED_PERCENT is the progress when loading is done, COMPUTED_PERCENT when computing is. */
const LOADED_PERCENT = 5
const COMPUTED_PERCENT = 95

/** End is why a run ended before its result was stored. */
type End = Exclude<LeaseStatus, "held">

/** Runs a run to a stored end, unless another worker has it now. `modules`: those of the deployment. */
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
      yield* Effect.sleep(RENEWAL_INTERVAL)
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
    progress = LOADED_PERCENT
    const result = yield* computeInThread(options, module.job(plan, loaded), (percent) => {
      progress = Math.max(progress, LOADED_PERCENT + (percent / 100) * (COMPUTED_PERCENT - LOADED_PERCENT))
    })
    progress = COMPUTED_PERCENT
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

// What every role does in addition to its work: it runs in the background, and writes heartbeats.
import { Effect, Layer } from "effect"
import { hostname } from "node:os"
import { VERSION } from "../contract/version.ts"
import { BEAT_SECONDS } from "../domain/system/SystemLimits.ts"
import { Heartbeat } from "../jobs/ports.ts"
import { HeartbeatSql } from "../store/jobs/UpkeepSql.ts"
import { METRICS_ROLE_SUFFIX, currentMetrics } from "../store/system/WorkerMetrics.ts"

/** workerName identifies this process among others on the database. */
export const workerName = `${hostname()}:${process.pid}`

/** Runs work for the life of its layer. */
export const inBackground = <E, R>(work: Effect.Effect<unknown, E, R>) =>
  Layer.effectDiscard(Effect.forkScoped(work))

/** Writes a heartbeat of a role every five seconds, with its state. */
export const heartbeat = (role: string, detail: Effect.Effect<object>) =>
  inBackground(
    Effect.gen(function* () {
      const { beat } = yield* Heartbeat
      for (;;) {
        yield* Effect.ignoreCause(Effect.flatMap(detail, (said) => beat(role, { ...said, version: VERSION })))
        yield* Effect.sleep(`${BEAT_SECONDS} seconds`)
      }
    })
  ).pipe(Layer.provide(HeartbeatSql(workerName)))

/** Writes the metrics of this process or thread, where it serves no `/metrics` itself. */
export const reportMetrics = (role: string) => heartbeat(`${role}${METRICS_ROLE_SUFFIX}`, currentMetrics)

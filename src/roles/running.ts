// What every role does besides its work: it runs in the background, and says that it is alive.
import { Effect, Layer } from "effect"
import { hostname } from "node:os"
import { VERSION } from "../contract/version.ts"
import { BEAT_SECONDS } from "../domain/system/SystemLimits.ts"
import { Heartbeat } from "../jobs/ports.ts"
import { HeartbeatSql } from "../store/jobs/UpkeepSql.ts"
import { TELLS, toldMetrics } from "../store/system/WorkerMetrics.ts"

/** This process among others on the database. */
export const me = `${hostname()}:${process.pid}`

/** Work that goes on as long as its layer. */
export const forked = <E, R>(work: Effect.Effect<unknown, E, R>) =>
  Layer.effectDiscard(Effect.forkScoped(work))

/** Says every five seconds that a role is alive, and how it does. */
export const beating = (role: string, detail: Effect.Effect<object>) =>
  forked(
    Effect.gen(function* () {
      const { beat } = yield* Heartbeat
      for (;;) {
        yield* Effect.ignoreCause(Effect.flatMap(detail, (said) => beat(role, { ...said, version: VERSION })))
        yield* Effect.sleep(`${BEAT_SECONDS} seconds`)
      }
    })
  ).pipe(Layer.provide(HeartbeatSql(me)))

/** Tells what this process or thread counts: for those where nobody answers `/metrics`. */
export const telling = (role: string) => beating(`${role}${TELLS}`, toldMetrics)

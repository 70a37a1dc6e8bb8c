// Jobs of devices, worked on in the process of a test.
import { Context, Effect, Layer, References, Schedule, type Scope } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { jobsLayer } from "../../../src/roles/jobs.ts"
import type { JobKind } from "../../../src/domain/job/Job.ts"
import { JobQueue } from "../../../src/jobs/ports.ts"
import { ImportRemovalsSql } from "../../../src/store/intake/imports/ImportRemovalsSql.ts"
import { AttributionSql } from "../../../src/store/jobs/AttributionSql.ts"
import { JobQueueSql } from "../../../src/store/jobs/JobQueueSql.ts"
import { queueJob } from "../../../src/store/jobs/queueJob.ts"
import { DatabaseUrl, pool } from "../../../src/store/sql/Pg.ts"

/** Works on jobs until the scope closes. */
export const startJobs: Effect.Effect<void, never, Scope.Scope | DatabaseUrl> = Effect.gen(function* () {
  const url = yield* DatabaseUrl
  yield* Layer.build(
    jobsLayer.pipe(
      Layer.provide(Layer.succeed(DatabaseUrl, url)),
      Layer.provide(Layer.succeed(References.MinimumLogLevel, "Error"))
    )
  )
}).pipe(Effect.orDie)

/** What a worker of jobs gets from the database, for tests that are one themselves. */
export const workPorts = Effect.gen(function* () {
  const url = yield* DatabaseUrl
  return yield* Layer.build(
    Layer.mergeAll(JobQueueSql("a test", "curation.job_requested"), AttributionSql).pipe(
      Layer.provide(
        pool({
          role: "pugmark_work",
          maxConnections: 2,
          applicationName: "jobs of a test",
          statementTimeoutMs: 30_000
        })
      ),
      Layer.provide(Layer.succeed(DatabaseUrl, url))
    )
  )
}).pipe(Effect.orDie)

/** What a worker that takes imports back gets from the database. */
export const removalPorts = Effect.gen(function* () {
  const url = yield* DatabaseUrl
  return yield* Layer.build(
    Layer.mergeAll(JobQueueSql("a test", "curation.job_requested"), ImportRemovalsSql).pipe(
      Layer.provide(
        pool({
          role: "pugmark_work",
          maxConnections: 2,
          applicationName: "removals of a test",
          statementTimeoutMs: 30_000
        })
      ),
      Layer.provide(Layer.succeed(DatabaseUrl, url))
    )
  )
}).pipe(Effect.orDie)

export const jobQueue = Effect.map(workPorts, (ports) => Context.get(ports, JobQueue))

/** Queues a job of a device; its id. */
export const queue = Effect.fnUntraced(function* (
  deviceId: string,
  kind: JobKind = "attribution",
  from: number | null = null,
  to: number | null = null
) {
  const sql = yield* SqlClient.SqlClient
  return yield* queueJob(sql, { kind, deviceId, from, to, userId: null, reason: "asked_for", restSeconds: 0 })
})

/** Returns when no job waits or runs; what is due later is due now. */
export const jobsDone = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.andThen(
    sql`update jobs set due_at = now() where status = 'queued' and due_at > now()`,
    sql<{ n: number }>`select count(*)::int4 as n from jobs where status in ('queued', 'running')`
  ).pipe(
    Effect.repeat({ until: ([row]) => row!.n === 0, schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("60 seconds")
  )
}).pipe(Effect.orDie)

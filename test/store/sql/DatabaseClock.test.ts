// A process whose machine's clock is wrong, on a database whose clock is right; and leases of a database
// whose clock went back.
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Logger } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { vi } from "vitest"
import { Heartbeat, JobQueue } from "../../../src/jobs/ports.ts"
import { DatabaseClock } from "../../../src/store/sql/DatabaseClock.ts"
import { JobQueueSql } from "../../../src/store/jobs/JobQueueSql.ts"
import { pool } from "../../../src/store/sql/Pg.ts"
import { HeartbeatSql } from "../../../src/store/jobs/UpkeepSql.ts"
import { TestSql } from "../../support/sql/database.ts"

const HOUR = 3_600_000

/** The machine's clock is so far ahead until the scope closes. */
const ahead = (ms: number) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const now = Date.now
      return vi.spyOn(Date, "now").mockImplementation(() => now() + ms)
    }),
    (spy) => Effect.sync(() => spy.mockRestore())
  )

const work = pool({
  role: "pugmark_work",
  maxConnections: 1,
  applicationName: "clock test",
  statementTimeoutMs: 10_000
})

layer(TestSql, { excludeTestServices: true, timeout: "60 seconds" })("the clock", (it) => {
  it.effect(
    "of a process is the database's before anything is done, and what the machine's is off is told in the log and in its heartbeat",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const said: Array<unknown> = []
        const offBy = Effect.gen(function* () {
          const here = yield* Clock.currentTimeMillis,
            [row] = yield* sql<{
              now: number
            }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`
          return Math.abs(here - row!.now)
        })
        const beat = Effect.flatMap(Heartbeat, (heart) => heart.beat("work", { cells: 1 })).pipe(
          Effect.provide(HeartbeatSql("here:1"))
        )
        yield* Effect.gen(function* () {
          yield* ahead(-24 * HOUR)
          yield* Effect.gen(function* () {
            assert.isBelow(yield* offBy, 1000)
            yield* beat
          }).pipe(Effect.provide(work), Effect.provideService(Clock.Clock, new DatabaseClock()))
        }).pipe(
          Effect.scoped,
          Effect.provide(Logger.layer([Logger.make(({ message }) => void said.push(message))]))
        )
        assert.deepStrictEqual(
          said.map((message) => (message as ReadonlyArray<unknown>)[0]),
          ["this machine's clock is not the database's"]
        )
        const [row] = yield* sql<{
          detail: unknown
        }>`select detail from worker_heartbeats where worker = 'here:1/work'`
        assert.deepStrictEqual(row!.detail, { cells: 1, clock_ahead_seconds: -86400 })
        yield* sql`delete from worker_heartbeats`
      })
  )

  it.effect("may go back: a job whose owner died before is taken over at once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const take = Effect.flatMap(JobQueue, (q) => q.claim(["kept_reports"])).pipe(
        Effect.provide(JobQueueSql("another", "curation.job_requested"))
      )
      yield* sql`insert into jobs (id, kind, status, worker, lease_until, due_at)
        values (gen_random_uuid(), 'kept_reports', 'running', 'dead', now() + interval '5 seconds', now())`
      assert.isNull(yield* take)
      yield* sql`update jobs set lease_until = now() + interval '1 hour'`
      assert.isNotNull(yield* take)
    })
  )
})

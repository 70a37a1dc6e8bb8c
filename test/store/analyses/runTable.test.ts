// Specification 3.3, row by row: the statements that move a run, on real rows.
import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Queue } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { advance, isOver, runStatuses, type RunStatus } from "../../../src/domain/analysis/advance.ts"
import { failure } from "../../../src/domain/analysis/ErrorCode.ts"
import {
  claimOf,
  ended,
  makeRange,
  queueOf,
  type Range,
  readRun,
  startRun,
  startWorker
} from "../../support/http/runs.ts"
import { serve, TestServer } from "../../support/http/server.ts"
import { expectStatus } from "../../support/http/tracking.ts"

const document = {
  version: 1,
  module: "movement",
  method_version: "movement/9",
  subjects: [],
  periods: [],
  summary: {},
  tables: [],
  charts: [],
  geometries: { mcp: 1 },
  warnings: [],
  provenance: {}
} as const
const shape = {
  kind: "mcp",
  subject_id: null,
  label: "Home",
  level: null,
  area_m2: 1,
  geom: { type: "Point", coordinates: [10, 50] },
  properties: {}
} as const
const computed = { document, geometries: [shape], excluded: 2 }

/** A run alone in the queue, and what is done to it. */
const start = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from analysis_runs`
  const range = yield* makeRange(["Alma"])
  const run = yield* startRun(range)
  return { range, run, queue: yield* queueOf(), read: readRun(range.project, run.id as string) }
})
const picked = Effect.gen(function* () {
  const started = yield* start
  return { ...started, claim: yield* claimOf(started.queue) }
})

const on = ({ project }: Range, run: { readonly id: string }) => `/projects/${project}/analyses/${run.id}`
const audited = (action: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ id: string }>`select object_id as id from audit_log where action = ${action}`
    return rows.map(({ id }) => id)
  })
const DAY_MS = 86_400_000

/** Puts a run into a state, as if it had come there. */
const putInto = (id: string, status: RunStatus) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`update analysis_runs set status = ${status}, cancel_requested = false,
      lease_until = case when ${status} = 'running' then now() - interval '1 minute' end,
      started_at = case when ${status} = 'queued' then null else now() - interval '1 hour' end,
      finished_at = case when ${isOver(status)} then now() end where id = ${id}::uuid`
  })

layer(serve(), { excludeTestServices: true, timeout: "120 seconds" })("specification 3.3", (it) => {
  it.effect(
    "(none), POST create, valid parameters within bounds: `queued`; row created; audit entry `analysis.created`; message `analysis.requested` carrying the run id published",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const pg = yield* PgClient.PgClient
          const range = yield* makeRange(["Alma"])
          const heard = yield* pg.listen("analysis.requested")
          const run = yield* startRun(range)
          assert.strictEqual((yield* readRun(range.project, run.id)).status, "queued")
          assert.include(yield* audited("analysis.created"), run.id)
          assert.strictEqual((yield* Queue.take(heard)).payload, run.id)
        })
      )
  )

  it.effect(
    "`queued`, worker picks the message, row is still `queued`: `running`; `started_at` set; progress updates",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { claim, queue, read, run } = yield* picked
          assert.strictEqual(claim.id, run.id)
          const before = yield* read
          assert.strictEqual(before.status, "running")
          assert.isNotNull(before.started_at)
          assert.strictEqual(yield* queue.renew(claim, 40), "held")
          assert.strictEqual((yield* read).progress, 40)
        })
      )
  )

  it.effect(
    "`queued`, worker picks the message, module disabled: `failed`; `error_code` `MODULE_DISABLED`",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { range, run } = yield* start
          yield* startWorker({}, [])
          const failed = yield* ended(range.project, run.id)
          assert.deepStrictEqual([failed.status, failed.error_code], ["failed", "MODULE_DISABLED"])
        })
      )
  )

  it.effect(
    "`running`, run finishes: `completed`; result and geometries stored; `finished_at`; `expires_at` = finish + 30 days unless named",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { claim, queue, range, read, run } = yield* picked
          assert.isTrue(yield* queue.complete(claim, 7, computed))
          const done = yield* read
          assert.deepStrictEqual(
            [done.status, done.progress, done.input_count, done.excluded_count, done.method_version],
            ["completed", 100, 7, 2, "movement/9"]
          )
          assert.deepStrictEqual(done.result, document)
          assert.strictEqual(Date.parse(done.expires_at) - Date.parse(done.finished_at), 30 * DAY_MS)
          const { features } = yield* expectStatus(200, "GET", `${on(range, run)}/geometries`)
          assert.lengthOf(features, 1)

          const named = yield* startRun(range, { name: "March" })
          assert.isTrue(yield* queue.complete(yield* claimOf(queue), 7, computed))
          assert.isNull((yield* readRun(range.project, named.id)).expires_at)
        })
      )
  )

  for (const [row, code] of [
    [
      "run raises, any error: `failed`; `error_code` and `error_message` stored; the message is not retried",
      "ANALYSIS_FAILED"
    ],
    ["wall-clock limit, exceeded: `failed`; `ANALYSIS_TIMEOUT`", "ANALYSIS_TIMEOUT"],
    ["too many fixes or oversize result: `failed`; `INPUT_TOO_LARGE`", "INPUT_TOO_LARGE"]
  ] as const)
    it.effect(`\`running\`, ${row}`, () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { claim, queue, read } = yield* picked
          yield* queue.fail(claim, failure(code, "why"))
          const failed = yield* read
          assert.deepStrictEqual(
            [failed.status, failed.error_code, failed.error_message],
            ["failed", code, "why"]
          )
          assert.strictEqual(Date.parse(failed.expires_at) - Date.parse(failed.finished_at), 30 * DAY_MS)
          assert.isNull(yield* queue.claim)
        })
      )
    )

  it.effect(
    "`running`, a run found still running past the timeout after a crash: `failed`; `ANALYSIS_TIMEOUT`",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { queue, read, run } = yield* picked
          assert.strictEqual(yield* queue.reap(1000), 0, "its worker lives")
          yield* putInto(run.id, "running")
          assert.strictEqual(yield* queue.reap(7_200_000), 0, "not before its time")
          assert.strictEqual(yield* queue.reap(1_800_000), 1)
          const failed = yield* read
          assert.deepStrictEqual([failed.status, failed.error_code], ["failed", "ANALYSIS_TIMEOUT"])
        })
      )
  )

  it.effect("`queued`, cancel request: `cancelled`; immediately", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { queue, range, run } = yield* start
        const cancelled = yield* expectStatus(200, "POST", `${on(range, run)}/cancel`)
        assert.deepStrictEqual([cancelled.status, cancelled.cancel_requested], ["cancelled", true])
        assert.isNotNull(cancelled.finished_at)
        assert.isNull(yield* queue.claim)
      })
    )
  )

  it.effect(
    "`running`, cancel request, checked between steps: `cancelled`; `cancel_requested` is true until then",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { claim, queue, range, read, run } = yield* picked
          const asked = yield* expectStatus(200, "POST", `${on(range, run)}/cancel`)
          assert.deepStrictEqual([asked.status, asked.cancel_requested], ["running", true])
          assert.strictEqual(yield* queue.renew(claim, 50), "cancelled")
          yield* queue.cancel(claim)
          assert.strictEqual((yield* read).status, "cancelled")
        })
      )
  )

  it.effect(
    "`running`, cancel request, when the result is there already, or the worker is gone: `cancelled`",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const late = yield* picked
          yield* expectStatus(200, "POST", `${on(late.range, late.run)}/cancel`)
          assert.isFalse(yield* late.queue.complete(late.claim, 7, computed))
          const gone = yield* late.read
          assert.deepStrictEqual([gone.status, gone.result], ["cancelled", null])

          const left = yield* picked
          yield* expectStatus(200, "POST", `${on(left.range, left.run)}/cancel`)
          assert.strictEqual(yield* left.queue.reap(900_000), 0, "its worker lives")
          yield* sql`update analysis_runs set lease_until = now() - interval '1 second'
          where id = ${left.run.id}::uuid`
          assert.strictEqual(yield* left.queue.reap(900_000), 1)
          const ended = yield* left.read
          assert.deepStrictEqual([ended.status, ended.error_code], ["cancelled", null])
        })
      )
  )

  it.effect("any, re-run: unchanged; a new `queued` run with the same parameters and `source_run_id`", () =>
    Effect.scoped(
      Effect.gen(function* () {
        for (const status of runStatuses) {
          const { range, read, run } = yield* start
          yield* putInto(run.id, status)
          const again = yield* expectStatus(201, "POST", `${on(range, run)}/rerun`)
          assert.deepStrictEqual(
            [again.status, again.source_run_id, again.parameters],
            ["queued", run.id, run.parameters]
          )
          assert.strictEqual((yield* read).status, status)
        }
      })
    )
  )

  it.effect(
    "any, delete, or hourly cleanup of expired runs: removed; geometries removed; audit entry `analysis.deleted` on delete",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { send } = yield* TestServer
          for (const status of runStatuses) {
            const { range, run } = yield* start
            yield* putInto(run.id, status)
            yield* sql`insert into analysis_geometries (run_id, kind, label, geom)
              values (${run.id}::uuid, 'mcp', 'x', '{"type":"Point","coordinates":[0,0]}')`
            assert.strictEqual((yield* send("DELETE", on(range, run))).status, 204)
            assert.lengthOf(yield* sql`select from analysis_runs`, 0)
            assert.lengthOf(yield* sql`select from analysis_geometries`, 0)
            assert.include(yield* audited("analysis.deleted"), run.id)
          }
        })
      )
  )

  it.effect(
    "When a message is delivered again for a run that is not `queued`, the worker does nothing (idempotent), so a completed result is never overwritten",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { claim, queue, read, run } = yield* picked
          for (const status of runStatuses.filter((one) => one !== "queued")) {
            yield* putInto(run.id, status)
            assert.isNull(yield* queue.claim, status)
          }
          yield* putInto(run.id, "running")
          yield* queue.complete(claim, 7, computed)
          const before = yield* read
          assert.isFalse(yield* queue.complete(claim, 8, { ...computed, excluded: 3 }))
          yield* queue.fail(claim, failure("ANALYSIS_FAILED", "late"))
          yield* queue.cancel(claim)
          const after = yield* read
          assert.deepStrictEqual(
            [after.status, after.result, after.input_count, after.error_code],
            ["completed", before.result, 7, null]
          )
        })
      )
  )

  it.effect("Naming a run (PATCH) clears `expires_at`; clearing the name sets expiry again", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { claim, queue, range, run } = yield* picked
        yield* queue.complete(claim, 7, computed)
        const named = yield* expectStatus(200, "PATCH", on(range, run), { name: "March" })
        assert.isNull(named.expires_at)
        const unnamed = yield* expectStatus(200, "PATCH", on(range, run), { name: null })
        assert.strictEqual(Date.parse(unnamed.expires_at) - Date.parse(unnamed.finished_at), 30 * DAY_MS)
      })
    )
  )

  it.effect(
    "every statement moves a run where the table says, and leaves it where the table says nothing",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { claim, queue, range, read, run } = yield* picked
          const { send } = yield* TestServer
          const statements = {
            begin: queue.claim,
            complete: queue.complete(claim, 7, { ...computed, geometries: [] }),
            fail: queue.fail(claim, failure("ANALYSIS_FAILED", "why")),
            cancel: send("POST", `${on(range, run)}/cancel`),
            stop: queue.cancel(claim)
          } as const
          const sql = yield* SqlClient.SqlClient
          for (const [move, statement] of Object.entries(statements))
            for (const from of runStatuses) {
              yield* putInto(run.id, from)
              yield* sql`update analysis_runs set result = null, epoch = ${claim.epoch},
                lease_until = now() + interval '15 seconds' where id = ${run.id}::uuid`
              yield* statement
              const to = advance(from, move as keyof typeof statements) // the keys of the record above
              assert.strictEqual((yield* read).status, to ?? from, `${move} from ${from}`)
            }
        })
      )
  )
})

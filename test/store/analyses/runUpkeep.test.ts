// The clean-up of runs.
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { RunUpkeep } from "../../../src/jobs/ports.ts"
import { DatabaseUrl, pool } from "../../../src/store/sql/Pg.ts"
import { RunUpkeepSql } from "../../../src/store/analyses/RunUpkeepSql.ts"
import { makeRange, startRun } from "../../support/http/runs.ts"
import { serve } from "../../support/http/server.ts"
import { expectStatus } from "../../support/http/tracking.ts"

const asUpkeep = <A>(work: (upkeep: RunUpkeep["Service"]) => Effect.Effect<A>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const url = yield* DatabaseUrl
      const context = yield* Layer.build(
        RunUpkeepSql.pipe(
          Layer.provide(
            pool({
              role: "pugmark_work",
              maxConnections: 1,
              applicationName: "tidy",
              statementTimeoutMs: 30_000
            }).pipe(Layer.provide(Layer.succeed(DatabaseUrl, url)))
          )
        )
      )
      return yield* work(Context.get(context, RunUpkeep))
    })
  )
const tidy = (timeoutMs: number) => asUpkeep((upkeep) => upkeep.tidy(timeoutMs))

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("the hourly clean-up", (it) => {
  it.effect(
    "removes runs 30 days after finish, with their geometries; those with a name stay, those that are not over too",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const range = yield* makeRange(["Alma"])
        const [old, kept, waiting] = [
          yield* startRun(range),
          yield* startRun(range, { name: "Kept" }),
          yield* startRun(range)
        ]
        yield* sql`update analysis_runs set status = 'completed', finished_at = now() - interval '31 days',
          expires_at = now() - interval '1 day' where id = ${old.id}::uuid`
        yield* sql`update analysis_runs set status = 'completed', finished_at = now() - interval '31 days'
          where id = ${kept.id}::uuid`
        yield* sql`insert into analysis_geometries (run_id, kind, label, geom)
          values (${old.id}::uuid, 'mcp', 'x', '{"type":"Point","coordinates":[0,0]}')`
        assert.deepStrictEqual(yield* tidy(900_000), { abandoned: 0, expired: 1, surplus: 0 })
        const left = yield* sql<{ id: string }>`select id from analysis_runs order by created_at`
        assert.deepStrictEqual(
          left.map((r) => r.id),
          [kept.id, waiting.id]
        )
        assert.lengthOf(yield* sql`select from analysis_geometries`, 0)
        yield* sql`delete from analysis_runs`
      })
  )

  it.effect(
    "keeps 200 named runs of a project: the oldest above it go, audited as `system`, and the PATCH that makes the 201st says so",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const range = yield* makeRange(["Alma"])
        const run = yield* startRun(range)
        yield* sql`
      insert into analysis_runs (id, project_id, module, status, name, parameters, subject_ids,
        method_version, created_at, finished_at)
      select gen_random_uuid(), project_id, module, 'completed', 'Run ' || n, parameters, subject_ids,
        method_version, now() - n * interval '1 day', now() from analysis_runs, generate_series(1, 200) n`
        const named = yield* expectStatus(200, "PATCH", `/projects/${range.project}/analyses/${run.id}`, {
          name: "One more"
        })
        assert.strictEqual(named.warnings[0].code, "TOO_MANY_KEPT")
        yield* sql`update analysis_runs set status = 'completed', finished_at = now()
          where id = ${run.id}::uuid`
        assert.strictEqual((yield* tidy(900_000)).surplus, 1)
        const gone = yield* sql<{
          actor_kind: string
          name: string
        }>`select actor_kind, detail ->> 'name' as name from audit_log where action = 'analysis.deleted'`
        assert.deepStrictEqual([...gone], [{ actor_kind: "system", name: "Run 200" }])
        yield* sql`delete from analysis_runs`
      })
  )

  it.effect("ends a run still going past its time when no worker lives", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const range = yield* makeRange(["Alma"])
      const run = yield* startRun(range)
      yield* sql`update analysis_runs set status = 'running', started_at = now() - interval '20 minutes',
        lease_until = now() - interval '19 minutes' where id = ${run.id}::uuid`
      assert.strictEqual((yield* tidy(900_000)).abandoned, 1)
      assert.strictEqual(
        (yield* expectStatus(200, "GET", `/projects/${range.project}/analyses/${run.id}`)).error_code,
        "ANALYSIS_TIMEOUT"
      )
    })
  )
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })(
  "with `ANALYSIS_MODULES=` empty",
  (it) => {
    const statusOf = (project: string, id: string) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [run] = yield* sql<{
          status: string
          error_code: string | null
          error_message: string | null
          over: boolean
        }>`
        select status, error_code, error_message, finished_at is not null as over from analysis_runs where id = ${id}::uuid and project_id = ${project}::uuid`
        return run!
      })

    it.effect(
      "a queued run is failed with MODULE_DISABLED and its trace though no worker starts; a running one and one of a module that stays are left alone",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const range = yield* makeRange(["Alma"])
          const [queued, running] = [yield* startRun(range), yield* startRun(range)]
          yield* sql`update analysis_runs set status = 'running', started_at = now(), worker = 'another',
          lease_until = now() + interval '1 minute' where id = ${running.id}::uuid`
          assert.strictEqual(yield* asUpkeep((upkeep) => upkeep.failDisabled(["movement"])), 0)
          assert.strictEqual((yield* statusOf(range.project, queued.id)).status, "queued")
          assert.strictEqual(yield* asUpkeep((upkeep) => upkeep.failDisabled([])), 1)
          const failed = yield* statusOf(range.project, queued.id)
          assert.deepInclude(failed, { status: "failed", error_code: "MODULE_DISABLED", over: true })
          assert.match(failed.error_message!, /Movement ecology is switched off.*ANALYSIS_MODULES/)
          assert.strictEqual((yield* statusOf(range.project, running.id)).status, "running")
          const trace = yield* expectStatus(200, "GET", `/traces/${queued.trace_id}`)
          assert.deepStrictEqual([trace.status, trace.code], ["failed", "MODULE_DISABLED"])
          assert.strictEqual(yield* asUpkeep((upkeep) => upkeep.failDisabled([])), 0)
        })
    )
  }
)

// Runs from the request to the result, over HTTP and PostgreSQL, with a worker whose threads go wrong as they
// are told.
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { pool } from "../../src/store/sql/Pg.ts"
import { loginName } from "../support/sql/database.ts"
import {
  begun,
  claimOf,
  DAY,
  ended,
  makeRange,
  parametersOf,
  queueOf,
  readRun,
  sourceOf,
  startRun,
  startWorker
} from "../support/http/runs.ts"
import { serve, TestServer } from "../support/http/server.ts"
import { expectStatus } from "../support/http/tracking.ts"
import { casesOf, REPEATED, STORY } from "../support/stories.ts"

const failureOf = ({
  error_code,
  error_message,
  status
}: {
  readonly error_code: string
  readonly error_message: string
  readonly status: string
}) => ({ status, error_code, error_message })

layer(serve(), { excludeTestServices: true, timeout: "120 seconds" })("a run", (it) => {
  it.effect(
    "queued -> running -> completed: result and geometries stored; finished_at; expires_at = finish + 30 days unless named",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const range = yield* makeRange(["Alma", "Berta"], 5)
          const queued = yield* startRun(range)
          assert.strictEqual(queued.status, "queued")
          assert.strictEqual(queued.method_version, "movement/3")
          assert.deepStrictEqual(
            queued.parameters.entity_ids,
            range.animals.map((a) => a.id)
          )
          yield* startWorker()
          const run = yield* ended(range.project, queued.id)
          assert.strictEqual(run.status, "completed", run.error_message)
          assert.strictEqual(run.progress, 100)
          assert.strictEqual(run.input_count, 10)
          assert.strictEqual(run.excluded_count, 1)
          assert.strictEqual(run.result.summary.main[range.animals[0]!.id].fixes, 10)
          assert.strictEqual(Date.parse(run.expires_at) - Date.parse(run.finished_at), 30 * 86_400_000)
          const shapes = yield* expectStatus(
            200,
            "GET",
            `/projects/${range.project}/analyses/${run.id}/geometries`
          )
          assert.strictEqual(shapes.features.length, 1)
          assert.deepStrictEqual(shapes.features[0].geometry, { type: "Point", coordinates: [10, 50] })

          const named = yield* expectStatus(200, "PATCH", `/projects/${range.project}/analyses/${run.id}`, {
            name: "March"
          })
          assert.strictEqual(named.expires_at, null, "naming a run clears expires_at")
          const unnamed = yield* expectStatus(200, "PATCH", `/projects/${range.project}/analyses/${run.id}`, {
            name: null
          })
          assert.isNotNull(unnamed.expires_at, "clearing the name sets expiry again")
          const sql = yield* SqlClient.SqlClient
          yield* sql`update analysis_runs set finished_at = finished_at - interval '20 days'
            where id = ${run.id}::uuid`
          const late = yield* expectStatus(200, "PATCH", `/projects/${range.project}/analyses/${run.id}`, {
            name: null
          })
          assert.strictEqual(
            Date.parse(late.expires_at) - Date.parse(late.finished_at),
            30 * 86_400_000,
            "finished_at plus 30 days, whenever the name is cleared"
          )
        })
      )
  )

  it.effect(
    "leaves the trace that it names: what was asked, what was computed, how it ended, also where it failed or was cancelled",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const good = yield* makeRange(["Alma", "Berta"], 5)
          const bad = yield* makeRange(["Thrower"])
          const none = yield* makeRange(["Alma"])
          const cancelled = yield* startRun(none)
          yield* expectStatus(200, "POST", `/projects/${none.project}/analyses/${cancelled.id}/cancel`)
          yield* startWorker()
          const run = yield* ended(good.project, (yield* startRun(good)).id)
          const failed = yield* ended(bad.project, (yield* startRun(bad)).id)
          const read = (of: { readonly trace_id: string }) =>
            expectStatus(200, "GET", `/traces/${of.trace_id}`)
          const trace = yield* read(run)
          assert.deepStrictEqual(
            [trace.kind, trace.status, trace.code, trace.project_id, trace.entity_id],
            ["analysis", "ok", "RUN_COMPLETED", good.project, null]
          )
          assert.deepStrictEqual(
            trace.steps.map((s: { name: string; status: string }) => `${s.name} ${s.status}`),
            ["request ok", "compute ok", "end ok"]
          )
          assert.deepStrictEqual(trace.steps[0].detail, { run_id: run.id, module: "movement", subjects: 2 })
          assert.deepStrictEqual(trace.steps[1].detail, {
            worker: "worker",
            method_version: run.method_version,
            fixes: 10,
            excluded: 1
          })
          const why = yield* read(failed)
          assert.deepStrictEqual(
            [why.status, why.code, why.entity_id, why.error],
            ["failed", "ANALYSIS_FAILED", bad.animals[0]!.id, failed.error_message]
          )
          assert.match(why.steps.at(-1).detail.remedy, /start the run again/)
          assert.deepStrictEqual(
            [(yield* read(cancelled)).status, (yield* read(cancelled)).code],
            ["skipped", "RUN_CANCELLED"]
          )
          const { items } = yield* expectStatus(200, "GET", `/projects/${good.project}/traces?kind=analysis`)
          assert.deepStrictEqual(
            items.map((t: { id: string }) => t.id),
            [run.trace_id]
          )
        })
      )
  )

  for (const [name, code, message] of [
    ["Thrower", "ANALYSIS_FAILED", /the sun did not rise/],
    ["Leaver", "ANALYSIS_FAILED", /ended without a result/],
    ["Chatterbox", "ANALYSIS_FAILED", /^(?:\u{1F404}){1000}$/u],
    ["Huge", "INPUT_TOO_LARGE", /fewer subjects/],
    ["FourGigabytes", "ANALYSIS_FAILED", /more than 400 MB of memory/],
    ["Heap", "ANALYSIS_FAILED", /MB of memory/]
  ] as const) {
    it.effect(
      `running -> failed: the run raises an error (${name}), and the worker takes the next run`,
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            yield* startWorker()
            const bad = yield* makeRange([name])
            const good = yield* makeRange(["Alma"])
            const [one, two] = [yield* startRun(bad), yield* startRun(good)]
            const failed = failureOf(yield* ended(bad.project, one.id))
            assert.strictEqual(failed.error_code, code)
            assert.match(failed.error_message, message)
            assert.strictEqual((yield* ended(good.project, two.id)).status, "completed")
          })
        ),
      name === "Heap" || name === "FourGigabytes" ? STORY : {}
    )
  }

  it.effect(
    "running -> failed: wall-clock limit exceeded: ANALYSIS_TIMEOUT, within a second of the limit",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          yield* startWorker({ timeoutMs: 1500 })
          const range = yield* makeRange(["Loop"])
          const run = yield* ended(range.project, (yield* startRun(range)).id)
          assert.strictEqual(run.error_code, "ANALYSIS_TIMEOUT")
          const took = Date.parse(run.finished_at) - Date.parse(run.started_at)
          assert.isAtLeast(took, 1400)
          assert.isBelow(took, 2500)
        })
      )
  )

  it.effect("queued -> failed: module disabled: MODULE_DISABLED", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const range = yield* makeRange(["Alma"])
        const run = yield* startRun(range)
        yield* startWorker({}, ["grazing"])
        assert.strictEqual((yield* ended(range.project, run.id)).error_code, "MODULE_DISABLED")
      })
    )
  )

  it.effect(
    "queued -> failed: a module that the project has switched off meanwhile: MODULE_DISABLED, also where the deployment offers none",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const narrowed = yield* makeRange(["Alma"])
          const run = yield* startRun(narrowed)
          yield* expectStatus(200, "PATCH", `/projects/${narrowed.project}`, {
            settings: { analysis_modules: ["grazing"] }
          })
          const other = yield* makeRange(["Berta"])
          yield* Effect.scoped(
            Effect.gen(function* () {
              yield* startWorker()
              const next = yield* startRun(other)
              assert.strictEqual(
                (yield* ended(other.project, next.id)).status,
                "completed",
                "the worker takes the next run"
              )
            })
          )
          const seen = yield* sql<{
            error_code: string
            error_message: string
          }>`select error_code, error_message from analysis_runs where id = ${run.id}::uuid`
          assert.deepStrictEqual(
            [...seen],
            [{ error_code: "MODULE_DISABLED", error_message: "The module is switched off in this project." }]
          )
          const none = yield* startRun(other)
          yield* startWorker({}, [])
          assert.strictEqual((yield* ended(other.project, none.id)).error_code, "MODULE_DISABLED")
        })
      )
  )

  it.effect(
    "running -> failed: a statement of the run takes longer than ANALYSIS_STATEMENT_TIMEOUT_SECONDS: ANALYSIS_FAILED in words, and the next run goes on",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const range = yield* makeRange(["Alma"])
          const run = yield* startRun(range)
          const queue = yield* queueOf()
          const source = yield* sourceOf(500_000, 200)
          const claim = yield* claimOf(queue)
          const refused = yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`lock table positions in access exclusive mode`
              return yield* Effect.flip(source.load(claim, claim.plan!))
            })
          )
          assert.strictEqual(refused.failure.code, "ANALYSIS_FAILED")
          assert.match(
            refused.failure.message,
            /took longer than 0\.2 seconds\. Choose fewer subjects or a shorter period/
          )
          yield* queue.fail(claim, refused.failure)
          assert.strictEqual((yield* source.load(claim, claim.plan!)).inputCount, 3)
          assert.strictEqual((yield* readRun(range.project, run.id)).status, "failed")
        })
      )
  )

  it.effect("running -> failed: too many fixes: INPUT_TOO_LARGE, the message suggests fewer subjects", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const range = yield* makeRange(["Alma", "Berta"], 10)
        yield* startRun(range)
        const source = yield* sourceOf(15)
        const queue = yield* queueOf()
        const claim = yield* claimOf(queue)
        const refused = yield* Effect.flip(source.load(claim, claim.plan!))
        assert.strictEqual(refused.failure.code, "INPUT_TOO_LARGE")
        assert.match(
          refused.failure.message,
          /Choose fewer subjects or a shorter period\.$/,
          "a movement run has no areas"
        )
        yield* queue.fail(claim, refused.failure)
        assert.strictEqual((yield* readRun(range.project, claim.id)).error_code, "INPUT_TOO_LARGE")
      })
    )
  )

  it.effect(
    "running -> failed: too many fixes of one subject: INPUT_TOO_LARGE, the message suggests fewer subjects, and a run without it goes through",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const many = yield* makeRange(["Alma"], 10)
          const { animals, project } = yield* makeRange(["Berta"], 5, many.project)
          const both = { project, animals: [...many.animals, ...animals] }
          const source = yield* sourceOf(500_000, 30_000, 9)
          const queue = yield* queueOf()
          yield* startRun(both)
          const claim = yield* claimOf(queue)
          const refused = yield* Effect.flip(source.load(claim, claim.plan!))
          assert.strictEqual(refused.failure.code, "INPUT_TOO_LARGE")
          assert.strictEqual(
            refused.failure.message,
            "Alma has 10 fixes in the period, and a run takes 9 of one subject. Choose fewer subjects, without Alma, or a shorter period."
          )
          yield* queue.fail(claim, refused.failure)
          yield* startRun({ project, animals })
          const fewer = yield* claimOf(queue)
          assert.strictEqual((yield* source.load(fewer, fewer.plan!)).inputCount, 5)
          yield* queue.cancel(fewer)
          yield* startRun(both, {
            parameters: parametersOf(both, { time_to: new Date(DAY + 3_600_000).toISOString() })
          })
          const shorter = yield* claimOf(queue)
          assert.strictEqual((yield* source.load(shorter, shorter.plan!)).inputCount, 11)
          yield* queue.cancel(shorter)
        })
      )
  )

  it.effect(
    "running -> cancelled within a second, in the middle of a computation; queued -> cancelled immediately",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const range = yield* makeRange(["Loop"])
          const waiting = yield* startRun(range)
          const cancelled = yield* expectStatus(
            200,
            "POST",
            `/projects/${range.project}/analyses/${waiting.id}/cancel`
          )
          assert.strictEqual(cancelled.status, "cancelled")
          yield* startWorker()
          const run = yield* startRun(range)
          yield* begun(range.project, run.id)
          const began = performance.now()
          const asked = yield* expectStatus(
            200,
            "POST",
            `/projects/${range.project}/analyses/${run.id}/cancel`
          )
          assert.isTrue(asked.cancel_requested)
          assert.strictEqual((yield* ended(range.project, run.id)).status, "cancelled")
          assert.isBelow(performance.now() - began, 1500)
          const { send } = yield* TestServer
          assert.strictEqual(
            (yield* send("POST", `/projects/${range.project}/analyses/${run.id}/cancel`)).status,
            409
          )
        })
      )
  )

  it.effect(
    "one that a release without plans queued is planned by its parameters; where nobody can read them it fails in words",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const range = yield* makeRange(["Alma", "Berta"])
          const [old, broken] = [yield* startRun(range), yield* startRun(range)]
          yield* sql`update analysis_runs set plan = null where id = ${old.id}::uuid`
          yield* sql`update analysis_runs set plan = null, parameters = '{"colour": "red"}'
            where id = ${broken.id}::uuid`
          yield* startWorker()
          const run = yield* ended(range.project, old.id)
          assert.deepStrictEqual([run.status, run.input_count], ["completed", 6])
          const failed = failureOf(yield* ended(range.project, broken.id))
          assert.strictEqual(failed.error_code, "ANALYSIS_FAILED")
          assert.match(failed.error_message, /cannot be read by this version\. Start it anew/)
        })
      )
  )

  it.effect("a running one that is removed is stopped, and leaves nothing", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { send } = yield* TestServer
        yield* startWorker()
        const range = yield* makeRange(["Loop"])
        const run = yield* startRun(range)
        yield* begun(range.project, run.id)
        assert.strictEqual(
          (yield* send("DELETE", `/projects/${range.project}/analyses/${run.id}`)).status,
          204
        )
        assert.strictEqual((yield* send("GET", `/projects/${range.project}/analyses/${run.id}`)).status, 404)
        const next = yield* startRun(yield* makeRange(["Alma"], 3, range.project))
        assert.strictEqual(
          (yield* ended(range.project, next.id)).status,
          "completed",
          "the thread of the removed run makes place"
        )
        assert.deepStrictEqual(yield* sql`select from analysis_geometries where run_id = ${run.id}::uuid`, [])
      })
    )
  )

  it.effect(
    "a worker that lost its run changes nothing, and a run without a worker ends after its time as ANALYSIS_TIMEOUT",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const range = yield* makeRange(["Alma"])
          const run = yield* startRun(range)
          const queue = yield* queueOf("frozen")
          const claim = yield* claimOf(queue)
          const { loaded } = yield* (yield* sourceOf()).load(claim, claim.plan!)
          yield* sql`update analysis_runs set lease_until = now() - interval '1 second',
            started_at = now() - interval '1 hour' where id = ${run.id}::uuid`
          assert.strictEqual(yield* queue.reap(3_700_000), 0, "not before its time")
          assert.strictEqual(yield* queue.reap(1_800_000), 1)
          const before = yield* readRun(range.project, run.id)
          assert.strictEqual(before.error_code, "ANALYSIS_TIMEOUT")
          assert.strictEqual(yield* queue.renew(claim, 50), "lost")
          const document = {
            version: 1,
            module: "movement",
            method_version: "movement/1",
            subjects: [],
            periods: [],
            summary: {},
            tables: [],
            charts: [],
            geometries: {},
            warnings: [],
            provenance: {}
          } as const
          assert.isFalse(
            yield* queue.complete(claim, loaded.tracks.length, { document, geometries: [], excluded: 0 })
          )
          yield* queue.fail(claim, { code: "ANALYSIS_FAILED", message: "late" })
          assert.deepStrictEqual(yield* readRun(range.project, run.id), before)
        })
      )
  )

  it.effect(
    "two workers on one queue: each run is taken once, 200 times",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [a, b] = [yield* queueOf("a"), yield* queueOf("b")]
          const range = yield* makeRange(["Alma"])
          const run = yield* startRun(range)
          for (let round = 0; round < casesOf(200); round++) {
            yield* sql`update analysis_runs set status = 'queued', epoch = 0, lease_until = null,
            started_at = null where id = ${run.id}::uuid`
            const claims = yield* Effect.all([a.claim, b.claim], { concurrency: 2 })
            assert.strictEqual(claims.filter((c) => c !== null).length, 1)
          }
          yield* sql`delete from analysis_runs where id = ${run.id}::uuid`
        })
      ),
    REPEATED
  )

  it.effect(
    "cancel against finish, 200 times: the run ends as one of the two, and has a result exactly if it is completed",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { send } = yield* TestServer
          const queue = yield* queueOf()
          const range = yield* makeRange(["Alma"])
          const run = yield* startRun(range)
          const claim = yield* claimOf(queue)
          const document = {
            version: 1,
            module: "movement",
            method_version: "movement/1",
            subjects: [],
            periods: [],
            summary: {},
            tables: [],
            charts: [],
            geometries: {},
            warnings: [],
            provenance: {}
          } as const
          const seen = new Map<string, number>()
          for (let round = 0; round < casesOf(200); round++) {
            yield* sql`update analysis_runs set status = 'running', cancel_requested = false,
              finished_at = null, result = null, epoch = ${claim.epoch} where id = ${run.id}::uuid`
            const [kept, answer] = yield* Effect.all(
              [
                Effect.delay(queue.complete(claim, 3, { document, geometries: [], excluded: 0 }), round % 3),
                send("POST", `/projects/${range.project}/analyses/${run.id}/cancel`)
              ],
              { concurrency: 2 }
            )
            const after = yield* readRun(range.project, run.id)
            assert.strictEqual(after.status === "completed", kept)
            assert.strictEqual(after.result !== null, kept)
            assert.strictEqual(answer.status, kept ? 409 : 200)
            seen.set(after.status, (seen.get(after.status) ?? 0) + 1)
          }
          assert.sameMembers(
            [...seen.keys()].filter((s) => s !== "completed" && s !== "cancelled"),
            []
          )
          yield* sql`delete from analysis_runs where id = ${run.id}::uuid`
        })
      ),
    REPEATED
  )

  it.effect(
    "reads effective fixes alone: curated time and geometry, valid, of the device itself, in [from, to)",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const range = yield* makeRange(["Alma"], 6)
          const { device, id } = range.animals[0]!
          const at = (n: number) => new Date(DAY + n * 600_000)
          yield* sql`update positions set valid = false, curation_revision = 1 where entity_id = ${id}::uuid
            and original_time = ${at(1)}`
          yield* sql`update positions set curated_time = ${at(-5)}, curation_revision = 1
            where entity_id = ${id}::uuid and original_time = ${at(2)}`
          yield* sql`update positions set curated_time = ${new Date(DAY + 7 * 600_000 + 123)},
            curated_lon = 20, curated_lat = -30, curation_revision = 1 where entity_id = ${id}::uuid
            and original_time = ${at(3)}`
          yield* sql`insert into positions (original_time, device_id, project_id, entity_id, record_type, lon,
            lat, received_at, batch_id)
      values (${new Date(DAY + 5)}, ${device}::uuid, ${range.project}::uuid, ${id}::uuid, 'network', 1, 1,
        now(), 1), (${new Date(DAY + 86_400_000)}, ${device}::uuid, ${range.project}::uuid, ${id}::uuid,
        'gnss', 1, 1, now(), 1)`
          const run = yield* startRun(range)
          const queue = yield* queueOf()
          const claim = yield* claimOf(queue)
          const { inputCount, loaded } = yield* (yield* sourceOf()).load(claim, claim.plan!)
          const [track] = loaded.tracks
          assert.strictEqual(inputCount, 4)
          assert.deepStrictEqual(
            [...track!.time],
            [DAY, DAY + 4 * 600_000, DAY + 5 * 600_000, DAY + 7 * 600_000 + 123]
          )
          assert.deepStrictEqual(
            [...track!.lon].map((x) => Math.round(x * 1000) / 1000),
            [10, 10.004, 10.005, 20]
          )
          assert.deepStrictEqual([...track!.lat], [50, 50, 50, -30])
          assert.isTrue(Number.isNaN(track!.accuracy_m[4] ?? Number.NaN))
          assert.strictEqual(track!.satellites[0], 8)
          assert.strictEqual(loaded.subjects[0]!.discarded.main!.invalid, 1)
          assert.strictEqual(loaded.subjects[0]!.deployments!.length, 1)
          assert.strictEqual(loaded.subjects[0]!.isLivestock, true)
          yield* sql`delete from analysis_runs where id = ${run.id}::uuid`
        })
      ),
    REPEATED
  )

  it.effect(
    "counts what its subjects' devices sent twice in the period, by the times of the fixes",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const range = yield* makeRange(["Alma", "Berta"], 3)
          const trace = (device: string, first: number, fixes: number) => sql`
      insert into processing_traces (id, kind, status, code, started_at, project_id, device_id, steps)
        values (gen_random_uuid(), 'ingest', 'duplicate', 'DUPLICATE', ${new Date(DAY + 30 * 86_400_000)},
        ${range.project}::uuid,
        ${device}::uuid, ${JSON.stringify([
          { name: "receive", status: "ok" },
          { name: "store", status: "duplicate", detail: { fixes, first: new Date(first).toISOString() } }
        ])}::jsonb)`
          const [alma, berta] = range.animals.map((a) => a.device) as [string, string]
          for (const [device, first, fixes] of [
            [alma, DAY, 3],
            [alma, DAY + 7_200_000, 4],
            [alma, DAY - 1, 50],
            [alma, DAY + 86_400_000, 60],
            [berta, DAY + 5, 1]
          ] as const)
            yield* trace(device, first, fixes)
          const run = yield* startRun(range)
          const claim = yield* claimOf(yield* queueOf())
          const { loaded } = yield* (yield* sourceOf()).load(claim, claim.plan!)
          assert.deepStrictEqual(
            loaded.subjects.map((s) => s.discarded.main!.duplicates),
            [7, 1]
          )
          yield* sql`delete from analysis_runs where id = ${run.id}::uuid`
        })
      ),
    REPEATED
  )

  it.effect("the analysis role can read core tables and write only its own two", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const written = yield* sql<{ table: string; may: string }>`
      select table_name as table, privilege_type as may from information_schema.role_table_grants
      where grantee = ${yield* loginName("pugmark_analysis")} and privilege_type <> 'SELECT' order by 1, 2`
        assert.deepStrictEqual(
          written.map(({ may, table }) => `${may} ${table}`),
          [
            "DELETE analysis_geometries",
            "INSERT analysis_geometries",
            "UPDATE analysis_geometries",
            "UPDATE analysis_runs"
          ]
        )
        const worker = Context.get(
          yield* Layer.build(
            pool({
              role: "pugmark_analysis",
              maxConnections: 1,
              applicationName: "rights",
              statementTimeoutMs: 5000
            })
          ),
          SqlClient.SqlClient
        )
        yield* worker`select from positions limit 1`
        const refused = yield* Effect.flip(worker`insert into positions default values`)
        assert.match(String(refused.reason.cause), /permission denied/)
      })
    )
  )

  it.effect("is told of over the live stream, and its parameters are kept complete", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const range = yield* makeRange(["Alma"])
      const run = yield* expectStatus(201, "POST", `/projects/${range.project}/analyses`, {
        module: "movement",
        parameters: parametersOf(range, { options: { cell_m: 50, methods: ["mcp"] } })
      })
      assert.strictEqual(run.parameters.cell_m, 50)
      assert.deepStrictEqual(run.parameters.methods, ["mcp"])
      assert.strictEqual(run.parameters.gap_hours, 4)
      const told = yield* sql<{
        type: string
      }>`select type from event_stream where object_id = ${run.id}::uuid`
      assert.deepStrictEqual(
        told.map((t) => t.type),
        ["run.updated"]
      )
      yield* sql`delete from analysis_runs`
    })
  )
})

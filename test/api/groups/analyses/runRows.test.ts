// What a list of runs shows beside their names: about whom, when, where in the queue, why one failed; and how
// many there are.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { errorCodes, errorWords, failure } from "../../../../src/domain/analysis/ErrorCode.ts"
import { ENDS_SOON_HOURS } from "../../../../src/domain/analysis/Run.ts"
import { previewOf } from "../../../../src/figures/preview.ts"
import { compared, grazed } from "../../../figures/documents.ts"
import { connect } from "../../../support/http/stream.ts"
import { makeMember } from "../../../support/http/people.ts"
import {
  claimOf,
  DAY,
  makeRange,
  parametersOf,
  queueOf,
  type Range,
  readRun,
  sourceOf,
  startRun
} from "../../../support/http/runs.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, square } from "../../../support/http/tracking.ts"

const iso = (at: number) => new Date(at).toISOString()
const runsOf = ({ project }: Pick<Range, "project">) => `/projects/${project}/analyses`
const listed = Effect.fnUntraced(function* (range: Range, query = "") {
  return (yield* expectStatus(200, "GET", `${runsOf(range)}?${query}`)).items as ReadonlyArray<
    Readonly<Record<string, unknown>>
  >
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a row of the list of runs", (it) => {
  it.effect("says who it is about, the period, and what that is compared with", () =>
    Effect.gen(function* () {
      const range = yield* makeRange(["Alma", "Berta", "Clara", "Dora"])
      const before = { time_from: iso(DAY - 86_400_000), time_to: iso(DAY) }
      yield* startRun(range, { parameters: parametersOf(range, { comparison: before }) })
      const [row] = yield* listed(range)
      assert.deepInclude(row, {
        subject_count: 4,
        subject_names: ["Alma", "Berta", "Clara"],
        area_count: null,
        warning_count: null,
        period: {
          from: iso(DAY),
          to: iso(DAY + 86_400_000),
          comparison: { kind: "period", from: iso(DAY - 86_400_000), to: iso(DAY) }
        }
      })

      const field = yield* expectStatus(201, "POST", `/projects/${range.project}/features`, {
        name: "Field",
        feature_type: "zone",
        geometry: square(10, 50, 0.01)
      })
      const [alma, ...others] = range.animals.map(({ id }) => id)
      const graze = (more: object) =>
        startRun(range, {
          module: "grazing",
          parameters: parametersOf(range, { entity_ids: [alma], feature_ids: [field.id], ...more })
        })
      yield* graze({ herd_b_entity_ids: others })
      yield* graze({ seasons: [{ name: "Spring", from: "03-01", to: "05-31" }] })
      const [seasons, herd] = yield* listed(range)
      assert.deepInclude(seasons, { subject_count: 1, area_count: 1 })
      assert.deepStrictEqual(
        [seasons, herd].map((of) => (of!["period"] as { comparison: object }).comparison),
        [
          { kind: "seasons", names: ["Spring"] },
          { kind: "herd", subject_count: 3 }
        ]
      )
      yield* (yield* SqlClient.SqlClient)`delete from analysis_runs`
    })
  )

  it.effect("says the place in the queue of all projects, 1 being next, while it is queued", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [here, there] = [yield* makeRange(["Alma"]), yield* makeRange(["Berta"])]
        yield* startRun(here)
        yield* startRun(there)
        yield* startRun(here)
        const places = (range: Range) =>
          Effect.map(listed(range), (rows) => rows.map((r) => r["queue_place"]))
        assert.deepStrictEqual([yield* places(here), yield* places(there)], [[3, 1], [2]])
        yield* claimOf(yield* queueOf())
        assert.deepStrictEqual([yield* places(here), yield* places(there)], [[2, null], [1]])
        yield* sql`delete from analysis_runs`
      })
    )
  )

  it.effect("says in words why a run failed, and what to do", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const queue = yield* queueOf()
        const range = yield* makeRange(["Alma"])
        for (const code of errorCodes) {
          const { id } = yield* startRun(range)
          yield* queue.fail(yield* claimOf(queue), failure(code, "What the worker met."))
          const words = { error_title: errorWords[code].title, remedy: errorWords[code].remedy }
          for (const row of [(yield* listed(range))[0], yield* readRun(range.project, id)])
            assert.deepInclude(row, { error_code: code, error_message: "What the worker met.", ...words })
          const { trace_id } = yield* readRun(range.project, id)
          const { steps } = yield* expectStatus(200, "GET", `/traces/${trace_id}`)
          assert.strictEqual(steps.at(-1).detail.remedy, words.remedy, "its trace says the same")
        }
        yield* (yield* SqlClient.SqlClient)`delete from analysis_runs`
      })
    )
  )

  it.effect("says how many warnings its result has", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const queue = yield* queueOf()
        const range = yield* makeRange(["Alma"])
        yield* startRun(range)
        yield* queue.complete(yield* claimOf(queue), 3, {
          document: {
            version: 1,
            module: "movement",
            method_version: "movement/3",
            subjects: [],
            periods: [],
            summary: {},
            tables: [],
            charts: [],
            geometries: {},
            warnings: [{ code: "few_fixes", level: "warning", subject: null, text: "Few.", counts: {} }],
            provenance: {}
          },
          excluded: 0,
          geometries: []
        })
        assert.strictEqual((yield* listed(range))[0]!["warning_count"], 1)
        yield* (yield* SqlClient.SqlClient)`delete from analysis_runs`
      })
    )
  )

  it.effect("ends soon in the last day of a result without a name, which narrows and is counted", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const queue = yield* queueOf()
        const range = yield* makeRange(["Alma"])
        const made: Array<string> = []
        for (const name of ["kept", "later", "soon", "failed"]) {
          const { id } = yield* startRun(range, name === "kept" ? { name } : {})
          const held = yield* claimOf(queue)
          yield* name === "failed"
            ? queue.fail(held, failure("ANALYSIS_FAILED", "No."))
            : queue.complete(held, 3, compared)
          made.push(id)
        }
        const [, , soon, failed] = made
        yield* sql`
          update analysis_runs set expires_at = now() + make_interval(hours => ${ENDS_SOON_HOURS}::int - 1)
          where id = any(${[soon!, failed!]}::uuid[])`
        const marked = (query: string) =>
          Effect.map(listed(range, query), (rows) => rows.map(({ ends_soon, id }) => [id, ends_soon]))
        assert.deepStrictEqual(yield* marked("ends_soon=true"), [[soon, true]])
        assert.deepStrictEqual(
          yield* marked("ends_soon=false"),
          made
            .filter((id) => id !== soon)
            .map((id) => [id, false])
            .toReversed()
        )
        assert.strictEqual((yield* expectStatus(200, "GET", `${runsOf(range)}/summary`)).ends_soon, 1)
        yield* sql`delete from analysis_runs`
      })
    )
  )

  it.effect("names the subject that alone has too many fixes, by which the worker refused the run", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const range = yield* makeRange(["Alma", "Berta"], 5)
        const [, berta] = range.animals
        yield* (yield* SqlClient.SqlClient)`
          delete from positions
          where entity_id = ${range.animals[0]!.id}::uuid and original_time > ${new Date(DAY)}`
        const queue = yield* queueOf()
        const source = yield* sourceOf(500_000, 30_000, 4)
        yield* startRun(range)
        const held = yield* claimOf(queue)
        const { failure: met } = yield* Effect.flip(source.load(held, held.plan!))
        yield* queue.fail(held, met)
        const [row] = yield* listed(range)
        assert.deepInclude(row, {
          error_code: "INPUT_TOO_LARGE",
          error_subject: { id: berta!.id, name: "Berta" }
        })
        yield* (yield* SqlClient.SqlClient)`delete from analysis_runs`
      })
    )
  )

  it.effect("has what a small picture of its result is drawn of, and none without a result", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const queue = yield* queueOf()
        const range = yield* makeRange(["Alma"])
        for (const computed of [grazed, compared]) {
          const { id } = yield* startRun(range)
          yield* queue.complete(yield* claimOf(queue), 3, computed)
          const preview = previewOf(computed.document, computed.geometries)
          assert.isNotNull(preview)
          for (const row of [(yield* listed(range))[0]!, yield* readRun(range.project, id)])
            assert.deepStrictEqual(row["preview"], preview)
        }
        yield* startRun(range)
        assert.isNull((yield* listed(range))[0]!["preview"], "queued")
        yield* queue.fail(yield* claimOf(queue), failure("ANALYSIS_FAILED", "No."))
        assert.isNull((yield* listed(range))[0]!["preview"], "failed")
        yield* (yield* SqlClient.SqlClient)`delete from analysis_runs`
      })
    )
  )

  it.effect("is found by its name, the name of a subject, who started it, and whether it is kept", () =>
    Effect.gen(function* () {
      const range = yield* makeRange(["Alma", "Berta"])
      const analyst = yield* makeMember(range.project, "analyst")
      const [alma, berta] = range.animals
      yield* startRun({ ...range, animals: [alma!] }, { name: "Spring of the herd" })
      yield* analyst.ask("POST", runsOf(range), {
        body: { module: "movement", parameters: parametersOf({ ...range, animals: [berta!] }) }
      })
      const names = (query: string) =>
        Effect.map(listed(range, query), (rows) => rows.map((r) => r["subject_names"]).flat())
      assert.deepStrictEqual(yield* names("q=spring"), ["Alma"])
      assert.deepStrictEqual(yield* names("q=BERT"), ["Berta"])
      assert.deepStrictEqual(yield* names("q=nobody"), [])
      assert.deepStrictEqual(yield* names("kept=true"), ["Alma"])
      assert.deepStrictEqual(yield* names("kept=false"), ["Berta"])
      assert.deepStrictEqual(yield* names(`created_by=${analyst.id}`), ["Berta"])
      const { send } = yield* TestServer
      for (const query of ["q=", "kept=1", "created_by=me"])
        assert.strictEqual((yield* send("GET", `${runsOf(range)}?${query}`)).status, 422, query)
      yield* (yield* SqlClient.SqlClient)`delete from analysis_runs`
    })
  )
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("the figures of the runs", (it) => {
  it.effect("count what the reader's list has, and say whether one more run would be refused", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const range = yield* makeRange(["Alma", "Berta"])
      const [alma, berta] = range.animals
      const member = yield* makeMember(range.project, "analyst", { entities: [alma!.id] })
      yield* startRun({ ...range, animals: [alma!] }, { name: "Kept" })
      for (let n = 0; n < 4; n++) yield* startRun({ ...range, animals: [berta!] })
      const { body: gone } = yield* member.ask("POST", runsOf(range), {
        body: { module: "movement", parameters: parametersOf({ ...range, animals: [alma!] }) }
      })
      assert.strictEqual(gone.code, "TOO_MANY_QUEUED")
      const counts = { running: 0, completed: 0, failed: 0, cancelled: 0 }
      const bounds = { max_kept: 200, max_queued: 5, queue_full: true }
      const summary = `${runsOf(range)}/summary`
      assert.deepStrictEqual(yield* expectStatus(200, "GET", summary), {
        total: 5,
        by_status: { queued: 5, ...counts },
        kept: 1,
        ...bounds,
        ends_soon: 0,
        worker: { heartbeat_age_seconds: null, minutes: Array.from({ length: 15 }, () => 0) }
      })
      assert.deepInclude((yield* member.ask("GET", summary)).body, {
        total: 1,
        by_status: { queued: 1, ...counts },
        kept: 1,
        ...bounds
      })
      yield* sql`select beat('w', 'analyse', 1, '{}')`
      const { worker } = yield* expectStatus(200, "GET", summary)
      assert.isBelow(worker.heartbeat_age_seconds, 5)
      yield* sql`
        insert into health_samples (kind, subject, minute, value)
        select 'beats', 'w', date_trunc('minute', now()) - make_interval(mins => ago), beats
        from (values (1, 12), (2, 6), (15, 13), (16, 12)) past (ago, beats)`
      assert.deepStrictEqual((yield* expectStatus(200, "GET", summary)).worker.minutes, [
        1,
        ...Array.from({ length: 12 }, () => 0),
        0.5,
        1
      ])

      yield* expectStatus(200, "PATCH", `/projects/${range.project}`, {
        settings: { analysis_modules: ["grazing"] }
      })
      assert.deepInclude(yield* expectStatus(200, "GET", summary), { total: 0, kept: 0 })
      yield* expectStatus(200, "PATCH", `/projects/${range.project}`, { settings: { analysis_modules: [] } })
      yield* expectStatus(404, "GET", summary)
      yield* sql`delete from analysis_runs`
    })
  )
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("the live stream", (it) => {
  it.effect("tells of status, of every ten percent, and of a request to cancel, as the list does", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const queue = yield* queueOf()
        const range = yield* makeRange(["Alma"])
        const reader = yield* connect(range, "?types=run.updated")
        const next = Effect.map(reader.take(1), ([entry]) => entry!.data as Readonly<Record<string, unknown>>)
        const run = yield* startRun(range)
        assert.deepInclude(yield* next, { id: run.id, status: "queued", queue_place: 1 })
        const held = yield* claimOf(queue)
        assert.deepInclude(yield* next, { status: "running", progress: 0, queue_place: null })
        yield* queue.renew(held, 4)
        yield* queue.renew(held, 12)
        assert.deepInclude(yield* next, { progress: 12 })
        yield* queue.renew(held, 17)
        yield* queue.renew(held, 30)
        assert.deepInclude(yield* next, { progress: 30 })
        yield* send("POST", `${runsOf(range)}/${run.id}/cancel`)
        assert.deepInclude(yield* next, { status: "running", cancel_requested: true })
        yield* queue.cancel(held)
        assert.deepInclude(yield* next, { status: "cancelled" })
      })
    )
  )

  it.effect("tells nothing of a module that the project has switched off", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const range = yield* makeRange(["Alma"])
        yield* expectStatus(200, "PATCH", `/projects/${range.project}`, {
          settings: { analysis_modules: ["grazing"] }
        })
        const reader = yield* connect(range, "?types=run.updated,event.created")
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          insert into analysis_runs (id, project_id, module, parameters, subject_ids, method_version)
          values (gen_random_uuid(), ${range.project}::uuid, 'movement', '{}',
            array[${range.animals[0]!.id}::uuid], 'movement/3')`
        yield* send("POST", `/projects/${range.project}/events`, {
          body: { event_type: "SEEN", title: "Next" }
        })
        assert.deepInclude((yield* reader.take(1))[0]!.data, { title: "Next" })
      })
    )
  )
})

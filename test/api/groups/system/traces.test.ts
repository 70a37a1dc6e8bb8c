// Processing traces over HTTP: for the person who asks why.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { makeFarm } from "../../../support/sql/farm.ts"
import { serve, TestServer } from "../../../support/http/server.ts"

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("traces", (it) => {
  it.effect("are listed newest first by kind, status, code, device, entity, rule and time", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      const rule = v7()
      const write = Effect.fnUntraced(function* (row: {
        readonly kind: string
        readonly status: string
        readonly code?: string
        readonly device?: string
        readonly entity?: string
        readonly rule?: string
        readonly at: string
      }) {
        const id = v7({ msecs: Date.parse(row.at) })
        yield* sql`insert into processing_traces (id, kind, status, code, started_at, duration_ms, project_id,
          device_id, entity_id, rule_id, error, steps)
        values (${id}::uuid, ${row.kind}, ${row.status}, ${row.code ?? null}, ${new Date(row.at)}, 1.5,
          ${farm.project}::uuid, ${row.device ?? null}::uuid, ${row.entity ?? null}::uuid,
          ${row.rule ?? null}::uuid,
          ${row.code === undefined ? null : "it went wrong"},
            '[{"name": "evaluate", "status": "ok", "detail": {"speed_kmh": 50}}]')`
        return id
      })
      const fired = yield* write({
        kind: "rule",
        status: "ok",
        entity: farm.animal,
        rule,
        at: "2026-05-01T10:00:00Z"
      })
      const failed = yield* write({
        kind: "rule",
        status: "failed",
        code: "RULE_EVALUATION_FAILED",
        entity: farm.animal,
        rule,
        at: "2026-05-02T10:00:00Z"
      })
      const refused = yield* write({
        kind: "ingest",
        status: "failed",
        code: "TIMESTAMP_INVALID",
        device: farm.collar,
        at: "2026-06-01T10:00:00Z"
      })
      const path = `/projects/${farm.project}/traces`
      for (const [query, expected] of [
        ["", [refused, failed, fired]],
        ["?kind=rule", [failed, fired]],
        ["?status=failed", [refused, failed]],
        ["?code=TIMESTAMP_INVALID", [refused]],
        [`?device_id=${farm.collar}`, [refused]],
        [`?entity_id=${farm.animal}`, [failed, fired]],
        [`?rule_id=${rule}&status=ok`, [fired]],
        ["?from=2026-05-02T10:00:00Z&to=2026-06-01T10:00:00Z", [failed]]
      ] as const) {
        const found = yield* send("GET", path + query)
        assert.deepStrictEqual(
          found.body.items.map((t: { id: string }) => t.id),
          expected,
          query
        )
      }
      const first = (yield* send("GET", `${path}?limit=2`)).body
      assert.deepStrictEqual(
        (yield* send("GET", `${path}?limit=2&cursor=${first.next_cursor}`)).body.items.map(
          (t: { id: string }) => t.id
        ),
        [fired]
      )
      for (const query of ["?kind=x", "?status=x", "?rule_id=x", "?from=x", "?severity=info"])
        assert.strictEqual((yield* send("GET", path + query)).status, 422, query)

      const one = yield* send("GET", `/traces/${failed}`)
      assert.deepInclude(one.body, {
        id: failed,
        kind: "rule",
        status: "failed",
        code: "RULE_EVALUATION_FAILED",
        started_at: "2026-05-02T10:00:00.000Z",
        duration_ms: 1.5,
        project_id: farm.project,
        device_id: null,
        entity_id: farm.animal,
        rule_id: rule,
        error: "it went wrong",
        steps: [{ name: "evaluate", status: "ok", detail: { speed_kmh: 50 } }]
      })
    })
  )

  it.effect("are found by the id or name of what they are about, each once, and say which step decided", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      const [at] = (yield* sql<{ at: Date }>`select date_trunc('milliseconds', now()) as at`).map((r) => r.at)
      const write = Effect.fnUntraced(function* (
        minutes: number,
        row: { device?: string; entity?: string; code?: string; payload?: object }
      ) {
        const started = at!.getTime() - minutes * 60_000,
          id = v7({ msecs: started })
        yield* sql`
          insert into processing_traces (id, kind, status, code, started_at, project_id, device_id, entity_id,
            steps, payload)
          values (${id}::uuid, 'ingest', 'failed', ${row.code ?? null}, ${new Date(started)},
            ${farm.project}::uuid, ${row.device ?? null}::uuid, ${row.entity ?? null}::uuid,
            '[{"name": "receive", "status": "ok"}, {"name": "accept", "status": "failed", "detail": {"member": "time"}}]',
            ${row.payload === undefined ? null : JSON.stringify(row.payload)}::jsonb)`
        return id
      })
      const clock = { device: farm.collar, entity: farm.animal, code: "TIMESTAMP_INVALID" }
      const first = yield* write(30, clock),
        second = yield* write(20, { ...clock, payload: { time: "1980-01-06T00:03:12Z" } }),
        other = yield* write(10, { code: "COORDINATE_INVALID" })
      const path = `/projects/${farm.project}/traces`
      const found = (query: string) =>
        Effect.map(send("GET", `${path}?${query}`), ({ body }) => body.items.map((t: { id: string }) => t.id))
      yield* sql`insert into project_assignments (id, device_id, project_id, valid_from)
        values (${v7()}::uuid, ${farm.collar}::uuid, ${farm.project}::uuid, '2026-01-01')`
      for (const [q, expected] of [
        [second, [second]],
        [farm.collar, [second, first]],
        [farm.animal.toUpperCase(), [second, first]],
        ["ollAR", [second, first]],
        ["timestamp inv", [second, first]],
        ["INVALID", [other, second, first]],
        ["nobody knows", []],
        [v7(), []]
      ] as const)
        assert.deepStrictEqual(yield* found(`q=${encodeURIComponent(q)}`), expected, q)
      assert.deepStrictEqual(yield* found("q=invalid&code=COORDINATE_INVALID"), [other])
      const page = (yield* send("GET", `${path}?q=invalid&limit=2`)).body
      assert.deepStrictEqual(yield* found(`q=invalid&limit=2&cursor=${page.next_cursor}`), [first])
      assert.strictEqual((yield* send("GET", `${path}?q=%20`)).status, 422)

      const brief = (yield* send("GET", `${path}?steps=false`)).body.items[0]
      assert.deepStrictEqual(brief.steps, [])
      assert.deepStrictEqual(brief.decisive, { name: "accept", status: "failed", detail: { member: "time" } })

      const one = (yield* send("GET", `/traces/${second}?include=payload`)).body
      assert.deepInclude(one, {
        decisive: brief.decisive,
        not_reached: ["store"],
        earlier: first,
        later: null,
        payload: { time: "1980-01-06T00:03:12Z" }
      })
      assert.strictEqual(one.similar.count, 2)
      assert.strictEqual(Date.parse(one.similar.since), at!.getTime() - 30 * 60_000)
      assert.strictEqual(Date.parse(one.kept_until) - Date.parse(one.started_at), 90 * 86_400_000)
      const plain = (yield* send("GET", `/traces/${first}`)).body
      assert.notProperty(plain, "payload")
      assert.deepInclude(plain, { earlier: null, later: second })
    })
  )

  it.effect("are looked for in the month their id was made in, and in no other", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      yield* sql`select make_month('processing_traces', '2026-03-01'),
        make_month('processing_traces', '2026-04-01')`
      const id = v7({ msecs: Date.parse("2026-03-10T00:00:00Z") })
      yield* sql`insert into processing_traces (id, kind, status, started_at)
        values (${id}::uuid, 'system', 'ok', '2026-03-10T00:00:01Z')`
      assert.strictEqual((yield* send("GET", `/traces/${id}`)).status, 200)
      const plan = yield* sql<{ "QUERY PLAN": string }>`
      explain select id from processing_traces t where t.id = ${id}::uuid
        and t.started_at between '2026-03-09T23:00:00Z' and '2026-03-10T01:00:00Z'`
      const read = plan.map((p) => p["QUERY PLAN"]).join("\n")
      assert.include(read, "processing_traces_2026_03")
      assert.notInclude(read, "processing_traces_2026_04")
    })
  )

  it.effect("that do not exist are 404, whatever the id", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      for (const id of [
        v7(),
        "ffffffff-ffff-7fff-bfff-ffffffffffff",
        "00000000-0000-0000-0000-000000000000",
        "x"
      ])
        assert.strictEqual((yield* send("GET", `/traces/${id}`)).status, 404, id)
    })
  )
})

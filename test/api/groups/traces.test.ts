// Processing traces over HTTP: for the person who asks why.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { makeFarm } from "../../support/sql/farm.ts"
import { serve, TestServer } from "../../support/http/server.ts"

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

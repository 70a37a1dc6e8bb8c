// How data sources are doing, in their list: for those who see all that comes by them, and for those who do not.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeProject, makeSource } from "../../../support/http/tracking.ts"

const MINUTE = 60_000

/** An item as the traffic keeps it. */
const arrive = Effect.fnUntraced(function* (arrival: {
  readonly source: string
  readonly project: string | null
  readonly at: number
  readonly status: "accepted" | "rejected"
}) {
  const sql = yield* SqlClient.SqlClient
  const { at, project, source, status } = arrival
  const trace = status === "rejected" ? v7({ msecs: at }) : null
  if (trace !== null)
    yield* sql`
      insert into processing_traces (id, kind, status, code, started_at, project_id, error)
      values (${trace}::uuid, 'ingest', 'failed', 'TIMESTAMP_INVALID', ${new Date(at)}, ${project}::uuid,
        'the time is before 1990')`
  yield* sql`
    insert into arrivals (id, received_at, data_source_id, project_id, status, code, trace_id)
    values (${v7({ msecs: at })}::uuid, ${new Date(at)}, ${source}::uuid, ${project}::uuid, ${status},
      ${trace === null ? null : "TIMESTAMP_INVALID"}, ${trace}::uuid)`
  yield* sql`
    insert into data_source_counts (data_source_id, minute, accepted, rejected)
    values (${source}::uuid, date_trunc('minute', ${new Date(at)}::timestamptz), ${trace === null ? 1 : 0},
      ${trace === null ? 0 : 1})`
  return trace
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a data source", (it) => {
  it.effect("says its last record, its rate, its last error with what to do, and how it is in one word", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const source = yield* makeSource({ project_ids: [project.id] })
      const path = `/data-sources/${source.id}`
      assert.deepInclude(yield* expectStatus(200, "GET", path), {
        health: "never",
        last_record_at: null,
        rate_24h: 0,
        last_error: null,
        device_count: 0,
        previous_token_until: null
      })
      yield* expectStatus(201, "POST", "/devices", {
        name: "Collar 1",
        external_id: "collar-1",
        data_source_id: source.id
      })
      const now = Date.now()
      yield* arrive({ source: source.id, project: project.id, at: now - 20 * MINUTE, status: "accepted" })
      const trace = yield* arrive({
        source: source.id,
        project: project.id,
        at: now - 10 * MINUTE,
        status: "rejected"
      })
      const failing = yield* expectStatus(200, "GET", path)
      assert.deepInclude(failing, { health: "failing", rate_24h: 2, device_count: 1 })
      assert.strictEqual(Date.parse(failing.last_record_at), now - 20 * MINUTE)
      assert.deepInclude(failing.last_error, {
        code: "TIMESTAMP_INVALID",
        detail: "the time is before 1990",
        trace_id: trace
      })
      assert.match(failing.last_error.remedy, /clock/u)
      yield* arrive({ source: source.id, project: project.id, at: now - MINUTE, status: "accepted" })
      yield* expectStatus(200, "POST", `${path}/rotate-token`)
      const [listed] = (yield* expectStatus(200, "GET", "/data-sources?limit=1")).items
      assert.deepInclude(listed, { id: source.id, health: "ok", rate_24h: 3 })
      assert.isAbove(Date.parse(listed.previous_token_until), now + 23 * 60 * MINUTE)
      assert.strictEqual((yield* expectStatus(200, "PATCH", path, { enabled: false })).health, "off")
    })
  )

  it.effect("tells a member of what others send by it neither times nor counts nor errors", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const mine = yield* makeProject(),
        others = yield* makeProject()
      const source = yield* makeSource({ project_ids: [mine.id, others.id] })
      const member = yield* makeMember(mine.id, "viewer")
      const now = Date.now()
      yield* arrive({ source: source.id, project: others.id, at: now - 5 * MINUTE, status: "accepted" })
      yield* arrive({ source: source.id, project: others.id, at: now - 4 * MINUTE, status: "rejected" })
      yield* arrive({ source: source.id, project: null, at: now - 3 * MINUTE, status: "rejected" })
      const asked = (yield* member.ask("GET", `/data-sources/${source.id}`)).body
      assert.deepInclude(asked, {
        project_ids: [mine.id],
        health: "never",
        last_record_at: null,
        rate_24h: null,
        last_error: null
      })
      yield* arrive({ source: source.id, project: mine.id, at: now - MINUTE, status: "accepted" })
      const then = (yield* member.ask("GET", `/data-sources/${source.id}`)).body
      assert.strictEqual(then.health, "ok")
      assert.strictEqual(Date.parse(then.last_record_at), now - MINUTE)
      assert.strictEqual((yield* send("GET", `/data-sources/${source.id}`)).body.health, "ok")
    })
  )
})

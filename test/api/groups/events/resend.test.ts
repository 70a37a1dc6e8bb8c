// A refused report that is sent again after what stood in its way was mended, by who may change devices.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import {
  expectStatus,
  makeDevice,
  makeEntity,
  makeProject,
  makeSource
} from "../../../support/http/tracking.ts"

/** A project with a collar on a cow, and a way to send what its source does not take. */
const makeHerd = Effect.fnUntraced(function* (config: object = {}) {
  const { send } = yield* TestServer
  const project = yield* makeProject()
  const source = yield* makeSource({ project_ids: [project.id], config })
  const cow = yield* makeEntity(project.id),
    collar = yield* makeDevice({ external_id: "collar", data_source_id: source.id })
  yield* expectStatus(201, "POST", `/devices/${collar.id}/project-assignments`, {
    project_id: project.id,
    valid_from: "2020-01-01T00:00:00Z"
  })
  yield* expectStatus(201, "POST", `/projects/${project.id}/entity-assignments`, {
    device_id: collar.id,
    entity_id: cow.id,
    valid_from: "2020-01-01T00:00:00Z"
  })
  const ingest = (sent: { readonly body?: unknown; readonly text?: string }) =>
    send("POST", `/ingest/http/${source.id}`, { token: source.token, ...sent })
  /** Sends an item that is refused; its trace. */
  const refused = (item: object) =>
    Effect.map(ingest({ body: item }), ({ body }) => body.items[0].trace_id as string)
  return {
    project: project.id as string,
    source: source.id as string,
    cow: cow.id as string,
    ingest,
    refused
  }
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })(
  "a refused report that is sent again",
  (it) => {
    it.effect("is taken as the source reads it now, once", () =>
      Effect.gen(function* () {
        const herd = yield* makeHerd()
        const trace = yield* herd.refused({
          device: "collar",
          time: Date.now() - 60_000,
          gps: { a: 51, o: 10 }
        })
        const again = expectStatus(202, "POST", `/traces/${trace}/resend`)
        const still = yield* again
        assert.deepInclude(still, { status: "rejected", code: "ITEM_INVALID" })
        assert.notStrictEqual(still.trace_id, trace)
        yield* expectStatus(200, "GET", `/traces/${still.trace_id}`)

        yield* expectStatus(200, "PATCH", `/data-sources/${herd.source}`, {
          config: { fields: { lat: "gps.a", lon: "gps.o" } }
        })
        assert.deepStrictEqual(yield* again, { status: "accepted", code: null, detail: null, trace_id: null })
        assert.strictEqual((yield* again).status, "duplicate")
        const { items } = yield* expectStatus(200, "GET", `/projects/${herd.project}/positions`)
        assert.deepStrictEqual(
          items.map(({ geometry }: { geometry: { coordinates: unknown } }) => geometry.coordinates),
          [[10, 51]]
        )
        const audit = yield* expectStatus(200, "GET", `/audit?object_id=${trace}`)
        assert.lengthOf(audit.items, 3)
        assert.strictEqual(audit.items[0].action, "trace.resent")
      })
    )

    it.effect("multiplies nothing twice that the source's configuration multiplies", () =>
      Effect.gen(function* () {
        const herd = yield* makeHerd({ fields: { speed_mps: { path: "speed_mps", factor: 0.5 } } })
        const sql = yield* SqlClient.SqlClient
        const trace = yield* herd.refused({ device: "collar", time: "never", lat: 51, lon: 10, speed_mps: 8 })
        yield* sql`update processing_traces set payload = payload || ${`{"time": ${Date.now() - 9000}}`}::jsonb
        where id = ${trace}::uuid`
        assert.strictEqual((yield* expectStatus(202, "POST", `/traces/${trace}/resend`)).status, "accepted")
        const { items } = yield* expectStatus(200, "GET", `/projects/${herd.project}/positions`)
        assert.strictEqual(items[0].speed_mps, 4)
      })
    )

    it.effect("is refused in words where nothing can be sent", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { send } = yield* TestServer
        const herd = yield* makeHerd()
        const resend = (id: string) => send("POST", `/traces/${id}/resend`)
        yield* herd.ingest({ text: "nonsense" })
        const [bad] = yield* sql<{ id: string }>`select id from processing_traces
        where data_source_id = ${herd.source}::uuid and code = 'PAYLOAD_DECODE_FAILED'`
        assert.deepInclude((yield* resend(bad!.id)).body.errors[0], { code: "STILL_UNREADABLE" })
        const trace = yield* herd.refused({ device: "collar", time: "never", lat: 51, lon: 10 })
        const set = (column: string) =>
          sql`update processing_traces set ${sql.literal(column)} where id = ${trace}::uuid`
        yield* set(`payload = '{"cut": true, "characters": 9000, "start": "{"}'`)
        assert.deepInclude(yield* resend(trace), { status: 409 })
        assert.strictEqual((yield* resend(trace)).body.code, "NOT_KEPT")
        yield* set("status = 'ok'")
        assert.strictEqual((yield* resend(trace)).body.code, "NOT_REFUSED")
        yield* set(`status = 'failed', payload = '{"device": "collar"}'`)
        yield* expectStatus(200, "PATCH", `/data-sources/${herd.source}`, { enabled: false })
        assert.strictEqual((yield* resend(trace)).body.code, "DATA_SOURCE_DISABLED")
      })
    )

    it.effect("is for those who may change devices, of what they see", () =>
      Effect.gen(function* () {
        const herd = yield* makeHerd(),
          other = yield* makeHerd()
        const trace = yield* herd.refused({ device: "collar", time: "never", lat: 51, lon: 10 })
        const path = `/traces/${trace}/resend`
        const bull = yield* makeEntity(herd.project)
        const viewer = yield* makeMember(herd.project, "viewer"),
          admin = yield* makeMember(herd.project, "admin"),
          elsewhere = yield* makeMember(other.project, "admin"),
          part = yield* makeMember(herd.project, "admin", { entities: [bull.id] })
        assert.strictEqual((yield* viewer.ask("POST", path)).body.permission, "devices:write")
        assert.strictEqual((yield* elsewhere.ask("POST", path)).status, 404)
        assert.strictEqual((yield* part.ask("POST", path)).status, 404)
        assert.strictEqual((yield* admin.ask("POST", path)).status, 202)
      })
    )
  }
)

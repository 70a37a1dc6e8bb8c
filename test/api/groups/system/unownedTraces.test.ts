// Traces of refused payloads of devices that are not known: they belong to no project, and stand in the trace
// explorer of the projects of their source.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { makeMember, tokenFor } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import {
  expectStatus,
  fresh,
  makeDevice,
  makeEntity,
  makeProject,
  makeSource
} from "../../../support/http/tracking.ts"

interface Listed {
  readonly id: string
  readonly code: string
  readonly project_id: string | null
}

const idsOf = ({ items }: { readonly items: ReadonlyArray<Listed> }) => items.map(({ id }) => id)

const send = Effect.fnUntraced(function* (
  source: { id: string; token: string },
  items: ReadonlyArray<object>
) {
  const { send } = yield* TestServer
  return (yield* send("POST", `/ingest/http/${source.id}`, { token: source.token, body: items })).body
})

/** Two projects, a source of the first, and one refused report of a device that is not known. */
const makeRefused = Effect.gen(function* () {
  const [mine, other] = [yield* makeProject(), yield* makeProject()]
  const source = yield* makeSource({ project_ids: [mine.id] })
  const device = fresh("stranger")
  const { items } = yield* send(source, [{ device, time: "2030-01-01T00:00:00Z", lat: 1, lon: 1 }])
  assert.strictEqual(items[0].code, "TIMESTAMP_INVALID")
  return {
    mine: mine.id as string,
    other: other.id as string,
    source,
    device,
    trace: items[0].trace_id as string
  }
})

const listOf = (project: string, query = "") =>
  expectStatus(200, "GET", `/projects/${project}/traces${query}`)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })(
  "a trace of a refused payload of an unknown device",
  (it) => {
    it.effect(
      "stands in the list of the projects of its source, for server admins and members who see them whole",
      () =>
        Effect.gen(function* () {
          const { mine, other, trace } = yield* makeRefused
          const listed = yield* listOf(mine)
          assert.deepStrictEqual(idsOf(listed), [trace])
          assert.deepInclude(listed.items[0], { project_id: null, code: "TIMESTAMP_INVALID", kind: "ingest" })
          assert.deepStrictEqual(idsOf(yield* listOf(other)), [])

          const member = yield* makeMember(mine, "admin")
          assert.deepStrictEqual(idsOf((yield* member.ask("GET", `/projects/${mine}/traces`)).body), [trace])
          const page = yield* member.ask("GET", `/traces/${trace}?include=payload`)
          assert.strictEqual(page.status, 200)
          assert.strictEqual(page.body.payload.time, "2030-01-01T00:00:00Z")

          const stranger = yield* makeMember(other, "admin")
          assert.deepStrictEqual(idsOf((yield* stranger.ask("GET", `/projects/${other}/traces`)).body), [])
          assert.strictEqual((yield* stranger.ask("GET", `/traces/${trace}`)).status, 404)
          assert.strictEqual((yield* stranger.ask("POST", `/traces/${trace}/resend`)).status, 404)
        })
    )

    it.effect("is hidden from a member with a scope, and from a member without `traces:read`", () =>
      Effect.gen(function* () {
        const { mine, trace } = yield* makeRefused
        const { id } = yield* makeEntity(mine)
        const scoped = yield* makeMember(mine, "admin", { entities: [id] })
        assert.deepStrictEqual(idsOf((yield* scoped.ask("GET", `/projects/${mine}/traces`)).body), [])
        assert.strictEqual((yield* scoped.ask("GET", `/traces/${trace}`)).status, 404)
        assert.strictEqual((yield* scoped.ask("POST", `/traces/${trace}/resend`)).status, 404)
        const { send } = yield* TestServer
        const token = yield* tokenFor(yield* makeMember(mine, "admin"), ["project:read"])
        assert.strictEqual((yield* send("GET", `/projects/${mine}/traces`, { token })).status, 403)
        assert.include([403, 404], (yield* send("GET", `/traces/${trace}`, { token })).status)
      })
    )

    it.effect("is filtered and paged with the project's own, newest first", () =>
      Effect.gen(function* () {
        const { device, mine, source, trace } = yield* makeRefused
        const { items } = yield* send(source, [
          { device: fresh("collar"), time: "2026-06-01T10:00:00Z", lat: 91, lon: 1 }
        ])
        const later = items[0].trace_id
        for (const [query, expected] of [
          ["", [later, trace]],
          ["?kind=ingest&status=failed", [later, trace]],
          ["?kind=rule", []],
          ["?status=ok", []],
          ["?code=TIMESTAMP_INVALID", [trace]],
          ["?q=timestamp", [trace]],
          [`?q=${encodeURIComponent(device)}`, [trace]],
          [`?q=${trace}`, [trace]],
          ["?q=nothing%20of%20the%20kind", []],
          [`?entity_id=${trace}`, []],
          [`?rule_id=${trace}`, []]
        ] as const)
          assert.deepStrictEqual(idsOf(yield* listOf(mine, query)), [...expected], query)
        const first = yield* listOf(mine, "?limit=1")
        assert.deepStrictEqual(idsOf(first), [later])
        assert.deepStrictEqual(idsOf(yield* listOf(mine, `?limit=1&cursor=${first.next_cursor}`)), [trace])
      })
    )

    it.effect(
      "is sent again by a member whose projects are all that its source is for, and by nobody of one of several",
      () =>
        Effect.gen(function* () {
          const { mine, other, source, trace } = yield* makeRefused
          const member = yield* makeMember(mine, "admin")
          const again = yield* member.ask("POST", `/traces/${trace}/resend`)
          assert.strictEqual(again.status, 202, JSON.stringify(again.body))
          yield* expectStatus(200, "PATCH", `/data-sources/${source.id}`, { project_ids: [mine, other] })
          assert.strictEqual((yield* member.ask("GET", `/traces/${trace}`)).status, 200)
          assert.strictEqual((yield* member.ask("POST", `/traces/${trace}/resend`)).status, 404)
        })
    )

    it.effect("of a source for no project stands in the list for server admins alone", () =>
      Effect.gen(function* () {
        const project = yield* makeProject()
        const source = yield* makeSource()
        const { items } = yield* send(source, [{ device: fresh("stranger"), time: "2030-01-01T00:00:00Z" }])
        const trace = items[0].trace_id
        assert.include(idsOf(yield* listOf(project.id)), trace)
        const member = yield* makeMember(project.id, "admin")
        assert.notInclude(idsOf((yield* member.ask("GET", `/projects/${project.id}/traces`)).body), trace)
        assert.strictEqual((yield* member.ask("GET", `/traces/${trace}`)).status, 404)
      })
    )

    it.effect("of a device that another project keeps is not shown, though its source is of both", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [mine, other] = [yield* makeProject(), yield* makeProject()]
        const source = yield* makeSource({ project_ids: [mine.id, other.id] })
        const name = fresh("collar")
        const device = yield* makeDevice({ data_source_id: source.id, external_id: name })
        yield* sql`update devices set kept_by = array[${other.id}::uuid] where id = ${device.id}::uuid`
        const { items } = yield* send(source, [{ device: name, time: "2030-01-01T00:00:00Z" }])
        const trace = items[0].trace_id
        const member = yield* makeMember(mine.id, "admin")
        const keeper = yield* makeMember(other.id, "admin")
        assert.notInclude(idsOf((yield* member.ask("GET", `/projects/${mine.id}/traces`)).body), trace)
        assert.strictEqual((yield* member.ask("GET", `/traces/${trace}`)).status, 404)
        assert.include(idsOf((yield* keeper.ask("GET", `/projects/${other.id}/traces`)).body), trace)
        assert.strictEqual((yield* keeper.ask("GET", `/traces/${trace}`)).status, 200)
      })
    )
  }
)

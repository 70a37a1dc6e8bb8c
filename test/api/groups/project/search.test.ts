// Looking for things by their names: what fits best comes first, and nothing is found that is not seen.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { makePerson, tokenFor } from "../../../support/http/people.ts"
import { addMember, plant, STORY } from "../../../support/http/scopedWorld.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import {
  expectStatus,
  makeDevice,
  makeEntity,
  makeProject,
  makeSource,
  square
} from "../../../support/http/tracking.ts"

interface Item {
  readonly type: string
  readonly id: string
  readonly name: string
  readonly detail: string | null
  readonly severity: string | null
  readonly at: string
}

const search = (project: string, q: string, more = "") =>
  Effect.map(
    expectStatus(200, "GET", `/projects/${project}/search?q=${encodeURIComponent(q)}${more}`),
    ({ items }): ReadonlyArray<Item> => items
  )

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a search", (it) => {
  it.effect("finds every kind of thing, the best first, with what tells it apart", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* makeProject()
      const source = yield* makeSource({ project_ids: [id] })
      const below = `/projects/${id}`
      yield* makeEntity(id, { name: "Almarosa" })
      const alma = yield* makeEntity(id, { name: "ALMA" })
      yield* makeEntity(id, { name: "Old Alma" })
      yield* makeEntity(id, { name: "Palmas" })
      yield* makeEntity(id, { name: "Alma the late", status: "archived" })
      yield* makeEntity((yield* makeProject()).id, { name: "Alma of others" })
      const collar = yield* makeDevice({ name: "Collar 7", external_id: "alma-7", data_source_id: source.id })
      yield* expectStatus(201, "POST", `/devices/${collar.id}/project-assignments`, {
        project_id: id,
        valid_from: "2020-01-01T00:00:00Z"
      })
      yield* expectStatus(201, "POST", `${below}/features`, {
        feature_type: "zone",
        name: "Alma's meadow",
        geometry: square(1, 1)
      })
      yield* expectStatus(201, "POST", `${below}/rules`, {
        name: "Where she is",
        document: {
          trigger: { kind: "position" },
          scope: { entity_ids: [alma.id] },
          conditions: { type: "spatial", relation: "inside", feature_type: "zone" },
          event: { event_type: "ALMA_SEEN", title: "{entity}" }
        }
      })
      yield* expectStatus(201, "POST", `${below}/events`, {
        event_type: "SEEN",
        severity: "warning",
        title: "Found: Alma",
        entity_id: alma.id
      })
      yield* sql`insert into analysis_runs (id, project_id, module, parameters, subject_ids, method_version, name)
        values (gen_random_uuid(), ${id}::uuid, 'movement', '{}', ${[alma.id]}::uuid[], 'movement/1', 'Summer of Alma')`
      const items = yield* search(id, "alma")
      const shown = items.map(({ detail, name, type }) => [type, name, detail])
      assert.deepStrictEqual(shown.slice(0, 1), [["entity", "ALMA", "Cow"]])
      assert.sameDeepMembers(shown.slice(1, 3), [
        ["entity", "Almarosa", "Cow"],
        ["feature", "Alma's meadow", "zone"]
      ])
      assert.sameDeepMembers(shown.slice(3, 6), [
        ["entity", "Old Alma", "Cow"],
        ["event", "Found: Alma", "ALMA"],
        ["run", "Summer of Alma", "queued"]
      ])
      assert.deepStrictEqual(shown.slice(6, 7), [["entity", "Palmas", "Cow"]])
      assert.sameDeepMembers(shown.slice(7), [
        ["device", "Collar 7", "alma-7"],
        ["rule", "Where she is", "ALMA_SEEN"]
      ])
      assert.isTrue(items.every(({ severity, type }) => severity === (type === "event" ? "warning" : null)))
      assert.isTrue(items.every(({ at }) => /^\d{4}-.*\.\d{3}Z$/.test(at)))
      assert.deepStrictEqual(yield* search(id, "  alma ", "&limit=3"), items.slice(0, 3))
      assert.deepStrictEqual(
        (yield* search(id, "movement")).map(({ type }) => type),
        ["run"]
      )
      yield* expectStatus(200, "PATCH", below, { settings: { analysis_modules: [] } })
      assert.deepStrictEqual(yield* search(id, "summer"), [])
    })
  )

  it.effect("takes every letter for itself, and refuses to look for nothing", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      yield* makeEntity(id, { name: "100 % of 'us' \\ them_all" })
      for (const q of ["100 %", "'us'", "\\", "m_a", "%"]) assert.lengthOf(yield* search(id, q), 1, q)
      for (const q of ["_", "%%", ".", "$", "us'--"])
        assert.lengthOf(yield* search(id, q), q === "_" ? 1 : 0, q)
      const refused = ["q=", "q=%20", "q=a%00b", `q=${"a".repeat(101)}`, "", "q=a&limit=0", "q=a&limit=501"]
      const { send } = yield* TestServer
      for (const query of refused) {
        const answer = yield* send("GET", `/projects/${id}/search?${query}`)
        const pointer = query.includes("limit") ? "/limit" : "/q"
        assert.deepStrictEqual([answer.status, answer.body.errors?.[0]?.pointer], [422, pointer], query)
      }
    })
  )

  it.effect("finds for a member with a scope what they see, and no more", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const planted = yield* plant(STORY)
      const person = yield* makePerson()
      yield* addMember(person.id, planted, "viewer")
      const token = yield* tokenFor(person, ["project:read"])
      const found = Effect.fnUntraced(function* (q: string) {
        const { body } = yield* send("GET", `/projects/${planted.project}/search?q=${q}&limit=100`, { token })
        const text = JSON.stringify(body)
        for (const secret of planted.hidden) assert.notInclude(text, secret, q)
        return body.items.map(({ id }: Item) => id)
      })
      const whole = (yield* search(planted.project, "Cow", "&limit=100")).length
      assert.sameMembers(yield* found("Cow"), [...planted.seen.entities])
      assert.isAbove(whole, planted.seen.entities.length)
      assert.sameMembers(yield* found("Collar"), [...planted.seen.devices])
      assert.sameMembers(yield* found("Event"), [...planted.seen.events])
      assert.sameMembers(yield* found("Run"), [...planted.seen.analyses])
      assert.sameMembers(yield* found("Meadow"), planted.ids.feature_id)
      for (const hidden of planted.hidden.slice(0, 5)) assert.deepStrictEqual(yield* found(hidden), [])
    })
  )
})

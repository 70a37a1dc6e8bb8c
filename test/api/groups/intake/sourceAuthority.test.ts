// Who may set up which data source: whoever manages the integrations of a project connects phones and collars
// that send to it; what the server itself connects to needs a server admin.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeMember } from "../../../support/http/people.ts"
import { serve } from "../../../support/http/server.ts"
import { makeProject, makeSource, NOBODY } from "../../../support/http/tracking.ts"

const PUSHED = { name: "Phones", adapter_key: "owntracks" }
const broker = { mqtt: { url: "mqtt://127.0.0.1:1", topics: ["a"] } }

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a data source", (it) => {
  it.effect("is made, changed, tested and removed by whoever manages the integrations of its projects", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const { ask } = yield* makeMember(project.id, "admin")
      const made = yield* ask("POST", "/data-sources", { body: { ...PUSHED, project_ids: [project.id] } })
      assert.strictEqual(made.status, 201)
      assert.match(made.body.token, /^src_/u)
      const path = `/data-sources/${made.body.id}`
      const changed = yield* ask("PATCH", path, { body: { name: "Herders' phones" } })
      assert.deepInclude(changed.body, {
        name: "Herders' phones",
        project_ids: [project.id],
        health: "never"
      })
      assert.isTrue((yield* ask("POST", `${path}/test`)).body.ok)
      const rotated = yield* ask("POST", `${path}/rotate-token`)
      assert.notStrictEqual(rotated.body.token, made.body.token)
      assert.strictEqual((yield* ask("DELETE", path)).status, 204)
    })
  )

  it.effect("is refused to others of the project, by the name of the key", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const { ask } = yield* makeMember(project.id, "analyst")
      const refused = yield* ask("POST", "/data-sources", { body: { ...PUSHED, project_ids: [project.id] } })
      assert.strictEqual(refused.status, 403)
      assert.strictEqual(refused.body.permission, "integrations:write")
    })
  )

  it.effect("for all projects, for another's, or for one that nobody has, is not theirs to make", () =>
    Effect.gen(function* () {
      const mine = yield* makeProject(),
        others = yield* makeProject()
      const { ask } = yield* makeMember(mine.id, "admin")
      const pointers: Array<unknown> = []
      for (const project_ids of [undefined, [], [others.id], [mine.id, NOBODY]]) {
        const { body, status } = yield* ask("POST", "/data-sources", { body: { ...PUSHED, project_ids } })
        pointers.push([status, body.errors?.[0]?.pointer, body.errors?.[0]?.code])
      }
      assert.deepStrictEqual(pointers, [
        [422, "/project_ids", "PROJECT_REQUIRED"],
        [422, "/project_ids", "PROJECT_REQUIRED"],
        [422, "/project_ids/0", "PROJECT_UNKNOWN"],
        [422, "/project_ids/1", "PROJECT_UNKNOWN"]
      ])
    })
  )

  it.effect("that connects to something, or is for others too, stays with the server admin", () =>
    Effect.gen(function* () {
      const mine = yield* makeProject(),
        others = yield* makeProject()
      const { ask } = yield* makeMember(mine.id, "admin")
      const projects = { project_ids: [mine.id] }
      const shared = yield* makeSource({ project_ids: [mine.id, others.id] }),
        everybodys = yield* makeSource(),
        hidden = yield* makeSource({ project_ids: [others.id] }),
        listening = yield* makeSource({ adapter_key: "generic_mqtt", config: broker, ...projects })
      const before = yield* ask("GET", `/data-sources/${shared.id}`)
      for (const { id } of [shared, everybodys, listening])
        for (const [method, path, body] of [
          ["PATCH", "", { name: "Mine" }],
          ["PATCH", "", { ...projects, config: {} }],
          ["POST", "/test", undefined],
          ["POST", "/rotate-token", undefined],
          ["DELETE", "", undefined]
        ] as const) {
          const { body: said, status } = yield* ask(method, `/data-sources/${id}${path}`, body && { body })
          assert.deepStrictEqual([status, said?.code], [403, "OUTSIDE_SCOPE"], `${method} ${path}`)
        }
      assert.strictEqual((yield* ask("PATCH", `/data-sources/${hidden.id}`, { body: {} })).status, 404)
      assert.deepStrictEqual((yield* ask("GET", `/data-sources/${shared.id}`)).body, before.body)

      const own = (yield* ask("POST", "/data-sources", { body: { ...PUSHED, ...projects } })).body
      for (const config of [broker, { server_url: "http://127.0.0.1:1" }]) {
        const made = yield* ask("POST", "/data-sources", { body: { ...PUSHED, ...projects, config } })
        assert.deepStrictEqual([made.status, made.body.code], [403, "OUTSIDE_SCOPE"])
        const turned = yield* ask("PATCH", `/data-sources/${own.id}`, { body: { config } })
        assert.deepStrictEqual([turned.status, turned.body.code], [403, "OUTSIDE_SCOPE"])
        const tried = yield* ask("POST", `/data-sources/${own.id}/test`, { body: { config } })
        assert.deepStrictEqual([tried.status, tried.body.code], [403, "OUTSIDE_SCOPE"])
      }
      const given = yield* ask("PATCH", `/data-sources/${own.id}`, { body: { project_ids: [others.id] } })
      assert.strictEqual(given.body.errors[0].code, "PROJECT_UNKNOWN")
    })
  )
})

// Editions of what people edit: whoever names the one they read does not overwrite another, and is told whose it
// is; whoever names none writes as ever.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { COW, expectStatus, fresh, makeProject } from "../../../support/http/tracking.ts"

const square = {
  type: "Polygon",
  coordinates: [
    [
      [10, 50],
      [11, 50],
      [11, 51],
      [10, 51],
      [10, 50]
    ]
  ]
}

/** What has editions below a project: its list, how one is made, and a change of it. */
const kinds = [
  {
    list: "features",
    make: { feature_type: "zone", name: "Meadow", geometry: square },
    change: { name: "Lea" }
  },
  { list: "entities", make: { entity_type_id: COW, name: "Alma" }, change: { name: "Berta" } },
  {
    list: "automations",
    make: { name: "Tell", actions: [{ type: "email", to: ["ines@example.org"] }] },
    change: { enabled: false }
  },
  {
    list: "rules",
    make: {
      name: "Watch",
      document: {
        trigger: { kind: "position" },
        conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
        event: { event_type: "FAST", title: "{entity}" }
      }
    },
    change: { name: "Watch on" }
  }
] as const

const edition = (headers: Headers) => headers.get("etag")!

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("an edition", (it) => {
  for (const { change, list, make } of kinds)
    it.effect(
      `of ${list} is the one that was read, or the write is refused and says whose the newest is`,
      () =>
        Effect.gen(function* () {
          const { send } = yield* TestServer
          const sql = yield* SqlClient.SqlClient
          const project = yield* makeProject()
          const ines = yield* makeMember(project.id, "admin")
          yield* sql`update users set name = 'Ines' where id = ${ines.id}::uuid`
          const made = yield* send("POST", `/projects/${project.id}/${list}`, { body: make })
          assert.strictEqual(made.status, 201, JSON.stringify(made.body))
          const first = edition(made.headers)
          assert.match(first, /^"\d+"$/u)
          const path = `/projects/${project.id}/${list}/${made.body.id}`
          assert.strictEqual(edition((yield* send("GET", path)).headers), first)
          const changed = yield* ines.ask("PATCH", path, { body: change, headers: { "if-match": first } })
          assert.strictEqual(changed.status, 200, JSON.stringify(changed.body))
          const second = edition(changed.headers)
          assert.notStrictEqual(second, first)
          for (const [method, body] of [
            ["PATCH", change],
            ["DELETE", undefined]
          ] as const) {
            const stale = yield* send(method, path, { body, headers: { "if-match": first } })
            assert.strictEqual(stale.status, 412, method)
            assert.strictEqual(`"${stale.body.current.edition}"`, second)
            assert.deepStrictEqual(stale.body.current.by, { id: ines.id, name: "Ines" })
            assert.isAtMost(Math.abs(Date.parse(stale.body.current.at) - Date.now()), 60_000)
          }
          const any = yield* send("PATCH", path, { body: change })
          assert.strictEqual(any.status, 200, "whoever names no edition writes as ever")
          const last = edition(any.headers)
          assert.strictEqual(
            (yield* send("DELETE", path, { headers: { "if-match": `${first}, ${last}` } })).status,
            204
          )
          assert.strictEqual((yield* send("DELETE", path, { headers: { "if-match": last } })).status, 404)
        })
    )

  it.effect("of a project, and of a member, is looked at too", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const project = yield* makeProject()
      const ines = yield* makeMember(project.id, "admin")
      for (const [path, change] of [
        [`/projects/${project.id}`, { name: fresh("Farm") }],
        [ines.path, { role: "operator" }]
      ] as const) {
        const first = edition((yield* send("GET", path)).headers)
        const changed = yield* send("PATCH", path, { body: change, headers: { "if-match": first } })
        assert.strictEqual(changed.status, 200, JSON.stringify(changed.body))
        const stale = yield* send("PATCH", path, { body: change, headers: { "if-match": first } })
        assert.strictEqual(stale.status, 412)
        assert.strictEqual(`"${stale.body.current.edition}"`, edition(changed.headers))
        assert.isString(stale.body.current.by.name)
      }
      const gone = `/projects/${project.id}`
      assert.strictEqual((yield* send("DELETE", gone, { headers: { "if-match": '"1"' } })).status, 412)
      assert.strictEqual((yield* send("DELETE", gone)).status, 204)
    })
  )

  it.effect("that several overwrite at once is overwritten by one", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const project = yield* makeProject()
      const cow = yield* expectStatus(201, "POST", `/projects/${project.id}/entities`, {
        entity_type_id: COW,
        name: "Alma"
      })
      for (const path of [`/projects/${project.id}`, `/projects/${project.id}/entities/${cow.id}`]) {
        const read = edition((yield* send("GET", path)).headers)
        const answers = yield* Effect.all(
          Array.from({ length: 6 }, (_, n) =>
            send("PATCH", path, { body: { name: `n${n}` }, headers: { "if-match": read } })
          ),
          { concurrency: 6 }
        )
        assert.deepStrictEqual(
          answers.map((a) => a.status).toSorted((x, y) => x - y),
          [200, 412, 412, 412, 412, 412],
          path
        )
      }
    })
  )
})

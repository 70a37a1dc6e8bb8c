// Roles of a project: four that are built in, and its own.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { makeMember, makePerson, tokenFor } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeProject } from "../../../support/http/tracking.ts"

const ranger = { key: "ranger", label: "Ranger", permissions: ["project:read", "alerts:write"] }

const keysOf = (body: { readonly items: ReadonlyArray<{ readonly key: string }> }) =>
  body.items.map((role) => role.key)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("roles", (it) => {
  it.effect(
    "are the built-in ones, and those of the project, which are made, read, changed and removed",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* makeProject()
        const path = `/projects/${id}/roles`
        assert.deepStrictEqual(keysOf(yield* expectStatus(200, "GET", path)), [
          "admin",
          "analyst",
          "operator",
          "viewer"
        ])
        assert.deepStrictEqual(yield* expectStatus(201, "POST", path, ranger), { ...ranger, built_in: false })
        assert.deepStrictEqual(yield* expectStatus(200, "GET", `${path}/ranger`), {
          ...ranger,
          built_in: false
        })
        assert.deepInclude(yield* expectStatus(200, "GET", `${path}/viewer`), {
          label: "Viewer",
          permissions: ["project:read", "traces:read", "alerts:write"],
          built_in: true
        })
        assert.deepStrictEqual(keysOf(yield* expectStatus(200, "GET", path)), [
          "ranger",
          "admin",
          "analyst",
          "operator",
          "viewer"
        ])
        const { next_cursor } = yield* expectStatus(200, "GET", `${path}?limit=3`)
        assert.deepStrictEqual(
          keysOf(yield* expectStatus(200, "GET", `${path}?limit=3&cursor=${next_cursor}`)),
          ["operator", "viewer"]
        )
        assert.deepStrictEqual(yield* expectStatus(200, "PATCH", `${path}/ranger`, { label: "Warden" }), {
          ...ranger,
          label: "Warden",
          built_in: false
        })
        yield* expectStatus(204, "DELETE", `${path}/ranger`)
        for (const method of ["GET", "DELETE"]) yield* expectStatus(404, method, `${path}/ranger`)
        const acts = yield* sql<{
          action: string
        }>`select action from audit_log where project_id = ${id} and object_type = 'role' order by at, id`
        assert.deepStrictEqual(
          acts.map((a) => a.action),
          ["role.created", "role.updated", "role.removed"]
        )
      })
  )

  it.effect("of one project are not those of another", () =>
    Effect.gen(function* () {
      const [here, there] = [yield* makeProject(), yield* makeProject()]
      yield* expectStatus(201, "POST", `/projects/${there.id}/roles`, ranger)
      yield* expectStatus(404, "GET", `/projects/${here.id}/roles/ranger`)
      const person = yield* makePerson()
      assert.strictEqual(
        (yield* expectStatus(422, "POST", `/projects/${here.id}/members`, {
          user_id: person.id,
          role: "ranger"
        })).errors[0].pointer,
        "/role"
      )
      yield* expectStatus(201, "POST", `/projects/${here.id}/roles`, ranger)
    })
  )

  it.effect("are refused where they name what there is not, take a key that is taken, or are built in", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const path = `/projects/${id}/roles`
      const pointer = (more: object) =>
        Effect.map(
          expectStatus(422, "POST", path, { ...ranger, ...more }),
          (problem) => problem.errors[0].pointer
        )
      for (const key of ["", "R", "Ranger", "1st", "x", "a b", "x".repeat(65), null])
        assert.strictEqual(yield* pointer({ key }), "/key", String(key))
      for (const permissions of [[], "project:read", null])
        assert.strictEqual(yield* pointer({ permissions }), "/permissions")
      for (const permissions of [["server_admin"], ["*"], ["toString"]])
        assert.strictEqual(yield* pointer({ permissions }), "/permissions/0")
      assert.strictEqual(yield* pointer({ built_in: true }), "/built_in")
      for (const key of ["viewer", "admin"]) {
        assert.strictEqual((yield* expectStatus(409, "POST", path, { ...ranger, key })).code, "ROLE_TAKEN")
        assert.strictEqual(
          (yield* expectStatus(409, "PATCH", `${path}/${key}`, { label: "Mine" })).code,
          "ROLE_BUILT_IN"
        )
        assert.strictEqual((yield* expectStatus(409, "DELETE", `${path}/${key}`)).code, "ROLE_BUILT_IN")
      }
      const { send } = yield* TestServer
      const raced = yield* Effect.all(
        Array.from({ length: 6 }, () => send("POST", path, { body: ranger })),
        { concurrency: "unbounded" }
      )
      assert.sameMembers(
        raced.map((a) => a.status),
        [201, 409, 409, 409, 409, 409]
      )
    })
  )

  it.effect("in use cannot be removed: 409, which says by how many", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      yield* expectStatus(201, "POST", `/projects/${id}/roles`, ranger)
      const member = yield* makeMember(id, "ranger")
      assert.deepInclude(yield* expectStatus(409, "DELETE", `/projects/${id}/roles/ranger`), {
        code: "IN_USE",
        conflicting_id: member.id
      })
      yield* makeMember(id, "ranger")
      assert.match((yield* expectStatus(409, "DELETE", `/projects/${id}/roles/ranger`)).detail, /^2 members/)
    })
  )

  it.effect("are removed, or given, but not both at the same moment", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* makeProject()
      for (let round = 0; round < 5; round++) {
        const key = `role-${round}`
        yield* expectStatus(201, "POST", `/projects/${id}/roles`, { ...ranger, key })
        const person = yield* makePerson()
        const [gone, given] = yield* Effect.all(
          [
            send("DELETE", `/projects/${id}/roles/${key}`),
            send("POST", `/projects/${id}/members`, { body: { user_id: person.id, role: key } })
          ],
          { concurrency: 2 }
        )
        assert.include(["204 422", "409 201"], `${gone.status} ${given.status}`)
      }
      assert.lengthOf(
        yield* sql`select from members m where project_id = ${id}
          and not exists (select from roles r where r.project_id = m.project_id and r.key = m.role)`,
        0
      )
    })
  )

  it.effect("may more or less from the next request of their members on", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      yield* expectStatus(201, "POST", `/projects/${id}/roles`, ranger)
      const { ask } = yield* makeMember(id, "ranger")
      const report = () =>
        Effect.map(
          ask("POST", `/projects/${id}/events`, { body: { event_type: "WOLF_SEEN", title: "A wolf" } }),
          (a) => a.status
        )
      assert.strictEqual(yield* report(), 403)
      yield* expectStatus(200, "PATCH", `/projects/${id}/roles/ranger`, {
        permissions: ["project:read", "events:write"]
      })
      assert.strictEqual(yield* report(), 201)
      assert.deepStrictEqual((yield* ask("GET", "/auth/me")).body.permissions, {
        [id]: ["project:read", "events:write"]
      })
      yield* expectStatus(200, "PATCH", `/projects/${id}/roles/ranger`, { permissions: ["project:read"] })
      assert.strictEqual(yield* report(), 403)
    })
  )

  it.effect("hold nothing that whoever makes or changes them does not have", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const path = `/projects/${id}/roles`
      yield* expectStatus(201, "POST", path, {
        key: "keeper",
        label: "Keeper",
        permissions: ["project:read", "members:write", "alerts:write"]
      })
      yield* expectStatus(201, "POST", path, {
        key: "writer",
        label: "Writer",
        permissions: ["project:read", "rules:write"]
      })
      const { ask } = yield* makeMember(id, "keeper")
      const refused = [
        yield* ask("POST", path, {
          body: { key: "mine", label: "Mine", permissions: ["project:read", "rules:write"] }
        }),
        yield* ask("PATCH", `${path}/keeper`, {
          body: { permissions: ["project:read", "members:write", "rules:write"] }
        }),
        yield* ask("PATCH", `${path}/writer`, { body: { permissions: ["project:read"] } }),
        yield* ask("DELETE", `${path}/writer`)
      ]
      for (const { body } of refused)
        assert.deepInclude(body, { status: 403, code: "BEYOND_YOUR_OWN", permission: "rules:write" })
      assert.strictEqual(
        (yield* ask("POST", path, {
          body: { key: "mine", label: "Mine", permissions: ["alerts:write", "members:write"] }
        })).status,
        201
      )
      assert.strictEqual(
        (yield* ask("PATCH", `${path}/mine`, { body: { permissions: ["project:read"] } })).status,
        200
      )
      assert.strictEqual((yield* ask("DELETE", `${path}/mine`)).status, 204)
      const { send } = yield* TestServer
      const admin = yield* expectStatus(200, "GET", "/auth/me")
      const token = yield* tokenFor(admin, ["members:write"])
      assert.strictEqual(
        (yield* send("POST", path, { token, body: { ...ranger } })).body.permission,
        "project:read",
        "a token gives what it carries"
      )
    })
  )

  it.effect("are listed to those who read the project, and changed by those who manage members", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const { ask } = yield* makeMember(id, "analyst")
      assert.strictEqual((yield* ask("GET", `/projects/${id}/roles`)).status, 200)
      assert.deepInclude((yield* ask("POST", `/projects/${id}/roles`, { body: ranger })).body, {
        status: 403,
        permission: "members:write"
      })
    })
  )
})

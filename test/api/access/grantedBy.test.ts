// Whom to ask: a refusal names members of the project who have what is missing.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { makeMember, makePerson, tokenFor } from "../../support/http/people.ts"
import { serve, TestServer } from "../../support/http/server.ts"
import { expectStatus, makeEntity, makeProject } from "../../support/http/tracking.ts"

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a refusal", (it) => {
  it.effect(
    "names up to three members who have the permission and see the whole project, in their order",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const project = yield* makeProject()
        const viewer = yield* makeMember(project.id, "viewer")
        const refused = Effect.map(
          viewer.ask("POST", `/projects/${project.id}/entities`, { body: {} }),
          ({ body }) => body
        )
        assert.notProperty(yield* refused, "granted_by", "nobody has it")
        const cow = yield* makeEntity(project.id)
        yield* expectStatus(201, "POST", `/projects/${project.id}/roles`, {
          key: "keeper",
          label: "Keeper",
          permissions: ["project:read", "devices:write"]
        })
        const join = (name: string, role: string, scope: object | null = null) =>
          Effect.gen(function* () {
            const { id } = yield* makePerson({ name })
            yield* expectStatus(201, "POST", `/projects/${project.id}/members`, { user_id: id, role, scope })
            return id
          })
        yield* join("Part", "admin", { entities: [cow.id] })
        yield* join("Viewer", "viewer")
        const gone = yield* join("Gone", "admin")
        yield* sql`update users set enabled = false where id = ${gone}::uuid`
        yield* join("Ines", "admin")
        yield* join("Kim", "keeper")
        const { permission } = yield* refused
        assert.deepStrictEqual(
          (yield* refused).granted_by,
          permission === "devices:write" ? ["Ines", "Kim"] : ["Ines"]
        )
        yield* join("Jo", "admin")
        yield* join("Lu", "admin")
        assert.lengthOf((yield* refused).granted_by, 3)
      })
  )

  it.effect(
    "names nobody to strangers, outside projects, of what only server admins may, and never oneself",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const project = yield* makeProject()
        const admin = yield* makeMember(project.id, "admin")
        yield* makeMember(project.id, "admin") // without a name
        const { id } = yield* makePerson({ name: "Ines" })
        yield* expectStatus(201, "POST", `/projects/${project.id}/members`, {
          user_id: id,
          role: "admin",
          scope: null
        })
        const stranger = yield* tokenFor(yield* makePerson(), ["project:read"])
        const foreign = yield* send("POST", `/projects/${project.id}/entities`, { token: stranger, body: {} })
        assert.strictEqual(foreign.status, 404)
        assert.notProperty(foreign.body, "granted_by")
        for (const [method, path] of [
          ["DELETE", `/projects/${project.id}`],
          ["POST", "/projects"],
          ["GET", "/system/health"]
        ] as const) {
          const answer = yield* admin.ask(method, path, { body: method === "POST" ? {} : undefined })
          assert.strictEqual(answer.status, 403, path)
          assert.notProperty(answer.body, "granted_by", path)
        }
        const token = yield* tokenFor(admin, ["project:read"])
        const limited = yield* send("POST", `/projects/${project.id}/entities`, { token, body: {} })
        assert.strictEqual(limited.status, 403)
        assert.deepStrictEqual(limited.body.granted_by, ["Ines"])
      })
  )
})

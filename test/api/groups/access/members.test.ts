// Members: who may do what in a project and what of it they see, from the next request on.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { makeMember, makePerson } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeDevice, makeEntity, makeProject, NOBODY } from "../../../support/http/tracking.ts"

const ids = (body: { readonly items: ReadonlyArray<{ readonly user_id: string }> }) =>
  body.items.map((m) => m.user_id)

const inProject = Effect.fnUntraced(function* (projectId: string) {
  const group = yield* expectStatus(201, "POST", `/projects/${projectId}/groups`, { name: "Heifers" })
  const cow = yield* makeEntity(projectId)
  const collar = yield* makeDevice()
  yield* expectStatus(201, "POST", `/devices/${collar.id}/project-assignments`, {
    project_id: projectId,
    valid_from: "2020-01-01T00:00:00Z"
  })
  return { group: String(group.id), cow: String(cow.id), collar: String(collar.id) }
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("members", (it) => {
  it.effect("are added by id or e-mail address, read, listed, changed and removed", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { id } = yield* makeProject()
      const path = `/projects/${id}/members`
      const [ines, otto] = [yield* makePerson({ name: "Ines" }), yield* makePerson()]
      const added = yield* expectStatus(201, "POST", path, {
        email: ines.email.toUpperCase(),
        role: "viewer"
      })
      assert.deepStrictEqual(Object.keys(added).toSorted(), [
        "created_at",
        "email",
        "enabled",
        "name",
        "role",
        "scope",
        "updated_at",
        "user_id"
      ])
      assert.deepInclude(added, {
        user_id: ines.id,
        email: ines.email,
        name: "Ines",
        enabled: true,
        role: "viewer",
        scope: null
      })
      yield* expectStatus(201, "POST", path, { user_id: otto.id, role: "admin", scope: null })
      assert.deepStrictEqual(ids(yield* expectStatus(200, "GET", path)), [otto.id, ines.id])
      const read = yield* send("GET", `${path}/${ines.id}`)
      assert.deepStrictEqual([read.body, read.headers.get("etag")], [added, '"1"'])
      const changed = yield* send("PATCH", `${path}/${ines.id}`, { body: { role: "analyst" } })
      assert.deepInclude(changed.body, { role: "analyst", scope: null })
      assert.strictEqual(changed.headers.get("etag"), '"2"')
      yield* expectStatus(204, "DELETE", `${path}/${otto.id}`)
      for (const method of ["GET", "DELETE"]) yield* expectStatus(404, method, `${path}/${otto.id}`)
      yield* expectStatus(404, "PATCH", `${path}/${otto.id}`, { role: "viewer" })
      assert.strictEqual(
        (yield* expectStatus(409, "POST", path, { user_id: ines.id, role: "viewer" })).code,
        "ALREADY_MEMBER"
      )
    })
  )

  it.effect("leave every change in the audit log, with what was before, and none where nothing changed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* makeProject()
      const { group } = yield* inProject(id)
      const member = yield* makeMember(id, "viewer")
      for (const change of [
        { role: "operator" },
        { role: "operator" },
        {},
        { scope: { groups: [group] } },
        { scope: { groups: [group], entities: [], devices: [] } }
      ])
        yield* expectStatus(200, "PATCH", member.path, change)
      yield* expectStatus(204, "DELETE", member.path)
      const scope = { groups: [group], entities: [], devices: [] }
      assert.deepStrictEqual(
        yield* sql`select action, object_id, detail from audit_log where project_id = ${id}
          and object_type = 'member' order by at, id`,
        [
          { action: "member.added", object_id: member.id, detail: { role: "viewer", scope: null } },
          {
            action: "member.updated",
            object_id: member.id,
            detail: { role: "operator", scope: null, before: { role: "viewer", scope: null } }
          },
          {
            action: "member.updated",
            object_id: member.id,
            detail: { role: "operator", scope, before: { role: "operator", scope: null } }
          },
          { action: "member.removed", object_id: member.id, detail: { role: "operator", scope } }
        ]
      )
    })
  )

  it.effect("are refused for whom or what there is not, with the place", () =>
    Effect.gen(function* () {
      const [here, there] = [yield* makeProject(), yield* makeProject()]
      const [own, foreign] = [yield* inProject(here.id), yield* inProject(there.id)]
      const person = yield* makePerson()
      const pointer = (body: object) =>
        Effect.map(
          expectStatus(422, "POST", `/projects/${here.id}/members`, { role: "viewer", ...body }),
          (problem) => problem.errors[0].pointer
        )
      assert.strictEqual(yield* pointer({}), "/user_id")
      assert.strictEqual(yield* pointer({ user_id: person.id, email: person.email }), "/user_id")
      assert.strictEqual(yield* pointer({ user_id: NOBODY }), "/user_id")
      assert.strictEqual(yield* pointer({ email: "nobody@example.org" }), "/email")
      const of = { user_id: person.id }
      for (const role of ["nothing-like-it", "Viewer", "", null])
        assert.strictEqual(yield* pointer({ ...of, role }), "/role", String(role))
      for (const scope of ["all", [], 1]) assert.strictEqual(yield* pointer({ ...of, scope }), "/scope")
      assert.strictEqual(yield* pointer({ ...of, scope: { features: [] } }), "/scope/features")
      const scoped = (kind: string, ids: ReadonlyArray<string>) => pointer({ ...of, scope: { [kind]: ids } })
      assert.strictEqual(yield* scoped("groups", [own.group, foreign.group]), "/scope/groups/1")
      assert.strictEqual(yield* scoped("entities", [foreign.cow]), "/scope/entities/0")
      assert.strictEqual(yield* scoped("devices", [own.collar, NOBODY]), "/scope/devices/1")
      assert.strictEqual(yield* scoped("entities", [own.collar]), "/scope/entities/0")
      yield* expectStatus(200, "PATCH", `/users/${person.id}`, { enabled: false })
      assert.strictEqual(yield* pointer(of), "/user_id", "a disabled user")
      const member = yield* makeMember(here.id, "viewer")
      assert.strictEqual(
        (yield* expectStatus(422, "PATCH", member.path, { scope: { entities: [foreign.cow] } })).errors[0]
          .pointer,
        "/scope/entities/0"
      )
      assert.strictEqual(
        (yield* expectStatus(422, "PATCH", member.path, { role: "nothing-like-it" })).errors[0].pointer,
        "/role"
      )
      assert.strictEqual(
        (yield* expectStatus(422, "PATCH", member.path, { user_id: person.id })).errors[0].pointer,
        "/user_id"
      )
    })
  )

  it.effect(
    "have one edition after another: of 12 who change one member's role on the same edition, one is " +
      "first and the others get 412",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* makeProject()
        const { path, id: userId } = yield* makeMember(id, "viewer")
        const roles = ["operator", "analyst", "admin"]
        const answers = yield* Effect.all(
          Array.from({ length: 12 }, (_, n) =>
            send("PATCH", path, { body: { role: roles[n % 3] }, headers: { "if-match": '"1"' } })
          ),
          { concurrency: "unbounded" }
        )
        const won = answers.filter((a) => a.status === 200)
        assert.sameMembers(
          answers.map((a) => a.status),
          [200, ...Array.from({ length: 11 }, () => 412)]
        )
        assert.deepStrictEqual((yield* expectStatus(200, "GET", path)).role, won[0]!.body.role)
        assert.match(answers.find((a) => a.status === 412)!.body.detail, /its ETag is "2" now/)
        assert.lengthOf(
          yield* sql`select from audit_log where action = 'member.updated' and object_id = ${userId}`,
          1
        )
        assert.strictEqual((yield* send("DELETE", path, { headers: { "if-match": '"1"' } })).status, 412)
        const gone = yield* Effect.all(
          Array.from({ length: 12 }, () => send("DELETE", path, { headers: { "if-match": '"2"' } })),
          { concurrency: "unbounded" }
        )
        assert.sameMembers(
          gone.map((a) => a.status),
          [204, ...Array.from({ length: 11 }, () => 404)]
        )
      })
  )

  it.effect("changed by 12 at once without an edition end as one of them said, each change told once", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* makeProject()
      const { path, id: userId } = yield* makeMember(id, "viewer")
      const roles = ["viewer", "operator", "analyst", "admin"]
      const answers = yield* Effect.all(
        Array.from({ length: 12 }, (_, n) => send("PATCH", path, { body: { role: roles[n % 4] } })),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        answers.map((a) => a.status),
        Array.from({ length: 12 }, () => 200)
      )
      const told = yield* sql<{ role: string; was: string }>`
      select detail->>'role' as role, detail->'before'->>'role' as was from audit_log
        where action = 'member.updated' and object_id = ${userId}`
      const { body, headers } = yield* send("GET", path)
      assert.sameMembers(
        [...told.map((t) => t.was), body.role],
        ["viewer", ...told.map((t) => t.role)],
        "a chain from the first role to the last"
      )
      assert.strictEqual(headers.get("etag"), `"${told.length + 1}"`)
    })
  )

  it.effect("manage others with what they have themselves, and nobody who may more", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const path = `/projects/${id}/members`
      yield* expectStatus(201, "POST", `/projects/${id}/roles`, {
        key: "keeper",
        label: "Keeper",
        permissions: ["project:read", "traces:read", "alerts:write", "members:write"]
      })
      const [keeper, boss, viewer] = [
        yield* makeMember(id, "keeper"),
        yield* makeMember(id, "admin"),
        yield* makeMember(id, "viewer")
      ]
      const person = yield* makePerson()
      const refused = [
        yield* keeper.ask("POST", path, { body: { user_id: person.id, role: "operator" } }),
        yield* keeper.ask("PATCH", viewer.path, { body: { role: "admin" } }),
        yield* keeper.ask("PATCH", keeper.path, { body: { role: "admin" } }),
        yield* keeper.ask("PATCH", boss.path, { body: { role: "viewer" } }),
        yield* keeper.ask("DELETE", boss.path)
      ]
      for (const { body } of refused)
        assert.deepInclude(body, { status: 403, code: "BEYOND_YOUR_OWN", permission: "events:write" })
      assert.strictEqual(
        (yield* keeper.ask("POST", path, { body: { user_id: person.id, role: "keeper" } })).status,
        201
      )
      assert.strictEqual((yield* keeper.ask("DELETE", viewer.path)).status, 204)
      assert.strictEqual(
        (yield* boss.ask("PATCH", boss.path, { body: { role: "viewer" } })).status,
        200,
        "the last admin of a project may go: server admins repair"
      )
      assert.deepInclude((yield* boss.ask("PATCH", boss.path, { body: { role: "admin" } })).body, {
        status: 403,
        permission: "members:write"
      })
      yield* expectStatus(200, "PATCH", boss.path, { role: "admin" })
    })
  )

  it.effect(
    "are seen by those who manage them alone, and managed by those alone who see the whole project",
    () =>
      Effect.gen(function* () {
        const { id } = yield* makeProject()
        const { cow } = yield* inProject(id)
        const [analyst, part] = [
          yield* makeMember(id, "analyst"),
          yield* makeMember(id, "admin", { entities: [cow] })
        ]
        for (const { ask, path } of [analyst, part]) {
          for (const at of [`/projects/${id}/members`, path])
            assert.deepInclude((yield* ask("GET", at)).body, { status: 403, permission: "members:write" }, at)
          assert.strictEqual(
            (yield* ask("PATCH", path, { body: { scope: null } })).status,
            403,
            "nobody widens their own scope"
          )
        }
      })
  )

  it.effect("keep a scope when what it names goes: one that becomes empty shows nothing", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { id } = yield* makeProject()
      const { collar, cow, group } = yield* inProject(id)
      const bare = { groups: [], entities: [], devices: [] }
      const member = yield* makeMember(id, "viewer", { groups: [group], entities: [cow], devices: [collar] })
      const scope = Effect.map(expectStatus(200, "GET", member.path), (m) => m.scope)
      yield* expectStatus(204, "DELETE", `/projects/${id}/groups/${group}`)
      assert.deepStrictEqual(yield* scope, { ...bare, entities: [cow], devices: [collar] })
      yield* expectStatus(204, "DELETE", `/projects/${id}/entities/${cow}`)
      yield* expectStatus(204, "DELETE", `/devices/${collar}`)
      assert.deepStrictEqual(yield* scope, bare)
      assert.strictEqual((yield* send("GET", member.path)).headers.get("etag"), '"4"')
      yield* makeEntity(id)
      assert.deepStrictEqual((yield* member.ask("GET", `/projects/${id}/entities`)).body.items, [])
      yield* expectStatus(204, "DELETE", `/projects/${id}`)
    })
  )
})

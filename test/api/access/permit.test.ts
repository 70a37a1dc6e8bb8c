// Who may: the role in the path's project, cut down by what the caller came in with; and what is foreign is
// like what is not there.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Permission, permissions } from "../../../src/domain/access/Permission.ts"
import { builtInRoles } from "../../../src/domain/access/Role.ts"
import { browserOf, makeMember, makePerson, tokenFor } from "../../support/http/people.ts"
import { isPermission, routes } from "../../support/http/routes.ts"
import { type Answer, serve, TestServer } from "../../support/http/server.ts"
import {
  expectStatus,
  makeDevice,
  makeEntity,
  makeProject,
  makeSource,
  NOBODY
} from "../../support/http/tracking.ts"

/** Every endpoint in a project; those that need a server admin answer them alone. */
const inProjects = routes.filter(
  ({ need, path }) => (need === "server_admin" || isPermission(need)) && path.includes(":project_id")
)

const filled = (path: string, projectId: string) =>
  path
    .replace(":project_id", projectId)
    .replace(":role_key", "nobody")
    .replace(":metric_key", "nope")
    .replaceAll(/:\w*version/g, "1")
    .replaceAll(/:\w+/g, NOBODY)

const bodyOf = ({ body }: Answer) => ({ ...body, request_id: "" })

const idsOf = ({ body }: Answer): ReadonlyArray<string> =>
  body.items.map((item: { readonly id: string }) => item.id)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("permission", (it) => {
  it.effect(
    "to anything in a project is nobody's who is no member: it answers as if it were not there, on every route",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const project = yield* makeProject()
        const person = yield* makePerson()
        const [browser, token] = [yield* browserOf(person), yield* tokenFor(person, [...permissions])]
        assert.isAbove(inProjects.length, 60)
        for (const { method, path } of inProjects) {
          const [foreign, unknown] = [
            yield* browser(method, filled(path, project.id)),
            yield* browser(method, filled(path, NOBODY))
          ]
          assert.deepStrictEqual(
            [foreign.status, bodyOf(foreign)],
            [404, bodyOf(unknown)],
            `${method} ${path}`
          )
          const byToken = yield* send(method, filled(path, project.id.toUpperCase()), { token })
          assert.deepStrictEqual(
            [byToken.status, bodyOf(byToken)],
            [404, bodyOf(unknown)],
            `${method} ${path}`
          )
        }
      })
  )

  for (const role of builtInRoles) {
    it.effect(`of a member who is ${role.key} is what the role has, on every route`, () =>
      Effect.gen(function* () {
        const project = yield* makeProject()
        const { ask } = yield* makeMember(project.id, role.key)
        const has: ReadonlySet<string> = new Set(role.permissions)
        for (const { method, need, path } of inProjects) {
          if (path.endsWith("/stream")) continue
          const { body, status } = yield* ask(method, filled(path, project.id))
          if (has.has(String(need))) assert.notStrictEqual(status, 403, `${method} ${path}`)
          else assert.deepInclude(body, { status: 403, permission: need }, `${method} ${path}`)
        }
      })
    )
  }

  it.effect("is told for each project, as far as these credentials carry it", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const [one, two, three] = [yield* makeProject(), yield* makeProject(), yield* makeProject()]
      const cow = yield* makeEntity(two.id)
      const member = yield* makeMember(one.id, "operator")
      yield* expectStatus(201, "POST", `/projects/${two.id}/members`, {
        user_id: member.id,
        role: "admin",
        scope: { entities: [cow.id] }
      })
      const me = (yield* member.ask("GET", "/auth/me")).body.permissions
      assert.sameMembers(Object.keys(me), [one.id, two.id])
      assert.deepStrictEqual(me[one.id], builtInRoles[1].permissions)
      assert.deepStrictEqual(
        me[two.id],
        permissions.filter(
          (key) =>
            ![
              "project:write",
              "members:write",
              "automations:write",
              "integrations:write",
              "features:write"
            ].includes(key)
        ),
        "of the whole project"
      )
      const token = yield* tokenFor(member, ["project:read", "rules:write", "members:write"], {
        project_ids: [two.id]
      })
      assert.deepStrictEqual((yield* send("GET", "/auth/me", { token })).body.permissions, {
        [two.id]: ["project:read", "rules:write"]
      })
      assert.strictEqual((yield* send("GET", `/projects/${one.id}`, { token })).status, 404)
      assert.strictEqual((yield* send("GET", `/projects/${three.id}`, { token })).status, 404)
      assert.notMatch(
        (yield* send("POST", `/projects/${two.id}/automations`, { token, body: {} })).body.detail,
        /token/,
        "the person does not have it either"
      )
      assert.match(
        (yield* send("GET", `/projects/${two.id}/traces`, { token })).body.detail,
        /traces:read, which the token does not carry/
      )
    })
  )

  it.effect(
    "to see projects makes them listed; making and removing them is for server admins, changing them is not",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const [mine, blind] = [yield* makeProject(), yield* makeProject()]
        const member = yield* makeMember(mine.id, "admin")
        yield* expectStatus(201, "POST", `/projects/${blind.id}/roles`, {
          key: "blind",
          label: "Blind",
          permissions: ["events:write"]
        })
        yield* expectStatus(201, "POST", `/projects/${blind.id}/members`, {
          user_id: member.id,
          role: "blind"
        })
        assert.deepStrictEqual(idsOf(yield* member.ask("GET", "/projects")), [mine.id])
        const token = yield* tokenFor(member, ["events:write"])
        assert.deepStrictEqual(idsOf(yield* send("GET", "/projects", { token })), [])
        assert.deepInclude((yield* member.ask("POST", "/projects", { body: { name: "Mine" } })).body, {
          status: 403,
          permission: "server_admin"
        })
        assert.deepInclude((yield* member.ask("DELETE", `/projects/${mine.id}`)).body, {
          status: 403,
          permission: "server_admin"
        })
        assert.strictEqual(
          (yield* member.ask("PATCH", `/projects/${mine.id}`, { body: { name: "Renamed" } })).body.name,
          "Renamed"
        )
        assert.strictEqual((yield* member.ask("GET", `/projects/${mine.id}/audit`)).status, 200)
      })
  )

  it.effect(
    "to a device is had in any project the device is in; one of other projects is like one that is not there",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const [mine, other] = [yield* makeProject(), yield* makeProject()]
        const [own, foreign] = [yield* makeDevice(), yield* makeDevice()]
        for (const [device, project] of [
          [own, mine],
          [foreign, other]
        ])
          yield* expectStatus(201, "POST", `/devices/${device.id}/project-assignments`, {
            project_id: project.id,
            valid_from: "2020-01-01T00:00:00Z"
          })
        const member = yield* makeMember(mine.id, "admin")
        yield* expectStatus(201, "POST", `/projects/${other.id}/roles`, {
          key: "blind",
          label: "Blind",
          permissions: ["events:write"]
        })
        yield* expectStatus(201, "POST", `/projects/${other.id}/members`, {
          user_id: member.id,
          role: "blind"
        })
        assert.deepStrictEqual(idsOf(yield* member.ask("GET", "/devices")), [own.id])
        assert.strictEqual(
          (yield* member.ask("PATCH", `/devices/${own.id}`, { body: { name: "Collar" } })).status,
          200
        )
        const acts = [
          ["GET", ""],
          ["PATCH", ""],
          ["DELETE", ""],
          ["GET", "/identities"],
          ["GET", "/project-assignments"]
        ] as const
        for (const [method, below] of acts) {
          const unknown = yield* member.ask(
            method,
            `/devices/${NOBODY}${below}`,
            method === "PATCH" ? { body: {} } : {}
          )
          const seen = yield* member.ask(
            method,
            `/devices/${foreign.id}${below}`,
            method === "PATCH" ? { body: {} } : {}
          )
          assert.deepStrictEqual([seen.status, bodyOf(seen)], [404, bodyOf(unknown)], `${method} ${below}`)
        }
        const viewer = yield* makeMember(mine.id, "viewer")
        assert.strictEqual((yield* viewer.ask("GET", `/devices/${own.id}`)).status, 200)
        assert.deepInclude((yield* viewer.ask("PATCH", `/devices/${own.id}`, { body: {} })).body, {
          status: 403,
          permission: "devices:write"
        })
        const token = yield* tokenFor(member, ["project:read"], { project_ids: [other.id] })
        assert.deepInclude((yield* send("GET", "/devices", { token })).body, {
          status: 403,
          permission: "project:read"
        })
        assert.deepInclude((yield* (yield* browserOf(yield* makePerson()))("GET", "/devices")).body, {
          status: 403,
          permission: "project:read"
        })
      })
  )

  it.effect(
    "to devices gives none of them a name at a data source of others: what their devices send would be taken",
    () =>
      Effect.gen(function* () {
        const [mine, other] = [yield* makeProject(), yield* makeProject()]
        const [own, foreign, everybodys] = [
          yield* makeSource({ project_ids: [mine.id] }),
          yield* makeSource({ project_ids: [other.id] }),
          yield* makeSource()
        ]
        const { ask } = yield* makeMember(mine.id, "admin")
        const device = yield* makeDevice()
        yield* expectStatus(201, "POST", `/devices/${device.id}/project-assignments`, {
          project_id: mine.id,
          valid_from: "2020-01-01T00:00:00Z"
        })
        for (const [path, more] of [
          ["/devices", { name: "Collar" }],
          [`/devices/${device.id}/identities`, {}]
        ] as const) {
          const name = (source: string, external_id: string) =>
            Effect.map(
              ask("POST", path, { body: { ...more, data_source_id: source, external_id } }),
              (answer) => [answer.status, bodyOf(answer)] as const
            )
          const unknown = yield* name(NOBODY, path)
          assert.deepStrictEqual([unknown[0], unknown[1].code], [422, "DATA_SOURCE_UNKNOWN"])
          assert.deepStrictEqual(yield* name(foreign.id, path), unknown)
          for (const source of [own, everybodys]) assert.strictEqual((yield* name(source.id, path))[0], 201)
        }
      })
  )

  it.effect("given, changed or taken holds from the next request on", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const [calf, bull] = [yield* makeEntity(project.id), yield* makeEntity(project.id)]
      const { ask, id, path } = yield* makeMember(project.id, "viewer")
      const at = `/projects/${project.id}`
      const status = (method: string, where: string, body?: object) =>
        Effect.map(ask(method, where, body === undefined ? {} : { body }), (a) => a.status)
      assert.sameMembers([...idsOf(yield* ask("GET", `${at}/entities`))], [calf.id, bull.id])
      yield* expectStatus(200, "PATCH", path, { scope: { entities: [calf.id] } })
      assert.deepStrictEqual(idsOf(yield* ask("GET", `${at}/entities`)), [calf.id])
      yield* expectStatus(200, "PATCH", path, { scope: null, role: "admin" })
      assert.strictEqual(yield* status("PATCH", at, { name: "Renamed" }), 200)
      yield* expectStatus(200, "PATCH", path, { role: "viewer" })
      assert.strictEqual(yield* status("PATCH", at, { name: "Renamed" }), 403)
      yield* expectStatus(204, "DELETE", path)
      assert.strictEqual(yield* status("GET", at), 404)
      assert.deepStrictEqual((yield* ask("GET", "/auth/me")).body.permissions, {})
      yield* expectStatus(200, "PATCH", `/users/${id}`, { server_admin: true })
      assert.strictEqual(yield* status("PATCH", at, { name: "Renamed" }), 200)
      yield* expectStatus(200, "PATCH", `/users/${id}`, { server_admin: false })
      assert.strictEqual(yield* status("GET", at), 404)
    })
  )

  it.effect("is read anew although a role of the project's own is named like nothing there is", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const keys: ReadonlyArray<Permission> = ["project:read"]
      yield* expectStatus(201, "POST", `/projects/${project.id}/roles`, {
        key: "constructor",
        label: "Constructor",
        permissions: keys
      })
      const { ask } = yield* makeMember(project.id, "constructor")
      assert.deepStrictEqual((yield* ask("GET", "/auth/me")).body.permissions, { [project.id]: keys })
    })
  )
})

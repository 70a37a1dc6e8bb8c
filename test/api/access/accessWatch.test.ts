// Streams end when their readers may no longer read them: a second or two after whatever took it from them.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  browse,
  cookieOf,
  logIn,
  makeMember,
  makePerson,
  PASSWORD,
  tokenFor
} from "../../support/http/people.ts"
import { serve, TestServer } from "../../support/http/server.ts"
import { expectStatus, fresh, makeDevice, makeEntity, makeProject } from "../../support/http/tracking.ts"

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Opens the live stream of a project; `ended` waits for the server to end it. */
const follow = Effect.fnUntraced(function* (projectId: string, headers: Readonly<Record<string, string>>) {
  const { url } = yield* TestServer
  const signal = yield* Effect.abortSignal
  const response = yield* Effect.promise(() =>
    fetch(`${url}/api/v1/projects/${projectId}/stream`, { signal, headers })
  )
  assert.strictEqual(response.status, 200)
  let open = true
  const over = response.body!.pipeTo(new WritableStream()).then(
    () => ((open = false), true),
    () => false
  )
  return {
    ended: Effect.timeoutOrElse(
      Effect.promise(() => over),
      { duration: "5 seconds", orElse: () => Effect.succeed(false) }
    ),
    isOpen: Effect.sync(() => open)
  }
})

/** A member who comes with a token alone, and reads the stream. */
const reader = Effect.fnUntraced(function* (projectId: string, role = "viewer", scope: object | null = null) {
  const { id } = yield* expectStatus(201, "POST", "/users", {
    email: `${fresh("reader").replace(" ", "-")}@example.org`
  })
  yield* expectStatus(201, "POST", `/projects/${projectId}/members`, { user_id: id, role, scope })
  const { id: tokenId, token } = yield* expectStatus(201, "POST", "/auth/tokens", {
    name: "Map",
    scopes: ["project:read"],
    user_id: id
  })
  return {
    id: String(id),
    projectId,
    tokenId: String(tokenId),
    path: `/projects/${projectId}/members/${id}`,
    stream: yield* follow(projectId, bearer(token))
  }
})

/**
 * Somebody reads, and is thrown out: when it shows, whatever happened to those who read before them has shown
 * too.
 */
const everybodyWasAsked = Effect.fnUntraced(function* (projectId: string) {
  const { path, stream } = yield* reader(projectId)
  yield* expectStatus(204, "DELETE", path)
  assert.isTrue(yield* stream.ended)
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("an open stream ends", (it) => {
  /** A member with a token, reading; `then` is what happens to them. */
  const endsAfter = (
    what: string,
    then: (member: {
      readonly path: string
      readonly id: string
      readonly projectId: string
      readonly tokenId: string
    }) => Effect.Effect<unknown, never, TestServer | SqlClient.SqlClient>,
    role = "viewer"
  ) =>
    it.effect(what, () =>
      Effect.scoped(
        Effect.gen(function* () {
          const project = yield* makeProject()
          yield* expectStatus(201, "POST", `/projects/${project.id}/roles`, {
            key: "ranger",
            label: "Ranger",
            permissions: ["project:read"]
          })
          const member = yield* reader(project.id, role)
          yield* then(member)
          assert.isTrue(yield* member.stream.ended)
        })
      )
    )

  endsAfter("with another role", ({ path }) => expectStatus(200, "PATCH", path, { role: "operator" }))
  endsAfter(
    "when the role of the project's own may something else",
    ({ projectId }) =>
      expectStatus(200, "PATCH", `/projects/${projectId}/roles/ranger`, { permissions: ["events:write"] }),
    "ranger"
  )
  endsAfter("with a scope", ({ path }) => expectStatus(200, "PATCH", path, { scope: { entities: [] } }))
  endsAfter("with the membership", ({ path }) => expectStatus(204, "DELETE", path))
  endsAfter("with the token that opened it", ({ tokenId }) =>
    expectStatus(204, "DELETE", `/auth/tokens/${tokenId}`)
  )
  endsAfter("when the token expires", ({ tokenId }) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.orDie(sql`update api_tokens set expires_at = now() where id = ${tokenId}`)
    )
  )
  endsAfter("with the user, disabled", ({ id }) =>
    expectStatus(200, "PATCH", `/users/${id}`, { enabled: false })
  )
  endsAfter("with the project", ({ projectId }) => expectStatus(204, "DELETE", `/projects/${projectId}`))

  it.effect("of a server admin who is none any more", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* makeProject()
        const person = yield* makePerson({ server_admin: true })
        const stream = yield* follow(project.id, bearer(yield* tokenFor(person, ["project:read"])))
        yield* expectStatus(200, "PATCH", `/users/${person.id}`, { server_admin: false })
        assert.isTrue(yield* stream.ended)
      })
    )
  )

  it.effect("with the session that opened it, and with no other", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* makeProject()
        const { email } = yield* makeMember(project.id, "viewer")
        const [here, there] = [cookieOf(yield* logIn(email)), cookieOf(yield* logIn(email))]
        const [mine, other] = [
          yield* follow(project.id, { cookie: here }),
          yield* follow(project.id, { cookie: there })
        ]
        assert.strictEqual((yield* (yield* browse(here))("POST", "/auth/logout")).status, 204)
        assert.isTrue(yield* mine.ended)
        yield* everybodyWasAsked(project.id)
        assert.isTrue(yield* other.isOpen)
      })
    )
  )

  it.effect(
    "with every session but the one in which the password is changed, and with that one when an admin sets another",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const project = yield* makeProject()
          const { email, id } = yield* makeMember(project.id, "viewer")
          const [here, there] = [cookieOf(yield* logIn(email)), cookieOf(yield* logIn(email))]
          const [mine, other] = [
            yield* follow(project.id, { cookie: here }),
            yield* follow(project.id, { cookie: there })
          ]
          assert.strictEqual(
            (yield* (yield* browse(here))("POST", "/auth/password", {
              body: { current: PASSWORD, new: "seven cows and one bull" }
            })).status,
            204
          )
          assert.isTrue(yield* other.ended)
          yield* everybodyWasAsked(project.id)
          assert.isTrue(yield* mine.isOpen)
          yield* expectStatus(200, "PATCH", `/users/${id}`, { password: "told on the telephone" })
          assert.isTrue(yield* mine.ended)
        })
      )
  )

  it.effect("with a session whose time is over, however busy", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const project = yield* makeProject()
        const { email, id } = yield* makeMember(project.id, "viewer")
        const stream = yield* follow(project.id, { cookie: cookieOf(yield* logIn(email)) })
        yield* sql`update sessions set expires_at = now() where user_id = ${id}`
        assert.isTrue(yield* stream.ended)
      })
    )
  )

  it.effect("when a device comes into its scope, or a group that was moved there", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* makeProject()
        const at = `/projects/${project.id}`
        const [herd, calves] = [
          yield* expectStatus(201, "POST", `${at}/groups`, { name: "Herd" }),
          yield* expectStatus(201, "POST", `${at}/groups`, { name: "Calves" })
        ]
        yield* makeEntity(project.id, { group_id: calves.id })
        const { stream } = yield* reader(project.id, "viewer", { groups: [herd.id] })
        yield* expectStatus(200, "PATCH", `${at}/groups/${calves.id}`, { parent_id: herd.id })
        assert.isTrue(yield* stream.ended)
        const cow = yield* makeEntity(project.id, { group_id: calves.id }),
          collar = yield* makeDevice()
        yield* expectStatus(201, "POST", `/devices/${collar.id}/project-assignments`, {
          project_id: project.id,
          valid_from: "2020-01-01T00:00:00Z"
        })
        const later = (yield* reader(project.id, "viewer", { groups: [herd.id] })).stream
        yield* expectStatus(201, "POST", `${at}/entity-assignments`, {
          device_id: collar.id,
          entity_id: cow.id,
          valid_from: "2020-01-01T00:00:00Z"
        })
        assert.isTrue(yield* later.ended)
      })
    )
  )

  it.effect("with a session that nobody uses: to read a stream is not to use it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const project = yield* makeProject()
        const { email, id } = yield* makeMember(project.id, "viewer")
        const stream = yield* follow(project.id, { cookie: cookieOf(yield* logIn(email)) })
        yield* sql`update sessions set last_seen_at = now() - interval '13 hours' where user_id = ${id}`
        assert.isTrue(yield* stream.ended)
      })
    )
  )

  it.effect("when its scope comes to something else, and not by what is outside of it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* makeProject()
        const at = `/projects/${project.id}`
        const group = yield* expectStatus(201, "POST", `${at}/groups`, { name: "Heifers" })
        const [calf, bull] = [
          yield* makeEntity(project.id, { group_id: group.id }),
          yield* makeEntity(project.id)
        ]
        const [part, whole] = [
          yield* reader(project.id, "viewer", { groups: [group.id] }),
          yield* reader(project.id)
        ]
        yield* expectStatus(200, "PATCH", `${at}/entities/${bull.id}`, { name: "Bull" })
        yield* expectStatus(200, "PATCH", `${at}/groups/${group.id}`, { name: "Young ones" })
        yield* expectStatus(200, "PATCH", `/projects/${project.id}`, { name: "Renamed" })
        yield* everybodyWasAsked(project.id)
        assert.isTrue(yield* part.stream.isOpen)
        yield* expectStatus(200, "PATCH", `${at}/entities/${calf.id}`, { group_id: null })
        assert.isTrue(yield* part.stream.ended)
        yield* everybodyWasAsked(project.id)
        assert.isTrue(yield* whole.stream.isOpen)
      })
    )
  )
})

// Tokens: shown once, carrying a part of what their user may, and gone with the next request.
import { assert, layer } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { routesOf } from "../../../../src/api/http/allowedMethods.ts"
import { Api } from "../../../../src/contract/Api.ts"
import { Page } from "../../../../src/contract/http/paging.ts"
import { AuditEntry } from "../../../../src/domain/access/AuditEntry.ts"
import { permissions } from "../../../../src/domain/access/Permission.ts"
import { OpenedToken, Token } from "../../../../src/domain/access/Token.ts"
import { Me, User } from "../../../../src/domain/access/User.ts"
import { badInputs } from "../../../support/http/badInputs.ts"
import {
  browse,
  browserOf,
  cookieOf,
  logIn,
  makePerson,
  PASSWORD,
  tokenFor
} from "../../../support/http/people.ts"
import { rawRequest } from "../../../support/http/rawHttp.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../../../support/http/server.ts"
import {
  expectStatus,
  makeDevice,
  makeEntity,
  makeProject,
  makeSource,
  NOBODY
} from "../../../support/http/tracking.ts"

const admin = Effect.map(expectStatus(200, "GET", "/auth/me"), ({ email, id }) => ({
  id: String(id),
  email: String(email)
}))

const statusWith = (token: string) => (method: string, path: string, body?: unknown) =>
  Effect.flatMap(TestServer, ({ send }) =>
    Effect.map(send(method, path, { token, ...(body === undefined ? {} : { body }) }), (a) => a.status)
  )

const bodyOf = ({ body }: { readonly body: object }) => ({ ...body, request_id: "" })

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a token", (it) => {
  it.effect("is shown once and kept as a hash", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const me = yield* admin
      const made = yield* expectStatus(201, "POST", "/auth/tokens", {
        name: "Herd dashboard",
        scopes: ["project:read", "alerts:write"],
        expires_at: "2090-04-01T10:00:00+02:00"
      })
      assert.match(made.token, /^pug_[\w-]{43}$/)
      assert.deepInclude(made, {
        name: "Herd dashboard",
        user_id: me.id,
        kind: "api",
        scopes: ["project:read", "alerts:write"],
        project_ids: null,
        expires_at: "2090-04-01T08:00:00.000Z",
        revoked_at: null,
        last_used_at: null
      })
      const [row] = yield* sql<{
        token_hash: Uint8Array
      }>`select token_hash from api_tokens where id = ${made.id}`
      assert.deepStrictEqual(Buffer.from(row!.token_hash), createHash("sha256").update(made.token).digest())
      assert.notProperty(yield* expectStatus(200, "GET", `/auth/tokens/${made.id}`), "token")
      assert.notInclude(JSON.stringify(yield* expectStatus(200, "GET", "/auth/tokens")), made.token)
      yield* statusWith(made.token)("GET", "/auth/me")
      assert.isString((yield* expectStatus(200, "GET", `/auth/tokens/${made.id}`)).last_used_at)
    })
  )

  it.effect("carries its scopes and nothing else that its user may", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const project = yield* makeProject()
      const token = yield* tokenFor(yield* admin, ["project:read", "entities:write"])
      const status = statusWith(token)
      const path = `/projects/${project.id}`
      assert.strictEqual(yield* status("GET", `${path}/entities`), 200)
      assert.strictEqual(yield* status("GET", "/data-sources"), 200)
      const refused: ReadonlyArray<readonly [string, string, string, unknown?]> = [
        ["rules:write", "POST", `${path}/rules`, {}],
        ["traces:read", "GET", `${path}/traces`],
        ["project:write", "PATCH", path, { name: "Mine" }],
        ["project:write", "GET", `${path}/audit`],
        ["server_admin", "POST", "/projects", { name: "Mine" }],
        ["server_admin", "DELETE", path],
        ["server_admin", "GET", "/users"]
      ]
      for (const [permission, method, at, body] of refused) {
        const answer = yield* send(method, at, { token, ...(body === undefined ? {} : { body }) })
        assert.deepInclude(answer.body, { status: 403, code: "FORBIDDEN", permission }, `${method} ${at}`)
        assert.match(answer.body.detail, /which the token does not carry/)
      }
      const me = (yield* send("GET", "/auth/me", { token })).body
      assert.deepStrictEqual(
        [me.server_admin, me.permissions[project.id]],
        [false, ["project:read", "entities:write"]]
      )
    })
  )

  it.effect("of a user who may nothing carries nothing, whatever its scopes", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const token = yield* tokenFor(yield* makePerson(), ["project:read", "project:write"])
      assert.strictEqual(yield* statusWith(token)("GET", `/projects/${project.id}/entities`), 404)
      assert.strictEqual(yield* statusWith(token)("GET", "/devices"), 403)
      assert.deepStrictEqual(
        (yield* (yield* TestServer).send("GET", "/auth/me", { token })).body.permissions,
        {}
      )
    })
  )

  it.effect("for some projects finds no others: they are like those that are not there", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const [mine, foreign] = [yield* makeProject(), yield* makeProject()]
      const entity = yield* makeEntity(foreign.id)
      const token = yield* tokenFor(yield* admin, ["project:read", "entities:write"], {
        project_ids: [mine.id.toUpperCase()]
      })
      assert.strictEqual(yield* statusWith(token)("GET", `/projects/${mine.id.toUpperCase()}/entities`), 200)
      const unknown = bodyOf(yield* send("GET", `/projects/${NOBODY}/entities`, { token }))
      for (const path of [
        `/projects/${foreign.id}`,
        `/projects/${foreign.id}/entities`,
        `/projects/${foreign.id}/entities/${entity.id}`,
        `/projects/${mine.id}/entities/${entity.id}`
      ]) {
        const answer = yield* send("GET", path, { token })
        assert.deepStrictEqual([answer.status, bodyOf(answer)], [404, unknown], path)
      }
      assert.deepStrictEqual(
        (yield* send("GET", "/projects", { token })).body.items.map((p: { id: string }) => p.id),
        [mine.id]
      )
      assert.deepStrictEqual(Object.keys((yield* send("GET", "/auth/me", { token })).body.permissions), [
        mine.id
      ])
      const device = yield* makeDevice()
      assert.notInclude(
        (yield* send("GET", "/devices?limit=500", { token })).body.items.map((d: { id: string }) => d.id),
        device.id,
        "what belongs to no project"
      )
    })
  )

  it.effect("with limits does not reach its user's account, where it could free itself of them", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const person = yield* makePerson()
      const own = yield* expectStatus(201, "POST", "/auth/tokens", {
        name: "x",
        scopes: ["project:read"],
        user_id: person.id
      })
      const acts: ReadonlyArray<readonly [string, string, unknown?]> = [
        ["POST", "/auth/tokens", { name: "More", scopes: ["project:write"] }],
        ["GET", "/auth/tokens"],
        ["GET", `/auth/tokens/${own.id}`],
        ["DELETE", `/auth/tokens/${own.id}`],
        ["POST", "/auth/password", { current: PASSWORD, new: "seven cows and one bull" }],
        ["POST", "/auth/me/telegram"]
      ]
      for (const [method, path, body] of acts) {
        const answer = yield* send(method, path, {
          token: own.token,
          ...(body === undefined ? {} : { body })
        })
        assert.deepInclude(answer.body, { status: 403, permission: "account" }, `${method} ${path}`)
      }
      assert.strictEqual(yield* statusWith(own.token)("GET", "/auth/me"), 200)
    })
  )

  it.effect("is made by people for themselves, and by server admins for everybody", () =>
    Effect.gen(function* () {
      const [person, other] = [yield* makePerson(), yield* makePerson()]
      const browser = yield* browserOf(person)
      const made = yield* browser("POST", "/auth/tokens", {
        body: { name: "Mine", scopes: ["project:read"] }
      })
      assert.deepInclude(made.body, { user_id: person.id })
      assert.strictEqual(
        (yield* browser("POST", "/auth/tokens", {
          body: { name: "Theirs", scopes: ["project:read"], user_id: other.id }
        })).body.permission,
        "server_admin"
      )
      const theirs = yield* expectStatus(201, "POST", "/auth/tokens", {
        name: "Theirs",
        scopes: ["project:read"],
        user_id: other.id
      })
      const ids = (path: string) =>
        Effect.map(browser("GET", path), (a) => a.body.items?.map((t: { id: string }) => t.id) ?? a.status)
      assert.deepStrictEqual(yield* ids("/auth/tokens"), [made.body.id])
      assert.deepStrictEqual(yield* ids(`/auth/tokens?user_id=${person.id}`), [made.body.id])
      assert.deepStrictEqual(
        [yield* ids(`/auth/tokens?user_id=${other.id}`), yield* ids("/auth/tokens?everybody=true")],
        [403, 403]
      )
      const unknown = bodyOf(yield* browser("GET", `/auth/tokens/${NOBODY}`))
      for (const method of ["GET", "DELETE"])
        assert.deepStrictEqual(bodyOf(yield* browser(method, `/auth/tokens/${theirs.id}`)), unknown, method)
      assert.includeMembers(
        (yield* expectStatus(200, "GET", "/auth/tokens?everybody=true&limit=500")).items.map(
          (t: { id: string }) => t.id
        ),
        [made.body.id, theirs.id]
      )
      assert.strictEqual(
        (yield* expectStatus(200, "GET", `/auth/tokens?user_id=${other.id}`)).items[0].id,
        theirs.id
      )
      yield* expectStatus(204, "DELETE", `/auth/tokens/${theirs.id}`)
      assert.strictEqual(yield* statusWith(theirs.token)("GET", "/auth/me"), 401)
    })
  )

  it.effect("is refused where it asks for what there is not", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const pointer = (more: object) =>
        Effect.map(
          expectStatus(422, "POST", "/auth/tokens", { name: "x", scopes: ["project:read"], ...more }),
          (problem) => problem.errors[0].pointer
        )
      for (const scopes of [[], "project:read"]) assert.strictEqual(yield* pointer({ scopes }), "/scopes")
      for (const scopes of [["*"], ["server_admin"], ["project:read "], ["toString"], [null]])
        assert.strictEqual(yield* pointer({ scopes }), "/scopes/0", JSON.stringify(scopes))
      yield* pointer({ scopes: ["project:read", "project:read"] })
      assert.strictEqual(yield* pointer({ project_ids: [] }), "/project_ids")
      assert.strictEqual(yield* pointer({ project_ids: [project.id, NOBODY] }), "/project_ids/1")
      for (const expires_at of ["2026-01-01T00:00:00Z", "tomorrow", null])
        assert.strictEqual(yield* pointer({ expires_at }), "/expires_at")
      assert.strictEqual(yield* pointer({ user_id: NOBODY }), "/user_id")
      for (const more of [{ token: "pug_x" }, { kind: "mcp" }, { token_hash: "x" }, { last_used_at: null }])
        assert.strictEqual(yield* pointer(more), `/${Object.keys(more)[0]}`)
      const person = yield* makePerson()
      const browser = yield* browserOf(person)
      const hidden = yield* browser("POST", "/auth/tokens", {
        body: { name: "x", scopes: ["project:read"], project_ids: [project.id] }
      })
      const absent = yield* browser("POST", "/auth/tokens", {
        body: { name: "x", scopes: ["project:read"], project_ids: [NOBODY] }
      })
      assert.deepStrictEqual(
        [hidden.status, bodyOf(hidden)],
        [422, bodyOf(absent)],
        "whom a project is hidden from learns nothing of it"
      )
    })
  )

  it.effect("opens nothing once it is expired", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const made = yield* expectStatus(201, "POST", "/auth/tokens", {
        name: "x",
        scopes: ["project:read"],
        expires_at: "2090-01-01T00:00:00Z"
      })
      assert.strictEqual(yield* statusWith(made.token)("GET", "/auth/me"), 200)
      yield* sql`update api_tokens set expires_at = now() where id = ${made.id}`
      assert.strictEqual(yield* statusWith(made.token)("GET", "/auth/me"), 401)
    })
  )

  it.effect("is revoked once, however many revoke it at the same moment", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const { id, token } = yield* expectStatus(201, "POST", "/auth/tokens", {
        name: "Raced",
        scopes: ["project:read"]
      })
      const answers = yield* Effect.all(
        Array.from({ length: 12 }, () => send("DELETE", `/auth/tokens/${id}`)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        answers.map((a) => a.status),
        Array.from({ length: 12 }, () => 204)
      )
      assert.lengthOf(
        yield* sql`select from audit_log where action = 'token.revoked' and object_id = ${id}`,
        1
      )
      assert.strictEqual(yield* statusWith(token)("GET", "/auth/me"), 401)
      const { revoked_at } = yield* expectStatus(200, "GET", `/auth/tokens/${id}`)
      yield* expectStatus(204, "DELETE", `/auth/tokens/${id}`)
      assert.strictEqual((yield* expectStatus(200, "GET", `/auth/tokens/${id}`)).revoked_at, revoked_at)
      yield* expectStatus(404, "DELETE", `/auth/tokens/${NOBODY}`)
    })
  )
})

/** What the lines of the corpus do that are about coming in; the status of what happens. */
const tries: Readonly<Record<string, Effect.Effect<number, never, TestServer | SqlClient.SqlClient>>> = {
  "no token": Effect.map(
    Effect.flatMap(TestServer, ({ send }) => send("GET", "/projects", { token: null })),
    ({ headers, status }) => {
      assert.strictEqual(headers.get("www-authenticate"), "Bearer")
      return status
    }
  ),
  "token of a disabled user": Effect.gen(function* () {
    const person = yield* makePerson()
    const token = yield* tokenFor(person, ["project:read"])
    assert.strictEqual(yield* statusWith(token)("GET", "/auth/me"), 200)
    yield* expectStatus(200, "PATCH", `/users/${person.id}`, { enabled: false })
    return yield* statusWith(token)("GET", "/auth/me")
  }),
  "login unknown user timing": Effect.gen(function* () {
    const unknown = yield* logIn("nobody@example.org")
    assert.deepStrictEqual(
      bodyOf(unknown),
      bodyOf(yield* logIn((yield* makePerson()).email, "not the password"))
    )
    return unknown.status
  }),
  "session after logout": Effect.gen(function* () {
    const browser = yield* browserOf(yield* makePerson())
    assert.strictEqual((yield* browser("POST", "/auth/logout")).status, 204)
    return (yield* browser("GET", "/auth/me")).status
  }),
  "session after password change": Effect.gen(function* () {
    const person = yield* makePerson()
    const [here, other] = [yield* browserOf(person), yield* browserOf(person)]
    assert.strictEqual(
      (yield* here("POST", "/auth/password", { body: { current: PASSWORD, new: "seven cows and one bull" } }))
        .status,
      204
    )
    return (yield* other("GET", "/auth/me")).status
  }),
  "CSRF simple form POST": Effect.gen(function* () {
    const { port } = yield* TestServer
    const cookie = cookieOf(yield* logIn((yield* makePerson()).email))
    const body = '{"name":"x"}'
    return (yield* rawRequest(
      port,
      `POST /api/v1/projects HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: ${cookie}\r\nOrigin: ` +
        `https://evil.example\r\nContent-Type: ` +
        `text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    )).status
  }),
  "password 72+ bytes differ at the end": Effect.gen(function* () {
    const { email } = yield* makePerson({ password: "a".repeat(72) + "x" })
    return (yield* logIn(email, "a".repeat(72) + "y")).status
  }),
  "basic scheme": Effect.flatMap(TestServer, ({ send }) =>
    Effect.map(
      send("GET", "/projects", { token: null, headers: { authorization: "Basic dTpw" } }),
      (a) => a.status
    )
  ),
  "device source token on user API": Effect.flatMap(makeSource(), ({ token }) =>
    statusWith(token)("GET", "/projects")
  ),
  "token in query": Effect.gen(function* () {
    const { send } = yield* TestServer
    for (const name of ["token", "authorization", "api_key"])
      assert.strictEqual(
        (yield* send("GET", `/projects?${name}=${ADMIN_TOKEN}`, { token: null })).status,
        401
      )
    return (yield* send("GET", `/projects?access_token=${ADMIN_TOKEN}`, { token: null })).status
  }),
  "timing of prefix match": statusWith(ADMIN_TOKEN.slice(0, -1) + "x")("GET", "/projects"),
  "missing scope": Effect.gen(function* () {
    const project = yield* makeProject()
    const token = yield* tokenFor(yield* admin, ["project:read"])
    return yield* statusWith(token)("POST", `/projects/${project.id}/alerts/${NOBODY}/acknowledge`)
  }),
  "HS256 signed with the public key": statusWith("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZG1pbiJ9.c2lnbmF0dXJl")(
    "GET",
    "/projects"
  ),
  "jku header": statusWith(
    `${Buffer.from('{"alg":"RS256","jku":"https://evil.example/jwks"}').toString("base64url")}.e30.c2ln`
  )("GET", "/projects"),
  "wrong audience": statusWith(
    `eyJhbGciOiJub25lIn0.${Buffer.from('{"aud":"https://other/mcp"}').toString("base64url")}.`
  )("GET", "/projects"),
  "nbf in future": statusWith(
    `eyJhbGciOiJub25lIn0.${Buffer.from('{"nbf":4000000000}').toString("base64url")}.`
  )("GET", "/projects")
}

/** What is held against other rooms: a cookie by TLS (session.test.ts), members, and the door for AI clients. */
const elsewhere = new Set([
  "cookie without __Host-",
  "token after membership removed",
  "REST session on /mcp"
])

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("token", (it) => {
  for (const line of badInputs("token").filter(({ name }) => !elsewhere.has(name))) {
    it.effect(`${line.name}: ${line.expect.outcome}`, () =>
      Effect.gen(function* () {
        const attempt = tries[line.name] ?? Effect.die(new Error(`nobody knows how to try "${line.name}"`))
        assert.include([line.expect.status].flat(), yield* attempt)
      })
    )
  }

  it.effect("a browser's session is no token", () =>
    Effect.gen(function* () {
      const id = cookieOf(yield* logIn((yield* makePerson()).email)).split("=")[1]!
      assert.strictEqual(yield* statusWith(id)("GET", "/auth/me"), 401)
      assert.strictEqual((yield* (yield* browse(`pugmark=${ADMIN_TOKEN}`))("GET", "/auth/me")).status, 401)
    })
  )
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("authorization", (it) => {
  const promised = (name: string) =>
    `${name}: ${badInputs("authorization").find((line) => line.name === name)!.expect.outcome}`

  it.effect(promised("every GET with a foreign id"), () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const [mine, foreign] = [yield* makeProject(), yield* makeProject()]
      const token = yield* tokenFor(yield* admin, [...permissions], { project_ids: [mine.id] })
      const paths = routesOf(Api).flatMap(([method, path]) =>
        method === "GET" && path.includes(":project_id") ? [path.replace("/api/v1", "")] : []
      )
      assert.isAbove(paths.length, 20)
      for (const path of paths) {
        const ask = (project: string) =>
          send(
            "GET",
            path
              .replace(":project_id", project)
              .replaceAll(/:\w*version|:n\b/g, "1")
              .replaceAll(/:\w+/g, NOBODY),
            { token }
          )
        const [seen, absent] = [yield* ask(foreign.id), yield* ask(NOBODY)]
        assert.deepStrictEqual([seen.status, bodyOf(seen)], [404, bodyOf(absent)], path)
      }
    })
  )

  it.effect(promised("all-projects scope"), () =>
    Effect.gen(function* () {
      for (const path of ["/projects/all/analyses", "/projects/all/events", "/projects/*/events"])
        yield* expectStatus(404, "GET", path)
    })
  )

  it.effect(promised("alert ack across projects"), () =>
    Effect.gen(function* () {
      const [here, there] = [yield* makeProject(), yield* makeProject()]
      const event = yield* expectStatus(201, "POST", `/projects/${there.id}/events`, {
        event_type: "WOLF_SEEN",
        title: "A wolf",
        create_alert: true
      })
      yield* expectStatus(404, "POST", `/projects/${here.id}/alerts/${event.alert.id}/acknowledge`)
      yield* expectStatus(200, "POST", `/projects/${there.id}/alerts/${event.alert.id}/acknowledge`)
    })
  )

  it.effect(promised("response fields"), () =>
    Effect.gen(function* () {
      const person = yield* makePerson()
      const made = yield* expectStatus(201, "POST", "/auth/tokens", {
        name: "x",
        scopes: ["project:read"],
        user_id: person.id
      })
      const answers: ReadonlyArray<readonly [Schema.Codec<unknown, unknown>, unknown]> = [
        [Page(User), yield* expectStatus(200, "GET", "/users")],
        [User, yield* expectStatus(200, "GET", `/users/${person.id}`)],
        [User, yield* expectStatus(200, "PATCH", `/users/${person.id}`, { name: "x" })],
        [Page(Token), yield* expectStatus(200, "GET", "/auth/tokens?everybody=true")],
        [Token, yield* expectStatus(200, "GET", `/auth/tokens/${made.id}`)],
        [OpenedToken, made],
        [Page(AuditEntry), yield* expectStatus(200, "GET", "/audit")],
        [Me, yield* expectStatus(200, "GET", "/auth/me")],
        [Me, (yield* logIn(person.email)).body]
      ]
      for (const [schema, body] of answers)
        assert.isTrue(
          Result.isSuccess(Schema.decodeUnknownResult(schema)(body, { onExcessProperty: "error" })),
          JSON.stringify(body).slice(0, 300)
        )
    })
  )
})

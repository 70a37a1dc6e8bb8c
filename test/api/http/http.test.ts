// What holds for every request and answer, whatever is asked for.
import { assert, describe, it as plain, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Logger, References, Schedule, Tracer } from "effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { v7 } from "uuid"
import { Api } from "../../../src/contract/Api.ts"
import { Authenticate, Needs } from "../../../src/contract/http/authorization.ts"
import { rawRequest } from "../../support/http/rawHttp.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../../support/http/server.ts"
import { endWaiting } from "../../support/sql/locks.ts"
import { expectStatus, makeProject, makeSource, NOBODY } from "../../support/http/tracking.ts"

interface Route {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly need: string | undefined
  readonly guarded: boolean
}

const routes: ReadonlyArray<Route> = (() => {
  const found: Array<Route> = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, mergedAnnotations, middleware }) => {
      found.push({
        name: `${group.identifier}.${endpoint.identifier}`,
        method: endpoint.method,
        path: endpoint.path.replace("/api/v1", ""),
        need: Context.get(mergedAnnotations, Needs),
        guarded: [...middleware].some(({ key }) => key === Authenticate.key)
      })
    }
  })
  return found
})()

const filled = (path: string, projectId: string) =>
  path
    .replace(":project_id", projectId)
    .replaceAll(/:metric_key/g, "nope")
    .replaceAll(/:\w*version|:n\b/g, "1")
    .replaceAll(/:\w+/g, NOBODY)

describe("every route", () => {
  plain("names what it needs, and is behind the guard unless it asks itself", () => {
    assert.isAbove(routes.length, 50)
    for (const { guarded, name, need } of routes) {
      assert.isDefined(need, name)
      assert.strictEqual(guarded, need !== "source_token" && need !== "nothing", name)
    }
  })
})

/** A token of someone who is no server admin. */
const strangerToken = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const token = `stranger-${v7()}`
  const user = v7()
  yield* sql`insert into users (id, email, name) values (${user}, ${`${user}@example.org`}, 'Stranger')`
  yield* sql`insert into api_tokens (id, user_id, name, token_hash, scopes)
    values (${v7()}, ${user}, 'stranger', ${createHash("sha256").update(token).digest()}, '{"*"}')`
  return { token, user }
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("access", (it) => {
  it.effect(
    "no route answers without a token, with an unknown, a revoked, an expired one, or one of a disabled user",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const project = yield* makeProject()
        for (const { guarded, method, name, path } of routes) {
          if (!guarded) continue
          const answer = yield* send(method, filled(path, project.id), { token: null })
          assert.strictEqual(answer.status, 401, name)
          assert.strictEqual(answer.headers.get("www-authenticate"), "Bearer", name)
        }
        for (const token of ["x", ADMIN_TOKEN.slice(0, -1), `${ADMIN_TOKEN}x`, "a".repeat(2000)])
          assert.strictEqual((yield* send("GET", "/projects", { token })).status, 401)
        const { token, user } = yield* strangerToken
        const own = yield* send("GET", "/projects", { token })
        assert.deepStrictEqual([own.status, own.body.items], [200, []])
        const closed = [
          "update api_tokens set expires_at = now() where user_id =",
          "update api_tokens set expires_at = null, revoked_at = now() where user_id =",
          "update users set enabled = false where id ="
        ]
        for (const statement of closed) {
          yield* sql`${sql.literal(statement)} ${user}`
          assert.strictEqual((yield* send("GET", "/projects", { token })).status, 401, statement)
          yield* sql`update api_tokens set expires_at = null, revoked_at = null where user_id = ${user}`
        }
      })
  )

  it.effect("who is known and may not is told which permission is missing", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const { token, user } = yield* strangerToken
      const project = yield* makeProject()
      yield* sql`insert into members (project_id, user_id, role)
        values (${project.id}, ${user}, 'a-role-that-may-nothing')`
      for (const { guarded, method, name, need, path } of routes) {
        if (!guarded || need === "known_caller" || need === "account") continue
        const answer = yield* send(method, filled(path, project.id), { token })
        assert.strictEqual(answer.status, 403, name)
        assert.strictEqual(answer.body.permission, need, name)
        assert.include(answer.body.detail, need!, name)
      }
    })
  )

  it.effect(
    "an unknown project, an id that is none, a path that is none: one answer, the same to the byte",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const { request_id: _, ...known } = (yield* send("GET", `/projects/${NOBODY}`)).body
        for (const id of ["Not a slug", "%ff", "a%00b", "..%2f..", "x".repeat(300), NOBODY]) {
          for (const path of [
            `/projects/${id}`,
            `/projects/${id}/entities`,
            `/projects/${id}/features/${NOBODY}`,
            `/nowhere/${id}`
          ]) {
            const answer = yield* send("GET", path)
            const { request_id: __, ...body } = answer.body
            assert.strictEqual(answer.status, 404, path)
            assert.deepStrictEqual(body, known, path)
          }
        }
      })
  )
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a newcomer's mistakes", (it) => {
  it.effect(
    "a project asked for by its slug is 404 with a word about ids, whether there is such a project or not",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const project = yield* makeProject()
        for (const slug of [project.slug, "no-such-project", "1"]) {
          for (const path of [`/projects/${slug}`, `/projects/${slug}/entities`]) {
            const answer = yield* send("GET", path)
            assert.deepStrictEqual([answer.status, answer.body.code], [404, "NOT_FOUND"], path)
            assert.match(answer.body.detail, /by its id, not by its slug/, path)
          }
        }
      })
  )

  it.effect("a data source's token opens no route of the API, and the answer says what it opens", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const source = yield* makeSource()
      const answer = yield* send("GET", "/projects", { token: source.token })
      assert.strictEqual(answer.status, 401)
      assert.match(answer.body.detail, /data source's token.*POST \/api\/v1\/ingest\/http\//)
      const unknown = yield* send("GET", "/projects", { token: "pug_x" })
      assert.match(unknown.body.detail, /unknown, expired or revoked/)
    })
  )

  it.effect("a missing and an unknown member are told in the same words in every body", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const project = yield* makeProject()
      const source = yield* makeSource()
      const fence = { type: "threshold", metric: "speed_kmh", op: ">", value: 1 }
      const told = (body: {
        readonly errors: ReadonlyArray<{ readonly pointer: string; readonly detail: string }>
      }) => Object.fromEntries(body.errors.map((e) => [e.pointer, e.detail]))
      const missing = "This member is missing.",
        unknown = "There is no such member here."
      const record = (yield* send("POST", "/projects", { body: { names: "x" } })).body
      assert.deepStrictEqual(told(record), { "/name": missing, "/names": unknown })
      const rule = {
        document: {
          trigger: { kind: "position" },
          conditions: { ...fence, values: 1 },
          event: { event_type: "FAST", title: "t" }
        },
        name: "r"
      }
      assert.deepStrictEqual(
        told((yield* send("POST", `/projects/${project.id}/rules`, { body: rule })).body),
        { "/document/conditions/values": unknown }
      )
      const frame = {
        ...rule,
        document: { ...rule.document, conditions: fence, event: { event_type: "FAST" } }
      }
      assert.deepStrictEqual(
        told((yield* send("POST", `/projects/${project.id}/rules`, { body: frame })).body),
        { "/document/event/title": missing }
      )
      const items = (yield* send("POST", `/ingest/http/${source.id}`, {
        token: source.token,
        body: [
          { device: "a" },
          { device: "a", time: 1_780_000_000, events: [{ type: "A_B", title: "t", colour: "red" }] }
        ]
      })).body.items
      assert.deepStrictEqual(
        items.map((i: { pointer: string; detail: string }) => [i.pointer, i.detail]),
        [
          ["/time", missing],
          ["/events/0/colour", unknown]
        ]
      )
    })
  )
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a database that goes away", (it) => {
  it.effect("is a 503 that says when to try again, and the next request is answered", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const cut = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`lock table entity_types in access exclusive mode`
          const waiting = yield* Effect.forkChild(send("GET", "/entity-types"))
          yield* Effect.repeat(endWaiting("entity_types"), {
            until: (ended) => ended > 0,
            schedule: Schedule.spaced("20 millis")
          })
          return yield* Fiber.join(waiting)
        })
      )
      assert.strictEqual(cut.status, 503)
      assert.strictEqual(cut.headers.get("retry-after"), "2")
      assert.strictEqual(cut.body.code, "UNAVAILABLE")
      assert.strictEqual((yield* send("GET", "/entity-types")).status, 200)
    })
  )
})

layer(serve({ publicUrl: "https://pugmark.example.org" }), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("answers", (it) => {
  it.effect("carry the security headers and the request's id, whatever their status", () =>
    Effect.gen(function* () {
      const { port, send } = yield* TestServer
      const answers = [
        yield* send("GET", "/projects"),
        yield* send("GET", "//health", { token: null }),
        yield* send("GET", "/projects", { token: null }),
        yield* send("GET", "/nope"),
        yield* send("DELETE", "/projects"),
        yield* send("POST", "/projects", { text: "{" }),
        yield* send("POST", "/projects", { text: "{}", headers: { "content-type": "text/plain" } }),
        yield* send("POST", "/projects", { body: {} }),
        yield* send("GET", "//docs"),
        yield* send("GET", "/openapi.json")
      ]
      for (const { headers, status } of answers) {
        for (const [name, value] of [
          ["x-content-type-options", "nosniff"],
          ["referrer-policy", "no-referrer"],
          ["cross-origin-opener-policy", "same-origin"],
          ["x-frame-options", "DENY"],
          ["strict-transport-security", "max-age=31536000"]
        ] as const) {
          assert.strictEqual(headers.get(name), value, `${name} of ${status}`)
        }
        assert.include(headers.get("content-security-policy")!, "frame-ancestors 'none'")
        assert.match(headers.get("x-request-id")!, /^[\w.-]{1,64}$/)
        assert.isNull(headers.get("x-powered-by"))
        if (status >= 400) assert.strictEqual(headers.get("content-type"), "application/problem+json")
      }
      const unparsed = yield* rawRequest(port, "GET / HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n")
      assert.strictEqual(unparsed.status, 400)
      assert.deepInclude(unparsed.body, {
        status: 400,
        code: "MALFORMED",
        request_id: unparsed.headers.get("x-request-id")
      })
    })
  )

  it.effect("a refusal is a problem document that says nothing about our insides", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const answer = yield* send("POST", "/projects", {
        body: { name: "", timezone: "x", nonsense: 1 },
        headers: { "x-request-id": "r-1" }
      })
      assert.strictEqual(answer.status, 422)
      assert.deepInclude(answer.body, {
        type: "urn:pugmark:problem:invalid",
        title: "The request breaks a rule",
        status: 422,
        request_id: "r-1"
      })
      assert.sameMembers(
        answer.body.errors.map((e: { pointer: string }) => e.pointer),
        ["/name", "/timezone", "/nonsense"]
      )
      assert.notMatch(JSON.stringify(answer.body), /node_modules|select |\.ts\b|SchemaError/)
    })
  )

  it.effect("ids are one id in capitals and in small letters", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const project = yield* makeProject()
      const shouted = yield* send("PATCH", `/projects/${project.id.toUpperCase()}`, {
        body: { name: "Loud" }
      })
      assert.deepInclude(shouted.body, { id: project.id, name: "Loud" })
      const sql = yield* SqlClient.SqlClient
      assert.lengthOf(
        yield* sql`select from audit_log where object_id = ${project.id} and action = 'project.updated'`,
        1
      )
    })
  )

  it.effect("a wrong method on a known path is 405 with the methods it has; HEAD goes with GET", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const answer = yield* send("PUT", "/projects", { body: {} })
      assert.strictEqual(answer.status, 405)
      assert.strictEqual(answer.headers.get("allow"), "GET, HEAD, POST")
      assert.strictEqual((yield* send("POST", "//health")).headers.get("allow"), "GET, HEAD")
      assert.strictEqual((yield* send("HEAD", "/projects")).status, 200)
      assert.strictEqual(
        (yield* send("POST", "/projects", {
          headers: { "x-http-method-override": "DELETE" },
          body: { name: "Kept" }
        })).status,
        201
      )
    })
  )

  it.effect("health is open to everybody; ready only when the database has the schema", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual((yield* send("GET", "//health", { token: null })).body, { status: "ok" })
      assert.strictEqual((yield* send("GET", "//health/ready", { token: null })).status, 200)
      yield* sql`update schema_migrations set id = -id`
      const unready = yield* send("GET", "//health/ready", { token: null })
      yield* sql`update schema_migrations set id = -id`
      assert.strictEqual(unready.status, 503)
      assert.strictEqual(unready.headers.get("retry-after"), "2")
      assert.strictEqual(unready.body.code, "NOT_READY")
    })
  )
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("bodies", (it) => {
  it.effect("are JSON by their own word, UTF-8, and not compressed", () =>
    Effect.gen(function* () {
      const { port, send } = yield* TestServer
      const text = JSON.stringify({ name: "Å" })
      const post = (
        headers: Readonly<Record<string, string>>,
        body: string | Uint8Array<ArrayBuffer> = text
      ) => Effect.map(send("POST", "/projects", { text: body, headers }), (a) => a.status)
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=latin1",
        "application/jsonx",
        "text/json"
      ]) {
        assert.strictEqual(yield* post({ "content-type": type }), 415, type)
      }
      for (const type of [
        "application/json",
        "APPLICATION/JSON",
        "application/json; charset=utf-8",
        'application/json;charset="UTF-8"'
      ]) {
        assert.strictEqual(
          yield* post({ "content-type": type }, JSON.stringify({ name: "Typed", slug: `t-${v7()}` })),
          201,
          type
        )
      }
      const head =
        `POST /api/v1/projects HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ` +
        `Bearer ${ADMIN_TOKEN}\r\n`
      assert.strictEqual(
        (yield* rawRequest(port, `${head}Content-Length: ${text.length}\r\n\r\n${text}`)).status,
        415
      )
      assert.strictEqual(
        (yield* rawRequest(port, `${head}Content-Length: 0\r\n\r\n`)).body.code,
        "BODY_MISSING"
      )
      for (const encoding of ["gzip", "br", "deflate"])
        assert.strictEqual(yield* post({ "content-encoding": encoding }), 415)
      assert.strictEqual(yield* post({}, new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])), 400)
      assert.strictEqual(yield* post({}, ""), 400)
      assert.strictEqual(yield* post({}, "\ufeff" + JSON.stringify({ name: "With a mark" })), 201)
    })
  )

  it.effect("are refused at their limit, announced or not", () =>
    Effect.gen(function* () {
      const { port, send } = yield* TestServer
      const answer = yield* send("POST", "/projects", { text: " ".repeat(8 * 1024 * 1024 + 1) })
      assert.strictEqual(answer.status, 413)
      const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`
      const unannounced = yield* rawRequest(
        port,
        `POST /api/v1/projects HTTP/1.1\r\nHost: x\r\nAuthorization: ` +
          `Bearer ${ADMIN_TOKEN}\r\nContent-Type: application/json\r\nTransfer-Encoding: ` +
          `chunked\r\n\r\n${chunk.repeat(140)}0\r\n\r\n`
      )
      assert.strictEqual(unannounced.status, 413)
      assert.strictEqual((yield* send("GET", "/projects")).status, 200)
    })
  )

  it.effect("hold nothing that the database could not keep, at any depth", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const post = (text: string) =>
        Effect.map(send("POST", "/projects", { text }), (a) => [
          a.status,
          a.body.errors?.[0]?.code,
          a.body.errors?.[0]?.pointer
        ])
      assert.deepStrictEqual(yield* post(`{"name":"a\\u0000"}`), [422, "NUL_CHARACTER", "/name"])
      assert.deepStrictEqual(yield* post(`{"name":"a","settings":{"b":[1,{"c~/":"\\ud800"}]}}`), [
        422,
        "LONE_SURROGATE",
        "/settings/b/1/c~0~1"
      ])
      assert.deepStrictEqual(yield* post(`{"name":"a","settings":{"\\udc00":1}}`), [
        422,
        "LONE_SURROGATE",
        "/settings"
      ])
      assert.deepStrictEqual(yield* post(`{"name":"a","name":"b"}`), [422, "DUPLICATE_MEMBER", "/name"])
      assert.deepStrictEqual(yield* post(`{"name":"a","settings":{"x":1e999}}`), [
        422,
        "INVALID",
        "/settings/x"
      ])
      assert.deepStrictEqual(yield* post(`${"[".repeat(33)}${"]".repeat(33)}`), [422, "TOO_DEEP", ""])
      assert.deepStrictEqual(yield* post(`{"name":"a","settings":{"l":[${"0,".repeat(200_001)}0]}}`), [
        422,
        "TOO_MANY_VALUES",
        ""
      ])
      const inert = yield* expectStatus(
        201,
        "POST",
        "/projects",
        JSON.parse(
          `{"name":"Inert","settings":{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}}}}`
        )
      )
      assert.isTrue(Object.hasOwn(inert.settings, "__proto__"))
      assert.deepStrictEqual(Object.keys(Object.prototype), [])
    })
  )

  it.effect("query parameters cannot smuggle what bodies cannot", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      assert.strictEqual(
        (yield* send("GET", "/devices?external_id=%00")).body.errors[0].code,
        "NUL_CHARACTER"
      )
      assert.strictEqual((yield* send("GET", "/devices?__proto__=1")).status, 422)
      const project = yield* makeProject()
      assert.strictEqual(
        (yield* send("GET", `/projects/${project.id}?verbose=1`)).body.errors[0].pointer,
        "/verbose"
      )
    })
  )
})

interface LogLine {
  readonly message: unknown
  readonly level: string
  readonly annotations: Readonly<Record<string, unknown>>
  readonly traceId: string | undefined
}

const lines: Array<LogLine> = []
const recorder = Layer.mergeAll(
  Layer.succeed(References.MinimumLogLevel, "Info"),
  Logger.layer([
    Logger.make<unknown, void>(({ fiber, logLevel, message }) => {
      lines.push({
        message,
        level: logLevel,
        annotations: fiber.getRef(References.CurrentLogAnnotations),
        traceId: Context.getOrUndefined(fiber.context, Tracer.ParentSpan)?.traceId
      })
    })
  ])
)

layer(serve({}, recorder), { excludeTestServices: true, timeout: "60 seconds" })("the access log", (it) => {
  it.effect("has one line a request, with its id and the caller's trace, and no secret in it", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      lines.length = 0
      const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
      yield* send("GET", "/projects?limit=3", { headers: { "x-request-id": "seen-1", traceparent } })
      yield* send("GET", "/nope", { headers: { "x-request-id": 'bad id"' } })
      assert.lengthOf(lines, 2)
      assert.deepStrictEqual(lines[0]!.annotations, { request_id: "seen-1" })
      assert.strictEqual(lines[0]!.traceId, "0af7651916cd43dd8448eb211c80319c")
      const [, fields] = lines[0]!.message as readonly [string, Readonly<Record<string, unknown>>]
      assert.deepInclude(fields, { method: "GET", path: "/api/v1/projects", status: 200 })
      assert.notStrictEqual(lines[1]!.annotations["request_id"], 'bad id"')
      assert.notInclude(JSON.stringify(lines), ADMIN_TOKEN)
    })
  )

  it.effect("a defect is an error in the log with its cause, and an empty 500 to the caller", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      yield* sql`alter table entity_types rename to entity_types_gone`
      lines.length = 0
      const answer = yield* send("GET", "/entity-types")
      yield* sql`alter table entity_types_gone rename to entity_types`
      assert.strictEqual(answer.status, 500)
      assert.deepStrictEqual(
        { ...answer.body, request_id: "" },
        { type: "about:blank", title: "Internal error", status: 500, code: "INTERNAL", request_id: "" }
      )
      const failed = lines.find((line) => line.level === "Error")
      assert.strictEqual(failed?.annotations["request_id"], answer.body.request_id)
    })
  )
})

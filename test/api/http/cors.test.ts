// CORS_ORIGINS, for browser clients of one's own: origins that are named exactly, tokens and no cookies, and
// silence for everybody else.
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { readSettings } from "../../../src/config/readSettings.ts"
import { cookieOf, logIn, makePerson, PASSWORD } from "../../support/http/people.ts"
import { rawRequest } from "../../support/http/rawHttp.ts"
import { type Answer, serve, TestServer } from "../../support/http/server.ts"
import { expectStatus, makeProject, makeSource } from "../../support/http/tracking.ts"

const MAP = "https://map.example.org",
  LOCAL = "http://localhost:5173"
const NOT_NAMED = [
  "http://map.example.org",
  "https://map.example.org:8443",
  "https://map.example.org/",
  "https://map.example.org.evil.example",
  "https://evil-map.example.org",
  "https://sub.map.example.org",
  "https://MAP.example.org",
  "http://localhost",
  "null",
  "",
  "https://map.example.org, https://evil.example"
]

const ask = (
  method: string,
  path: string,
  origin: string,
  sent: {
    readonly headers?: Readonly<Record<string, string>>
    readonly token?: string | null
    readonly body?: unknown
  } = {}
) =>
  Effect.flatMap(TestServer, ({ send }) =>
    send(method, path, { ...sent, headers: { ...sent.headers, origin } })
  )

const preflight = (path: string, origin: string, method = "POST") =>
  ask("OPTIONS", path, origin, {
    token: null,
    headers: {
      "access-control-request-method": method,
      "access-control-request-headers": "authorization,content-type"
    }
  })

/** What an answer says to browsers about pages. */
const permissionsIn = ({ headers }: Answer) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")))

layer(serve({ corsOrigins: [MAP, LOCAL] }), { excludeTestServices: true, timeout: "60 seconds" })(
  "a page of an origin in CORS_ORIGINS",
  (it) => {
    it.effect(
      "is told beforehand, without a token, what it may send; nothing is done, and cookies are not asked for",
      () =>
        Effect.gen(function* () {
          const project = yield* makeProject()
          for (const origin of [MAP, LOCAL]) {
            const answer = yield* preflight(`/projects/${project.id}`, origin, "DELETE")
            assert.strictEqual(answer.status, 204)
            assert.strictEqual(answer.body, "")
            const { "access-control-allow-headers": sent, ...rest } = permissionsIn(answer)
            assert.deepInclude(rest, {
              "access-control-allow-origin": origin,
              "access-control-allow-methods": "DELETE, GET, HEAD, PATCH",
              "access-control-max-age": "600"
            })
            assert.notProperty(rest, "access-control-allow-credentials")
            assert.includeMembers(sent!.split(", "), [
              "authorization",
              "content-type",
              "idempotency-key",
              "if-match",
              "last-event-id"
            ])
            assert.strictEqual(answer.headers.get("vary"), "origin")
          }
          yield* expectStatus(200, "GET", `/projects/${project.id}`)
          assert.strictEqual((yield* preflight("/nowhere", MAP)).status, 404)
        })
    )

    it.effect("reads answers and refusals with its token, their request ids and their limits too", () =>
      Effect.gen(function* () {
        const { port } = yield* TestServer
        const project = yield* makeProject(),
          source = yield* makeSource({ project_ids: [project.id] })
        const item = { device: "a", time: Date.now(), lat: 1, lon: 1 }
        const answers = [
          [200, yield* ask("GET", `/projects/${project.id}`, MAP)],
          [201, yield* ask("POST", "/projects", MAP, { body: { name: "Of a page" } })],
          [401, yield* ask("GET", "/projects", MAP, { token: null })],
          [404, yield* ask("GET", `/projects/${source.id}`, MAP)],
          [404, yield* ask("GET", "/nowhere", MAP)],
          [405, yield* ask("PUT", "/projects", MAP, { body: {} })],
          [422, yield* ask("POST", "/projects", MAP, { body: {} })],
          [202, yield* ask("POST", `/ingest/http/${source.id}`, MAP, { token: source.token, body: item })],
          [401, yield* ask("POST", `/ingest/http/${source.id}`, MAP, { token: "src_x", body: item })]
        ] as const
        for (const [status, answer] of answers) {
          assert.strictEqual(answer.status, status)
          const { "access-control-expose-headers": read, ...rest } = permissionsIn(answer)
          assert.deepStrictEqual(rest, { "access-control-allow-origin": MAP }, String(status))
          assert.includeMembers(read!.split(", "), [
            "x-request-id",
            "retry-after",
            "etag",
            "content-disposition"
          ])
          assert.strictEqual(answer.headers.get("vary"), "origin")
        }
        const document = yield* rawRequest(
          port,
          `GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\nOrigin: ${MAP}\r\nConnection: ` +
            `close\r\n\r\n`
        )
        assert.deepStrictEqual(
          ["vary", "access-control-allow-origin"].map((name) => document.headers.get(name)),
          ["accept-encoding, origin", MAP]
        )
      })
    )

    it.effect("does nothing with a session: the cookie of a browser does not count, and none is given", () =>
      Effect.gen(function* () {
        const { port } = yield* TestServer
        const person = yield* makePerson()
        const cookie = cookieOf(yield* logIn(person.email))
        const own = `http://127.0.0.1:${port}`
        assert.strictEqual(
          (yield* ask("GET", "/auth/me", own, { token: null, headers: { cookie } })).status,
          200
        )
        for (const [method, path] of [
          ["GET", "/auth/me"],
          ["POST", "/auth/logout"]
        ] as const) {
          const answer = yield* ask(method, path, MAP, { token: null, headers: { cookie } })
          assert.strictEqual(answer.status, 401, path)
          assert.isFalse("access-control-allow-credentials" in permissionsIn(answer))
        }
        const login = yield* ask("POST", "/auth/login", MAP, {
          token: null,
          body: { email: person.email, password: PASSWORD }
        })
        assert.strictEqual(login.status, 403)
        assert.lengthOf(login.headers.getSetCookie(), 0)
        assert.strictEqual(
          (yield* ask("GET", "/auth/me", own, { token: null, headers: { cookie } })).status,
          200,
          "the session is there still"
        )
      })
    )

    it.effect("asks under a name of ours, and sees nothing beside the API", () =>
      Effect.gen(function* () {
        const { port } = yield* TestServer
        const foreign = yield* rawRequest(
          port,
          `GET /api/v1/projects HTTP/1.1\r\nHost: map.example.org\r\nOrigin: ${MAP}\r\nConnection: ` +
            `close\r\n\r\n`
        )
        assert.strictEqual(foreign.status, 421)
        assert.isUndefined(foreign.headers.get("access-control-allow-origin"))
        for (const path of ["//metrics", "//health", "//docs", "//"]) {
          assert.deepStrictEqual(permissionsIn(yield* ask("GET", path, MAP)), {}, path)
          assert.deepStrictEqual(permissionsIn(yield* preflight(path, MAP, "GET")), {}, path)
        }
      })
    )

    it.effect(
      "is named exactly: another scheme, port, part, spelling or none gets no header, and caches are " +
        "told to tell them apart",
      () =>
        Effect.gen(function* () {
          for (const origin of NOT_NAMED) {
            const [asked, read] = [
              yield* preflight("/projects", origin),
              yield* ask("GET", "/projects", origin)
            ]
            assert.strictEqual(asked.status, 405, origin)
            assert.strictEqual(read.status, 200, origin)
            for (const answer of [asked, read]) {
              assert.deepStrictEqual(permissionsIn(answer), {}, origin)
              assert.strictEqual(answer.headers.get("vary"), "origin")
            }
          }
          const { send } = yield* TestServer
          assert.strictEqual((yield* send("GET", "/projects")).headers.get("vary"), "origin")
        })
    )
  }
)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("without CORS_ORIGINS", (it) => {
  it.effect("no page of another origin hears anything", () =>
    Effect.gen(function* () {
      for (const answer of [yield* preflight("/projects", MAP), yield* ask("GET", "/projects", MAP)]) {
        assert.deepStrictEqual(permissionsIn(answer), {})
        assert.isNull(answer.headers.get("vary"))
      }
    })
  )
})

describe("CORS_ORIGINS", () => {
  it("takes origins as browsers send them, and refuses what none sends", () => {
    const read = (value: string) => Effect.runSyncExit(readSettings({ CORS_ORIGINS: value }))
    const named = ` ${MAP},${LOCAL},http://[::1]:8080,https://xn--mnchen-3ya.example `
    assert.deepStrictEqual(
      Exit.map(read(named), (s) => s.corsOrigins),
      Exit.succeed([MAP, LOCAL, "http://[::1]:8080", "https://xn--mnchen-3ya.example"])
    )
    assert.deepStrictEqual(
      Exit.map(read(""), (s) => s.corsOrigins),
      Exit.succeed([])
    )
    for (const wrong of [
      "*",
      "null",
      "https://*.example.org",
      "map.example.org",
      `${MAP}/`,
      `${MAP}/x`,
      `${MAP}:443`,
      "https://MAP.example.org",
      "ftp://map.example.org",
      "https://user@map.example.org",
      `${MAP} ${LOCAL}`
    ]) {
      const exit = read(wrong)
      assert.isTrue(Exit.isFailure(exit), wrong)
      assert.include(JSON.stringify(exit), "CORS_ORIGINS", wrong)
    }
  })
})

// Under which names the service answers: hosts of PUBLIC_URL, loopback and a setting (TRUSTED_HOSTS); others
// are answered 421.
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { makeIsAllowedHost } from "../../../src/api/http/trustedHosts.ts"
import { readSettings } from "../../../src/config/readSettings.ts"
import { cookieOf, logIn, makePerson } from "../../support/http/people.ts"
import { rawRequest } from "../../support/http/rawHttp.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../../support/http/server.ts"
import { expectStatus, makeProject, makeSource } from "../../support/http/tracking.ts"

const PUBLIC = "https://Farm.example.org:8443"

layer(serve({ publicUrl: PUBLIC, trustedHosts: ["pugmark.internal:8080", "[2001:db8::7]"] }), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("any Host is served", (it) => {
  const ask = (host: string | null, head: string, more: Readonly<Record<string, string>> = {}, body = "") =>
    Effect.flatMap(TestServer, ({ port }) => {
      const lines = {
        ...(host === null ? {} : { Host: host }),
        Connection: "close",
        ...more,
        ...(body === "" ? {} : { "Content-Type": "application/json", "Content-Length": String(body.length) })
      }
      return rawRequest(
        port,
        `${head}\r\n${Object.entries(lines)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join("")}\r\n${body}`
      )
    })
  const bearer = { Authorization: `Bearer ${ADMIN_TOKEN}` }

  it.effect("no longer: under a foreign name everything is 421, whoever asks and for whatever", () =>
    Effect.gen(function* () {
      const project = yield* makeProject(),
        source = yield* makeSource({ project_ids: [project.id] })
      const report = JSON.stringify({ device: "d", time: new Date().toISOString(), lat: 1, lon: 1 })
      const requests = [
        ["GET /api/v1/projects HTTP/1.1", bearer],
        ["GET /api/v1/nothing HTTP/1.1", {}],
        ["GET /docs HTTP/1.1", {}],
        ["GET /health HTTP/1.1", {}],
        ["GET /metrics HTTP/1.1", {}],
        ["GET /api/v1/openapi.json HTTP/1.1", {}],
        ["OPTIONS /api/v1/projects HTTP/1.1", {}],
        ["POST /api/v1/projects HTTP/1.1", bearer, '{"name":"Mine"}'],
        // an ordinary report has a way of its own, an unusual one the way of every other request
        [
          `POST /api/v1/ingest/http/${source.id} HTTP/1.1`,
          { Authorization: `Bearer ${source.token}` },
          report
        ],
        [
          `POST /api/v1/ingest/http/${source.id} HTTP/1.1`,
          {
            Authorization: `Bearer ${source.token}`,
            traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
          },
          report
        ]
      ] as const
      for (const host of [
        "evil.example",
        "evil.example:8080",
        "farm.example.org.evil.example",
        "localhost.evil.example",
        "127.0.0.1.nip.io",
        "10.0.0.1",
        "[2001:db8::8]",
        "",
        "@localhost",
        "localhost@evil.example"
      ]) {
        for (const [head, headers, body] of requests) {
          const answer = yield* ask(host, head, headers, body)
          assert.strictEqual(answer.status, 421, `${head} of ${host}`)
          assert.deepInclude(answer.body, { status: 421, code: "HOST_UNKNOWN" })
        }
      }
      assert.notInclude(
        (yield* expectStatus(200, "GET", "/projects?limit=500")).items.map((p: { name: string }) => p.name),
        "Mine"
      )
      assert.lengthOf(
        (yield* expectStatus(200, "GET", `/unknown-identities?data_source_id=${source.id}`)).items,
        0
      )
    })
  )

  it.effect(
    "but the host of PUBLIC_URL, loopback and those of the setting, with any port and however they are written",
    () =>
      Effect.gen(function* () {
        const { port } = yield* TestServer
        for (const host of [
          "farm.example.org",
          "FARM.example.org:8443",
          "farm.example.org.",
          "localhost",
          `localhost:${port}`,
          `127.0.0.1:${port}`,
          "127.9.9.9",
          "[::1]:80",
          "pugmark.internal",
          "pugmark.internal:1",
          "[2001:DB8::7]:8080"
        ]) {
          assert.strictEqual((yield* ask(host, "GET /api/v1/projects HTTP/1.1", bearer)).status, 200, host)
        }
        assert.strictEqual(
          (yield* ask(null, "GET /health HTTP/1.0")).status,
          200,
          "who leaves the name out is no browser"
        )
      })
  )

  it.effect("and an Origin equal to a foreign Host does not count as ours", () =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      const person = yield* makePerson()
      const cookie = cookieOf(yield* logIn(person.email))
      const logOut = (host: string, origin: string) =>
        Effect.map(
          ask(host, "POST /api/v1/auth/logout HTTP/1.1", { Cookie: cookie, Origin: origin }),
          ({ status }) => status
        )
      assert.strictEqual(yield* logOut("evil.example", "https://evil.example"), 421)
      assert.strictEqual(yield* logOut(`127.0.0.1:${port}`, "https://evil.example"), 403)
      assert.strictEqual(yield* logOut("pugmark.internal", "https://evil.example"), 403)
      assert.strictEqual(yield* logOut("evil.example", "https://farm.example.org:8443"), 421)
      assert.strictEqual(yield* logOut("pugmark.internal", "https://pugmark.internal"), 204)
    })
  )
})

describe("the address a connection came in at", () => {
  const asks = (host: string, localAddress: string) =>
    makeIsAllowedHost("http://localhost", [])({ headers: { host }, socket: { localAddress } as never })

  it("is a name of this machine's own, since a browser has connected to it; another's is none", () => {
    assert.isTrue(asks("192.168.1.5:8080", "::ffff:192.168.1.5"))
    assert.isTrue(asks("[fe80::1]:8080", "fe80::1%eth0"))
    assert.isFalse(asks("192.168.1.6:8080", "192.168.1.5"))
    assert.isFalse(asks("cow.example", "192.168.1.5"))
  })
})

describe("TRUSTED_HOSTS", () => {
  it("takes names and addresses, and refuses what is none", () => {
    const read = (value: string) => Effect.runSyncExit(readSettings({ TRUSTED_HOSTS: value }))
    assert.deepStrictEqual(
      Exit.map(read(" a.example, [::2]:80,10.0.0.1 "), (s) => s.trustedHosts),
      Exit.succeed(["a.example", "[::2]:80", "10.0.0.1"])
    )
    for (const wrong of ["https://a.example", "a.example/x", "*", "a b", "user@a.example"])
      assert.isTrue(Exit.isFailure(read(wrong)), wrong)
  })
})

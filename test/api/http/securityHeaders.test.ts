// What keeps browsers from doing more with an answer than they should: on every answer of every route,
// whoever asks.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeOpenApi } from "../../../src/contract/openApi.ts"
import { rawRequest } from "../../support/http/rawHttp.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../../support/http/server.ts"
import { makeProject, makeSource, NOBODY } from "../../support/http/tracking.ts"

const wanted = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
  "strict-transport-security": "max-age=31536000"
}

const check = (what: string, { headers, status }: { readonly headers: Headers; readonly status: number }) => {
  for (const [name, value] of Object.entries(wanted))
    assert.strictEqual(headers.get(name), value, `${name} of ${what}, ${status}`)
  assert.include(headers.get("content-security-policy") ?? "", "default-src 'none'", what)
  assert.include(headers.get("content-security-policy") ?? "", "frame-ancestors 'none'", what)
  assert.match(headers.get("x-request-id") ?? "", /^[\w.-]{1,64}$/, what)
  assert.isNotNull(headers.get("cache-control"), what)
  for (const name of ["x-powered-by", "server", "access-control-allow-origin"])
    assert.isNull(headers.get(name), `${name} of ${what}`)
  if (status >= 400) assert.strictEqual(headers.get("content-type"), "application/problem+json", what)
}

const routes = Object.entries(makeOpenApi().paths).flatMap(([path, methods]) =>
  Object.keys(methods as object).map((method) => [method.toUpperCase(), path] as const)
)

layer(serve({ publicUrl: "https://pugmark.example.org" }), {
  excludeTestServices: true,
  timeout: "120 seconds"
})("the headers that keep browsers in bounds", (it) => {
  it.effect(
    "are on the answer of every route to an admin, to a stranger, to another origin and to a method it has not",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const { id } = yield* makeProject()
        assert.isAbove(routes.length, 100)
        for (const [method, path] of routes) {
          const filled = path
            .replace("/api/v1", "")
            .replace("{project_id}", id)
            .replaceAll(/\{\w+\}/g, NOBODY)
          if (filled.endsWith("/stream")) continue // below: it does not end
          check(`${method} ${path}`, yield* send(method, filled))
          check(
            `${method} ${path} of a stranger`,
            yield* send(method, filled, { token: null, headers: { origin: "https://evil.example" } })
          )
          check(
            `${method} ${path} with a broken body`,
            yield* send(method === "GET" ? "PUT" : method, filled, { text: "{" })
          )
          check(
            `OPTIONS ${path}`,
            yield* send("OPTIONS", filled, {
              headers: { origin: "https://evil.example", "access-control-request-method": method }
            })
          )
        }
      })
  )

  it.effect(
    "are on what does not come from a route: streams, the short way of ingest, what stays the same, " +
      "and what never becomes a request",
    () =>
      Effect.gen(function* () {
        const { port, send, url } = yield* TestServer
        const { id } = yield* makeProject()
        const stream = yield* Effect.promise(async () => {
          const aborted = new AbortController()
          const response = await fetch(`${url}/api/v1/projects/${id}/stream`, {
            headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
            signal: aborted.signal
          })
          aborted.abort()
          return response
        })
        check("the stream", stream)
        const source = yield* makeSource({ project_ids: [id] })
        const report = (token: string, text: string) =>
          send("POST", `/ingest/http/${source.id}`, { token, text })
        for (const [token, text] of [
          [source.token, "[]"],
          [source.token, "{"],
          [`${source.token}x`, "[]"],
          [source.token, '[{"device": "x"}]']
        ] as const)
          check(`ingest of ${text}`, yield* report(token, text))
        for (const path of [
          "//",
          "//docs",
          "//guide",
          "//guide/exports",
          "/openapi.json",
          "//health",
          "//health/ready",
          "//nowhere",
          "/nowhere"
        ])
          check(path, yield* send("GET", path, { token: null }))
        check("304", yield* send("GET", "/openapi.json", { headers: { "if-none-match": "*" } }))
        check(
          "too many headers",
          yield* send("GET", "/projects", {
            headers: Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`x-${n}`, "1"]))
          })
        )
        for (const text of [
          "GET / HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n",
          "NOT HTTP\r\n\r\n",
          `GET / HTTP/1.1\r\nHost: x\r\nX: ${"y".repeat(70_000)}\r\n\r\n`
        ]) {
          const { headers, status } = yield* rawRequest(port, text)
          assert.strictEqual(headers.get("content-type"), "application/problem+json")
          assert.isAtLeast(status, 400)
          assert.match(headers.get("x-request-id") ?? "", /^[\w.-]{1,64}$/)
        }
      })
  )
})

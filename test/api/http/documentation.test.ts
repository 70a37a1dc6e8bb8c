// What is open to strangers: where everything is, the OpenAPI document, and the page that shows it.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { VERSION } from "../../../src/contract/version.ts"
import { rawRequest } from "../../support/http/rawHttp.ts"
import { type Answer, serve, TestServer } from "../../support/http/server.ts"

const cached = ["//docs", "/openapi.json"] as const
const of = ({ headers }: Answer) =>
  ["content-encoding", "cache-control", "vary"].map((name) => headers.get(name))

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("the documentation", (it) => {
  it.effect("begins at the root: name, version, and where to go", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { body, status } = yield* send("GET", "//", { token: null })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, {
        name: "Pugmark",
        version: VERSION,
        docs: "/docs",
        guide: "/guide",
        openapi: "/api/v1/openapi.json",
        health: "/health"
      })
      for (const path of [body.docs, body.guide, body.openapi, body.health])
        assert.strictEqual((yield* send("GET", `/${path}`, { token: null })).status, 200, path)
      assert.strictEqual((yield* send("POST", "//", { body: {} })).headers.get("allow"), "GET, HEAD")
    })
  )

  it.effect("needs nothing from elsewhere, and shows the document that programs get", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const page = yield* send("GET", "//docs", { token: null })
      assert.notMatch(page.body, /<(script|link)[^>]+(src|href)=/)
      const { body } = yield* send("GET", "/openapi.json", { token: null })
      assert.strictEqual(body.info.version, VERSION)
      assert.include(page.body, '"operationId":"snoozes.put"')
      assert.notInclude(page.body, "x-effect-stream")
    })
  )

  it.effect("is compressed for those who take gzip, and for nobody else", () =>
    Effect.gen(function* () {
      const { port, send } = yield* TestServer
      for (const path of cached) {
        const zipped = yield* send("GET", path, { headers: { "accept-encoding": "br, gzip" } })
        assert.deepStrictEqual(of(zipped), ["gzip", "no-cache", "accept-encoding"], path)
        const plain = yield* send("GET", path, { headers: { "accept-encoding": "gzip;q=0, identity" } })
        assert.deepStrictEqual(of(plain), [null, "no-cache", "accept-encoding"], path)
        assert.deepStrictEqual(plain.body, zipped.body)
        assert.isBelow(
          Number(zipped.headers.get("content-length")),
          Number(plain.headers.get("content-length")) / 3
        )
      }
      assert.isUndefined(
        (yield* rawRequest(
          port,
          "GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        )).headers.get("content-encoding")
      )
    })
  )

  it.effect("is not sent again to those who have it, with the headers that it had", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      for (const path of cached) {
        const first = yield* send("GET", path)
        const etag = first.headers.get("etag")!
        for (const tags of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
          const again = yield* send("GET", path, { headers: { "if-none-match": tags } })
          assert.strictEqual(again.status, 304, tags)
          assert.strictEqual(again.body, "")
          for (const name of ["etag", "cache-control", "content-security-policy"])
            assert.strictEqual(again.headers.get(name), first.headers.get(name), name)
        }
        assert.strictEqual(
          (yield* send("GET", path, { headers: { "if-none-match": '"other"' } })).status,
          200
        )
      }
    })
  )
})

// What holds for every request, whatever it asks for.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { serve, TestServer } from "../support/server.ts"

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("every request", (it) => {
  it.effect("is refused without a token, and with one that opens nothing", () => Effect.gen(function*() {
    const { send } = yield* TestServer
    const none = yield* send("GET", "/projects", { token: null })
    assert.strictEqual(none.status, 401)
    assert.strictEqual(none.headers.get("www-authenticate"), "Bearer")
    assert.strictEqual(none.headers.get("content-type"), "application/problem+json")
    assert.strictEqual(none.body.code, "UNAUTHORIZED")
    assert.strictEqual(none.body.request_id, none.headers.get("x-request-id"))
    assert.strictEqual((yield* send("GET", "/projects", { token: "x" })).status, 401)
    const ok = yield* send("GET", "/projects")
    console.log(ok.status, ok.body, [...ok.headers])
    const made = yield* send("POST", "/projects", { body: { name: "A b" } })
    console.log(made)
    for (const [m, p, s] of [
      ["POST", "/projects", { body: { name: "A b", x: 1 } }], ["POST", "/projects", { body: { name: "A b" } }], ["POST", "/projects", { body: {} }],
      ["POST", "/projects", { text: "{" }], ["POST", "/projects", { text: "{}", headers: { "content-type": "text/plain" } }], ["POST", "/projects", { text: new Uint8Array([34,255,34])}],
      ["POST", "/projects", { text: "[".repeat(40) }], ["POST", "/projects", { text: `{"name":"a\\u0000"}` }],["POST", "/projects", { text: `{"name":"a","settings":{"b":[1,{"c~/":"\\ud800"}]}}` }],
      ["POST", "/projects", {}], ["POST", "/projects", { body: { name: "z", timezone: "Mars/Olympus" }}],
      ["POST", "/projects", { text: " ".repeat(9e6) }],
      ["PUT", "/projects", {body: {}}], ["GET", "/nope", {}], ["GET", "/projects/1", {}], ["GET", "/projects/" + made.body.id.toUpperCase(), {}], ["GET", "/projects/%ff", {}], ["GET", "/projects/a%00", {}], ["GET", "/projects/" + "a".repeat(300), {}],
      ["GET", "/projects?limit=1e3", {}], ["GET", "/projects?limit=1&limit=500", {}], ["GET", "/projects?limit[]=1", {}], ["GET", "/projects?cursor=%%%", {}], ["GET", "/projects?cursor=", {}],
      ["GET", "/projects?__proto__=1", {}], ["GET", `/projects/${made.body.id}?x=1`, {}],["GET", `/projects/${made.body.id}?x=%00`, {}],
      ["GET", "//health", {}], ["GET", "//health/ready", {}], ["GET", "//docs", {}], ["GET", "/openapi.json", {}], ["HEAD", "/projects", {}],["OPTIONS", "/projects", {}]
    ] as const) {
      const a = yield* send(m, p, s)
      console.log(m, p.slice(0, 60), JSON.stringify(s).slice(0, 60), "->", a.status, JSON.stringify(a.body).slice(0, 330))
    }
  }))
})

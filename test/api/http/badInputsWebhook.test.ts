// Addresses of webhooks that lead inside, line by line of the corpus: what the text tells is refused when it
// is saved, with a pointer, and leaves nothing behind. What only a connection tells is in
// test/delivery/publicAgent.test.ts and webhook.test.ts.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AllowPrivateWebhooks } from "../../../src/api/groups/events/checkWebhookAddresses.ts"
import { assertExpected, assertUnhurt, badInputs } from "../../support/http/badInputs.ts"
import { serve, TestServer } from "../../support/http/server.ts"
import { expectStatus, makeProject } from "../../support/http/tracking.ts"

const lines = badInputs("webhook_url")
/** A name tells nothing by itself, and an answer has no address. */
const later = ["dns to private", "10 GB body"]

const automation = (...urls: ReadonlyArray<string>) => ({
  name: "Tell",
  actions: urls.map((url) => ({ type: "webhook", url }))
})

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("addresses of webhooks", (it) => {
  it.effect.each(
    lines
      .filter((l) => !later.includes(l.name))
      .map((line) => [line.name, line.expect.outcome, line] as const)
  )("%s: %s", ([, , line]) =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { id } = yield* makeProject()
      const refused = yield* send("POST", `/projects/${id}/automations`, {
        body: automation("https://example.org/", String(line.input))
      })
      assertExpected(line, refused)
      assert.deepStrictEqual([refused.status, refused.body.errors[0].pointer], [422, "/actions/1/url"])
      assert.deepStrictEqual((yield* expectStatus(200, "GET", `/projects/${id}/automations`)).items, [])
      const kept = yield* expectStatus(
        201,
        "POST",
        `/projects/${id}/automations`,
        automation("https://example.org/")
      )
      const change = yield* send("PATCH", `/projects/${id}/automations/${kept.id}`, {
        body: { actions: [{ type: "webhook", url: String(line.input) }] }
      })
      assert.deepStrictEqual([change.status, change.body.errors[0].pointer], [422, "/actions/0/url"])
      assert.strictEqual(
        (yield* expectStatus(200, "GET", `/projects/${id}/automations/${kept.id}`)).actions[0].url,
        "https://example.org/"
      )
      yield* assertUnhurt
    })
  )

  it.effect("of the corpus are all answered: eleven lines, two of them when the webhook is called", () =>
    Effect.sync(() => {
      assert.lengthOf(lines, 11)
      assert.includeMembers(
        lines.map((l) => l.name),
        later
      )
    })
  )

  it.effect.each([
    ["http://10.1.2.3/", "URL_PRIVATE"],
    ["http://172.31.255.255/", "URL_PRIVATE"],
    ["http://192.168.0.1/", "URL_PRIVATE"],
    ["http://100.64.0.1/", "URL_PRIVATE"],
    ["http://169.254.169.254/latest/meta-data/", "URL_PRIVATE"],
    ["http://[fd00::1]/", "URL_PRIVATE"],
    ["http://[fe80::1]/", "URL_PRIVATE"],
    ["http://[::ffff:192.168.0.1]/", "URL_PRIVATE"],
    ["http://[::]/", "URL_PRIVATE"],
    ["http://[2002:7f00:1::]/", "URL_PRIVATE"],
    ["http://0x7f.1/", "URL_PRIVATE"],
    ["http://127。0。0。1/", "URL_PRIVATE"],
    ["https://LOCALHOST/", "URL_PRIVATE"],
    ["https://a.localhost/", "URL_PRIVATE"],
    ["http://224.0.0.1/", "URL_PRIVATE"],
    ["http://255.255.255.255/", "URL_PRIVATE"],
    ["https://user:pass@example.org/", "URL_CREDENTIALS"],
    ["https://example.org:22/", "URL_PORT"],
    ["https://example.org:25/", "URL_PORT"],
    ["gopher://example.org/", "URL_INVALID"],
    ["javascript:alert(1)", "URL_INVALID"],
    ["example.org", "URL_INVALID"],
    ["", "URL_INVALID"],
    ["https://", "URL_INVALID"]
  ] as const)("%s is refused: %s", ([url, code]) =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { id } = yield* makeProject()
      const { body, status } = yield* send("POST", `/projects/${id}/automations`, { body: automation(url) })
      assert.deepStrictEqual(
        [status, body.errors[0].pointer, body.errors[0].code],
        [422, "/actions/0/url", code]
      )
      assert.notInclude(JSON.stringify(body), "pass@")
    })
  )

  it.effect.each([
    "https://example.org/hook",
    "http://example.org:8080/",
    "https://8.8.8.8/",
    "https://[2606:4700::1111]/",
    "https://example.org:443/?a=b#c"
  ])("%s is taken", (url) =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      assert.strictEqual(
        (yield* expectStatus(201, "POST", `/projects/${id}/automations`, automation(url))).actions[0].url,
        url
      )
    })
  )
})

layer(serve().pipe(Layer.provide(Layer.succeed(AllowPrivateWebhooks, true))), {
  excludeTestServices: true,
  timeout: "30 seconds"
})("with WEBHOOK_ALLOW_PRIVATE=true", (it) => {
  it.effect("private addresses are taken, and other protocols are not", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { id } = yield* makeProject()
      yield* expectStatus(
        201,
        "POST",
        `/projects/${id}/automations`,
        automation("http://127.0.0.1:5432/", "http://localhost/", "http://[fd00::1]:22/")
      )
      assert.strictEqual(
        (yield* send("POST", `/projects/${id}/automations`, { body: automation("file:///etc/passwd") }))
          .status,
        422
      )
    })
  )
})

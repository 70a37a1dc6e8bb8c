// What receivers are told, in words and in JSON.
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { ActionInput, MailAddress } from "../../../src/domain/automation/Action.ts"
import { subjectOf, textOf, webhookBody, WebhookBody } from "../../../src/domain/automation/Message.ts"
import { languageOf } from "../../../src/domain/automation/notifications.ts"
import { claimed, event } from "./examples.ts"

describe("a message", () => {
  it("says what, when in the project's time, who, where, by which rule", () => {
    assert.strictEqual(
      textOf(claimed(), "en"),
      [
        "[North range] WARNING: Alma left Home",
        "",
        "When: 2026-05-01 06:40:00 (Europe/Berlin)",
        "Who: Alma, Collar 7",
        "Where: 51.20510, 10.52040",
        "What: GEOFENCE_EXIT, warning",
        "Rule: Left a fence, version 3",
        `Event: ${event.id}`,
        "",
        'Told by the automation "Tell".'
      ].join("\n")
    )
  })

  it("says the same in Spanish, with the date as it is written there", () => {
    assert.strictEqual(
      textOf(claimed(), "es"),
      [
        "[North range] ADVERTENCIA: Alma left Home",
        "",
        "Cuándo: 1 may 2026, 6:40:00 (Europe/Berlin)",
        "Quién: Alma, Collar 7",
        "Dónde: 51.20510, 10.52040",
        "Qué: GEOFENCE_EXIT, advertencia",
        "Regla: Left a fence, versión 3",
        `Evento: ${event.id}`,
        "",
        "Aviso de la automatización «Tell»."
      ].join("\n")
    )
  })

  it("is in the language of the account, otherwise in the project's, otherwise in English", () => {
    assert.strictEqual(languageOf("es", "en"), "es")
    assert.strictEqual(languageOf(null, "es"), "es")
    assert.strictEqual(languageOf(null, null), "en")
    // settings may be older than the languages that are known
    assert.strictEqual(languageOf("fr", 3), "en")
  })

  it("leaves out what it does not know", () => {
    const bare = textOf(
      claimed({
        event: {
          ...event,
          severity: "info",
          geometry: null,
          entity_name: null,
          device_name: null,
          rule_id: null
        }
      }),
      "en"
    )
    assert.notMatch(bare, /Where|Who|Rule|INFO/)
  })

  it("has one line of subject whatever a name holds, and no line that a name could add", () => {
    const evil = "x\r\nBcc: evil@example.org\u2028\u0085\u0000\u202etxt.exe\u2066"
    const told = claimed({
      event: { ...event, title: evil, entity_name: evil, description: evil },
      project: { id: "", slug: "", name: evil, timezone: "UTC" },
      automation: { id: null, name: evil }
    })
    assert.notMatch(subjectOf(told, "en"), /[\p{Cc}\u2028\u2029\u202e\u2066]/u)
    assert.notMatch(textOf(told, "en"), /^Bcc|[[\p{Cc}\u202e\u2066\u2028]--\n]/mv)
    const long = subjectOf(claimed({ event: { ...event, title: "🐄".repeat(300) } }), "en")
    assert.isAtMost(long.length, 200)
    assert.isTrue(long.isWellFormed())
  })

  it("of a webhook is what its schema says", () => {
    assert.isTrue(Schema.is(WebhookBody)(webhookBody(claimed())))
  })
})

describe("an address", () => {
  it.each(["ranger@example.org", "o'brien+tag@sub.example.co.uk", "jürgen@exämple.org", "root@localhost"])(
    "%s is one",
    (text) => assert.isTrue(Schema.is(MailAddress)(text))
  )
  it.each([
    "",
    "ranger",
    "@example.org",
    "a@",
    "a b@example.org",
    "a@b@example.org",
    "a@example.org,b@example.org",
    "Ranger <a@example.org>",
    "a@example.org\r\nBcc: b@example.org",
    "a@example.org\n",
    "a\0@example.org",
    `${"a".repeat(65)}@example.org`,
    `a@${"b".repeat(260)}`
  ])("%j is none", (text) => assert.isFalse(Schema.is(MailAddress)(text)))
})

describe("a webhook's secret", () => {
  const hook = (secret: string) =>
    Schema.is(ActionInput)({ type: "webhook", url: "https://example.org", secret })
  it.each([
    [23, false],
    [24, true],
    [32, true],
    [64, true],
    [65, false]
  ] as const)("of %d bytes: %s", (bytes, expected) => {
    assert.strictEqual(hook(`whsec_${Buffer.alloc(bytes, 255).toString("base64")}`), expected)
  })
  it.each([
    "",
    "whsec_",
    Buffer.alloc(32).toString("base64"),
    `whsec_${Buffer.alloc(32).toString("base64").slice(0, -1)}`,
    `whsec_${Buffer.alloc(32, 255).toString("base64url")}`
  ])("%j is none", (text) => assert.isFalse(hook(text)))
})

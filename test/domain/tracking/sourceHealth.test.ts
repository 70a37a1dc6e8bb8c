import { assert, describe, it } from "@effect/vitest"
import { type SourceFacts, sourceHealth } from "../../../src/domain/tracking/sourceHealth.ts"
import { formatInstant } from "../../../src/domain/time.ts"

const NOW = Date.parse("2026-05-14T12:00:00Z")
const ago = (minutes: number) => formatInstant(NOW - minutes * 60_000)
const facts: SourceFacts = { enabled: true, connection: null, lastRecordAt: null, lastErrorAt: null }

describe("a data source", () => {
  it.each<readonly [string, Partial<SourceFacts>, string]>([
    ["has never sent until something comes", {}, "never"],
    ["is well while records come", { lastRecordAt: ago(3) }, "ok"],
    ["is well again after a refusal", { lastRecordAt: ago(3), lastErrorAt: ago(4) }, "ok"],
    ["fails while what came last was refused", { lastRecordAt: ago(4), lastErrorAt: ago(3) }, "failing"],
    ["fails when nothing but refusals ever came", { lastErrorAt: ago(3) }, "failing"],
    ["fails while its broker is away", { lastRecordAt: ago(3), connection: { status: "failed" } }, "failing"],
    ["is quiet after a day", { lastRecordAt: ago(24 * 60 + 1) }, "quiet"],
    ["is off, whatever came", { enabled: false, lastErrorAt: ago(3) }, "off"]
  ])("%s", (_, some, expected) => {
    assert.strictEqual(sourceHealth({ ...facts, ...some }, NOW), expected)
  })
})

// What people wrote and devices sent, as AI clients read it.
import { assert, it } from "@effect/vitest"
import { displayName } from "../../src/domain/access/clientText.ts"
import { quoteUntrusted } from "../../src/mcp/untrustedText.ts"

const invisible = [0xe0100, 0xe01ef, 0x034f, 0x180b, 0xfe00, 0x200b, 0x2060, 0x3164, 0x00ad, 0xe0041]

it.each(invisible)("a character that shows nowhere is left out: %i", (code) => {
  const character = String.fromCodePoint(code)
  assert.notInclude(quoteUntrusted(`Alma${character}here`), character)
  assert.notInclude(displayName(`Field${character}Assistant`, "other"), character)
})

it.each([
  ["Field\u200b Assistant", "Field Assistant"],
  ["Field \u200b Assistant", "Field Assistant"],
  [" \n\u200b\u00ad ", "other"],
  ["Field\nAssistant", "Field Assistant"]
])("the name of a client is one line with single spaces: %j", (name, shown) => {
  assert.strictEqual(displayName(name, "other"), shown)
})

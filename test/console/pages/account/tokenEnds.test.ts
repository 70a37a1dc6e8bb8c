// How long a token opens something, and what it carries, in one line.
import "../../../support/words.ts"
import { assert, it } from "@effect/vitest"
import { endOf, isOpen, scopesText } from "../../../../src/console/pages/account/tokenEnds.ts"

const NOW = Date.parse("2026-05-01T12:00:00Z")

it("ends so many days from now, or never", () => {
  assert.deepStrictEqual(endOf("30", NOW), { expires_at: "2026-05-31T12:00:00.000Z" })
  assert.deepStrictEqual(endOf("never", NOW), {})
})

it("opens something until it is ended or over", () => {
  const token = { revoked_at: null, expires_at: null }
  assert.isTrue(isOpen(token, NOW))
  assert.isTrue(isOpen({ ...token, expires_at: "2026-05-01T12:00:01Z" }, NOW))
  assert.isFalse(isOpen({ ...token, expires_at: "2026-05-01T12:00:00Z" }, NOW))
  assert.isFalse(isOpen({ ...token, revoked_at: "2026-05-01T11:00:00Z" }, NOW))
})

it("carries its first scope and so many more, or everything", () => {
  assert.strictEqual(scopesText(["project:read"]), "project:read")
  assert.strictEqual(scopesText(["project:read", "traces:read", "alerts:write"]), "project:read +2")
  assert.strictEqual(scopesText(["*"]), "everything")
})

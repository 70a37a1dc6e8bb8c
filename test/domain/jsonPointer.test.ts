// Places in JSON, as RFC 6901 writes them.
import { assert, describe, it } from "@effect/vitest"
import { escapeToken, memberAt } from "../../src/domain/jsonPointer.ts"

describe("a JSON Pointer", () => {
  it.each([
    ["a", "a"],
    ["", ""],
    ["a/b", "a~1b"],
    ["m~n", "m~0n"],
    ["~1", "~01"]
  ])("has the member %j as %j", (name, token) => {
    assert.strictEqual(escapeToken(name), token)
  })

  it("goes from what it points at to one of its members", () => {
    assert.strictEqual(memberAt(memberAt("", "conditions"), "a/b"), "/conditions/a~1b")
  })
})

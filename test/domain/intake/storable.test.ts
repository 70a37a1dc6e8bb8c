import { assert, describe, it } from "@effect/vitest"
import {
  isSuspect,
  replaceUnstorable,
  replaceUnstorableText,
  findUnstorable
} from "../../../src/domain/intake/storable.ts"

describe("text that PostgreSQL cannot keep", () => {
  it("is found wherever it is, by pointer; nearly every body is cleared by one search", () => {
    assert.isNull(findUnstorable({ a: ["x", { b: "ünï😀" }], c: 1, d: null }))
    assert.strictEqual(findUnstorable({ a: ["x", { "b/~": "a\0" }] }), "/a/1/b~1~0")
    assert.strictEqual(findUnstorable({ a: "\ud800" }), "/a")
    assert.strictEqual(findUnstorable({ ok: 1, "\udc00": 1 }), "")
    assert.isFalse(isSuspect(JSON.stringify({ a: 'x\n\t"\\' })))
    assert.isTrue(isSuspect(JSON.stringify({ a: "\0" })))
    assert.isTrue(isSuspect(JSON.stringify({ a: "\ud800" })))
  })

  it("is mended to U+FFFD, while a backslash before u0000 stays what it is", () => {
    for (const [broken, whole] of [
      ["a\0b", "a\ufffdb"],
      ["\ud83d", "\ufffd"],
      ["\udc00x", "\ufffdx"],
      ["\\u0000", "\\u0000"],
      ["\\\\ud800", "\\\\ud800"],
      ["\\\0", "\\\ufffd"],
      ["😀\u0001", "😀\u0001"]
    ] as const) {
      assert.strictEqual(JSON.parse(replaceUnstorable(JSON.stringify(broken))), whole)
    }
    assert.strictEqual(replaceUnstorableText("a\0\ud800b"), "a\ufffd\ufffdb")
  })
})

// A payload as the page of a trace draws it.
import { assert, describe, it } from "vitest"
import { isMarked, MOST_LINES, payloadLines } from "../../../../src/console/pages/traces/payloadLines.ts"

const drawn = (value: unknown) =>
  payloadLines(value)
    .map(({ indent, name, text }) => `${"  ".repeat(indent)}${name}${text}`)
    .join("\n")

describe("a payload in lines", () => {
  for (const value of [
    { device: "a", lat: 61.5, fixes: [{ t: 1, deep: [[]] }, {}, null], note: 'says "no" \\ /' },
    [1, [2, [3]], "x"],
    "text",
    null,
    Array.from({ length: MOST_LINES }, (_, n) => ({ n }))
  ])
    it(`is what JSON writes with two spaces: ${JSON.stringify(value).slice(0, 30)}`, () => {
      const whole = JSON.stringify(value, null, 2).split("\n")
      assert.strictEqual(drawn(value), whole.slice(0, MOST_LINES).join("\n"))
    })

  it("marks the member that a pointer names, with all that is in it", () => {
    const lines = payloadLines({ device: "a", "x/y": { "~": [1, { z: 2 }] }, time: "1980" })
    const marked = (pointer: string | null) =>
      lines.filter((line) => isMarked(line, pointer)).map(({ pointer }) => pointer)
    assert.deepStrictEqual(marked("/time"), ["/time"])
    assert.deepStrictEqual(marked("/x~1y/~0"), ["/x~1y/~0", "/x~1y/~0/0", "/x~1y/~0/1", "/x~1y/~0/1/z"])
    assert.deepStrictEqual(marked("/dev"), [])
    assert.deepStrictEqual(marked(""), [], "of the whole item no line is meant")
    assert.deepStrictEqual(marked(null), [])
  })
})

import { assert, describe, it } from "@effect/vitest"
import { type DiffLine, lineDiff } from "../../../../../src/console/pages/bench/json/lineDiff.ts"

const told = (lines: ReadonlyArray<DiffLine>) => lines.map(({ kind, text }) => `${kind} ${text}`)
const sideOf = (lines: ReadonlyArray<DiffLine>, side: "added" | "removed") =>
  lines.flatMap(({ kind, text }) => (kind === "same" || kind === side ? [text] : [])).join("\n")

describe("the difference of two texts", () => {
  it("names what went before what came", () => {
    assert.deepStrictEqual(told(lineDiff("a\nb\nc", "a\nx\nc")), ["same a", "removed b", "added x", "same c"])
    assert.deepStrictEqual(told(lineDiff("a", "a")), ["same a"])
  })

  it("gives both texts back, whatever they are", () => {
    const texts = ["", "a", "a\nb\nc\nd", "d\nc\nb\na", "a\na\nb", "b\na\na\n", "x\ny\nz\na\nb"]
    for (const before of texts)
      for (const after of texts) {
        const lines = lineDiff(before, after)
        assert.strictEqual(sideOf(lines, "removed"), before)
        assert.strictEqual(sideOf(lines, "added"), after)
      }
  })
})

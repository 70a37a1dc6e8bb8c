// An event held against what is derived of it now.
import { assert, describe, it } from "@effect/vitest"
import { findDifferences, classify } from "../../src/backtest/differences.ts"

describe("differences", () => {
  it("name every member that differs by its pointer; a list is one member, an absent member is null", () => {
    assert.deepStrictEqual(
      findDifferences(
        { a: 1, b: { c: [1, 2], "d/e": 1 }, x: null },
        { b: { c: [1, 3], "d/e": 2 }, a: 1 },
        ""
      ),
      [
        { path: "/b/c", was: [1, 2], now: [1, 3] },
        { path: "/b/d~1e", was: 1, now: 2 }
      ]
    )
    assert.deepStrictEqual(
      findDifferences({ z: 1, "m~n": 1, a: 1 }, {}, "").map((d) => d.path),
      ["/a", "/m~0n", "/z"]
    )
    assert.deepStrictEqual(
      [findDifferences(null, { a: 1 }, "/r"), findDifferences({ a: 1 }, null, "/r")],
      [[{ path: "/r", was: null, now: { a: 1 } }], [{ path: "/r", was: { a: 1 }, now: null }]]
    )
    assert.deepStrictEqual(findDifferences({ a: 1 }, undefined, "/r"), [
      { path: "/r", was: { a: 1 }, now: null }
    ])
    assert.deepStrictEqual(findDifferences([{ b: 1, a: 2 }], [{ a: 2, b: 1 }], "/l"), [])
  })
})

describe("the verdict", () => {
  const one = [{ path: "/a", was: 1, now: 2 }],
    other = [{ path: "/b", was: 1, now: 2 }]
  it("equal: match; evidence changed or new records: data_changed, whatever came of it; otherwise not_reproducible", () => {
    assert.deepStrictEqual(classify([], []), { result: "match", difference: [] })
    assert.deepStrictEqual(classify(one, []), { result: "data_changed", difference: one })
    assert.deepStrictEqual(classify(one, other), { result: "data_changed", difference: [...one, ...other] })
    assert.deepStrictEqual(classify([], other), { result: "not_reproducible", difference: other })
  })
})

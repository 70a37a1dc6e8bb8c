// Points shared out among lines.
import { assert, describe, it } from "@effect/vitest"
import { shareOut } from "../../../src/domain/geo/shareOut.ts"

describe("shareOut", () => {
  it("leaves all of them where there is room", () => {
    assert.deepStrictEqual(shareOut([], 10), [])
    assert.deepStrictEqual(shareOut([1, 5, 4], 10), [1, 5, 4])
  })

  it("takes from the longest first", () => {
    assert.deepStrictEqual(shareOut([1, 100, 6, 30], 20), [1, 6, 6, 6])
    assert.deepStrictEqual(shareOut([100, 3], 20), [17, 3])
  })

  it("leaves out the last lines where there is no room for two points of each", () => {
    assert.deepStrictEqual(shareOut([9, 9, 9], 5), [2, 2, 0])
    assert.deepStrictEqual(shareOut([9, 9, 1], 5), [2, 2, 1])
    assert.deepStrictEqual(shareOut([9], 2), [2])
  })
})

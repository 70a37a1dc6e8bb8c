// Classes for the colours of a map: round steps from 0, every value in one of them.
import { assert, describe, it } from "vitest"
import { valueClasses } from "../../src/figures/map/valueClasses.ts"

describe("the classes of values", () => {
  it("begin at 0 and go on in round steps, the last for the greatest value", () => {
    const { from, placeOf, share } = valueClasses([1.12, 0.81, 0.63, 0.45, 0.12])
    assert.deepStrictEqual(from, [0, 0.25, 0.5, 0.75, 1])
    assert.deepStrictEqual([1.12, 0.81, 0.63, 0.45, 0.12].map(placeOf), [4, 3, 2, 1, 0])
    assert.strictEqual(share(4), 1)
  })

  it("have none that the greatest value would stand in alone", () => {
    const { from, placeOf } = valueClasses([8, 6, 4, 2])
    assert.deepStrictEqual(from, [0, 2, 4, 6])
    assert.strictEqual(placeOf(8), 3)
  })

  it("are one where every value is 0, or there is none", () => {
    assert.deepStrictEqual(valueClasses([0, 0]).from, [0])
    assert.deepStrictEqual(valueClasses([]).from, [0])
  })
})

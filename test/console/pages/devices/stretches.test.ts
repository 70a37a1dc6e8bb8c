import { assert, describe, it } from "vitest"
import { stretchesOf } from "../../../../src/console/pages/devices/stretches.ts"

const way = (...times: ReadonlyArray<number>) => ({
  times,
  at: times.map((time) => [time, 0] as const)
})
const told = (moving: ReadonlyArray<{ readonly from: number; readonly to: number }>) =>
  stretchesOf(way(1, 2, 3, 4, 5), moving).map(({ at, moves }) => [moves, at.map(([x]) => x)])

describe("the way of a device in stretches", () => {
  it("tells what moves from what stays, and leaves no hole between", () => {
    assert.deepStrictEqual(told([{ from: 3, to: 4 }]), [
      [false, [1, 2, 3]],
      [true, [3, 4]],
      [false, [4, 5]]
    ])
  })

  it("is one where all moves, or nothing", () => {
    assert.deepStrictEqual(told([{ from: 0, to: 9 }]), [[true, [1, 2, 3, 4, 5]]])
    assert.deepStrictEqual(told([]), [[false, [1, 2, 3, 4, 5]]])
    assert.deepStrictEqual(stretchesOf(way(), []), [])
  })
})

import { assert, describe, it } from "@effect/vitest"
import { barsPath } from "../../../../../src/console/pages/bench/past/bars.ts"

const axis = { x: (moment: number) => moment / 10 }
const shape = { top: 3, height: 10 }
const stretch = (from: number, to: number) => ({ from, to, value: true })

describe("stretches as bars", () => {
  it("are one path, each at least a pixel wide", () => {
    assert.strictEqual(barsPath(axis, [], shape), "")
    assert.strictEqual(
      barsPath(axis, [stretch(0, 100), stretch(200, 203)], shape),
      "M0 3H10v10H0ZM20 3H21v10H20Z"
    )
  })

  it("are one where the screen cannot tell them apart, so that a path is never longer than the axis is wide", () => {
    assert.strictEqual(barsPath(axis, [stretch(0, 100), stretch(104, 200)], shape), "M0 3H20v10H0Z")
    const many = Array.from({ length: 10_000 }, (_, i) => stretch(i, i + 0.5))
    assert.isAtMost(barsPath(axis, many, shape).split("M").length, 1000)
  })

  it("have round corners where there is room for them", () => {
    const path = barsPath(axis, [stretch(0, 50), stretch(100, 200)], { ...shape, radius: 3 })
    assert.strictEqual(
      path,
      "M0 3H5v10H0ZM13 3H17a3 3 0 0 1 3 3v4a3 3 0 0 1 -3 3H13a3 3 0 0 1 -3 -3v-4a3 3 0 0 1 3 -3Z"
    )
  })
})

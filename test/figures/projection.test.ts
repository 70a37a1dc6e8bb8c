// The projection of drawings: north up, whole across the antimeridian, a single place in the middle.
import { assert, describe, it } from "vitest"
import { projectionOf } from "../../src/figures/projection.ts"

describe("the projection of a drawing", () => {
  it("brings places beside the antimeridian to one side, north up", () => {
    const { height, width, x, y } = projectionOf(
      [
        [179.9, 0.1],
        [-179.9, -0.1]
      ],
      100,
      100
    )!
    assert.deepStrictEqual([x(179.9), y(0.1)], [0, 0])
    assert.closeTo(x(-179.9), width, 1e-9)
    assert.closeTo(y(-0.1), height, 1e-9)
    assert.closeTo(width, 100, 1e-3)
  })

  it("makes a degree of longitude as much shorter as it is on the ground", () => {
    const { height, width } = projectionOf(
      [
        [10, 59.5],
        [12, 60.5]
      ],
      100,
      100
    )!
    assert.closeTo(width / height, 1, 1e-9)
  })

  it("has a single place in the middle, and nothing without one", () => {
    const { height, width, x, y } = projectionOf([[10, 50]], 60, 28)!
    assert.deepStrictEqual([x(10), y(50)], [width / 2, height / 2])
    assert.isNull(projectionOf([], 60, 28))
  })
})

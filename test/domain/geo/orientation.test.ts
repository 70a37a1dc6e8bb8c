import { describe, expect, it } from "@effect/vitest"
import { orient, winding } from "../../../src/domain/geo/orientation.ts"
import { randomFrom } from "./random.ts"

/** The same sign from fractions: a double is an integer over a power of two. */
const reference = (...values: readonly [number, number, number, number, number, number]): number => {
  const [ax, ay, bx, by, px, py] = values.map((value) => {
    let shift = 0
    let scaled = value
    while (!Number.isInteger(scaled)) {
      scaled *= 2
      shift++
    }
    return BigInt(scaled) << BigInt(120 - shift)
  }) as [bigint, bigint, bigint, bigint, bigint, bigint]
  const determinant = (ax - px) * (by - py) - (ay - py) * (bx - px)
  return determinant > 0n ? 1 : determinant < 0n ? -1 : 0
}

describe("the side of a line on which a point lies", () => {
  it("is left positive, right negative, and 0 on the line", () => {
    expect(orient(0, 0, 1, 1, 0, 1)).toBeGreaterThan(0)
    expect(orient(0, 0, 1, 1, 1, 0)).toBeLessThan(0)
    expect(orient(0, 0, 1, 1, 0.1, 0.1)).toBe(0)
  })

  it("is exact where the plain determinant is only rounding noise", () => {
    const random = randomFrom(7)
    let wrong = 0
    for (let i = 0; i < 20_000; i++) {
      const [ax, ay, bx, by] = [12 + random(), 47 + random(), 12 + random(), 47 + random()]
      const t = random() * 3 - 1
      const [px, py] = [ax + t * (bx - ax), ay + t * (by - ay)]
      const expected = reference(ax, ay, bx, by, px, py)
      expect(Math.sign(orient(ax, ay, bx, by, px, py))).toBe(expected)
      if (Math.sign((ax - px) * (by - py) - (ay - py) * (bx - px)) !== expected) wrong++
    }
    expect(wrong).toBeGreaterThan(20)
  })

  it("knows which way a ring winds, however often its corners are repeated", () => {
    const clockwise = [
      [0, 0],
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 0],
      [0, 0],
      [0, 0]
    ]
    const xs = Float64Array.from(clockwise, ([x]) => x!)
    const ys = Float64Array.from(clockwise, ([, y]) => y!)
    expect(winding(xs, ys)).toBeLessThan(0)
    expect(winding(xs.toReversed(), ys.toReversed())).toBeGreaterThan(0)
  })
})

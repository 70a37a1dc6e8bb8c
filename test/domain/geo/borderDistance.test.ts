// Metres to a border, below zero inside.
import { assert, describe, it } from "@effect/vitest"
import { borderDistance } from "../../../src/domain/geo/borderDistance.ts"
import { prepare } from "../../../src/domain/geo/Polygon.ts"

const ring = (west: number, south: number, size: number) => [
  [west, south] as const,
  [west + size, south] as const,
  [west + size, south + size] as const,
  [west, south + size] as const,
  [west, south] as const
]

describe("the distance to a border", () => {
  it("is measured to the nearest edge, of the shell or of a hole", () => {
    const field = prepare({ type: "Polygon", coordinates: [ring(0, 0, 1), ring(0.4, 0.4, 0.2).toReversed()] })
    // a hundredth of a degree is 1,112 m
    assert.closeTo(borderDistance(field, 1.01, 0.5), 1112, 1)
    assert.closeTo(borderDistance(field, 0.01, 0.5), -1112, 1)
    assert.closeTo(borderDistance(field, 0.39, 0.5), -1112, 1)
    assert.closeTo(borderDistance(field, 0.41, 0.5), 1112, 1)
    assert.strictEqual(borderDistance(field, 0, 0.5), 0)
  })

  it("reaches over the antimeridian and half round the earth", () => {
    const field = prepare({ type: "Polygon", coordinates: [ring(179, 0, 1)] })
    assert.closeTo(borderDistance(field, -179.99, 0.5), 1112, 1)
    assert.isAbove(borderDistance(field, 0, 0), 10_000_000)
  })
})

// Metres to a border, below zero inside.
import { assert, describe, it } from "@effect/vitest"
import { borderDistance } from "../../../src/domain/geo/borderDistance.ts"
import type { Geometry } from "../../../src/domain/geo/Geometry.ts"
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

  it.each([
    { type: "Point", coordinates: [10, 0] },
    {
      type: "MultiPoint",
      coordinates: [
        [10, 0],
        [12, 0]
      ]
    },
    {
      type: "LineString",
      coordinates: [
        [10, 0],
        [10, -1]
      ]
    },
    { type: "GeometryCollection", geometries: [{ type: "Point", coordinates: [10, 0] }] }
  ] as ReadonlyArray<Geometry>)("lies radius_m round a $type that has one", (geometry) => {
    const wide = prepare(geometry, 100)
    // a thousandth of a degree is 111.2 m
    assert.closeTo(borderDistance(wide, 10.001, 0), 11, 1)
    assert.closeTo(borderDistance(wide, 10.0005, 0), -44, 1)
    assert.closeTo(borderDistance(wide, 10, 0), -100, 1)
    assert.closeTo(borderDistance(prepare(geometry), 10.001, 0), 111, 1)
    assert.strictEqual(borderDistance(prepare(geometry), 10, 0), 0)
  })

  it("of several parts is that of the nearest outside, and inside of the one that is entered deepest", () => {
    const circles = prepare(
      {
        type: "MultiPoint",
        coordinates: [
          [10, 0],
          [10.0009, 0]
        ]
      },
      100
    )
    assert.closeTo(borderDistance(circles, 10, 0), -100, 1)
    assert.closeTo(borderDistance(circles, 10.0019, 0), 11, 1)
    const fields = prepare({
      type: "MultiPolygon",
      coordinates: [[ring(0, 0, 1)], [ring(1.001, 0, 1)]]
    })
    assert.closeTo(borderDistance(fields, 0.999, 0.5), -111, 1)
  })
})

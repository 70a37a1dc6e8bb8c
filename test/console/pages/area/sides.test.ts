// The labels of the sides of a shape.
import { assert, describe, it } from "vitest"
import type { Feature } from "geojson"
import { sidesOf } from "../../../../src/console/pages/area/sides.ts"

const ring = [
  [14, 51],
  [14.01, 51],
  [14.01, 51.01],
  [14, 51.01],
  [14, 51]
]
const of = (features: ReadonlyArray<Feature>, kind: string) =>
  features.filter(({ properties }) => properties?.["kind"] === kind)
const texts = (features: ReadonlyArray<Feature>) =>
  of(features, "side").map(({ properties }) => String(properties?.["text"]))
const offsets = (features: ReadonlyArray<Feature>) =>
  of(features, "side").map(({ properties }) =>
    (properties!["offset"] as ReadonlyArray<number>).map((one) => Math.sign(Math.round(one)) + 0)
  )

describe("the sides of a shape", () => {
  it("have a length each, and a corner where two meet", () => {
    const sides = sidesOf({ type: "Polygon", coordinates: [ring] })
    assert.strictEqual(of(sides, "corner").length, 4)
    assert.deepStrictEqual(texts(sides), ["700 m", "1,112 m", "700 m", "1,112 m"])
  })

  it("are labelled outside of the shape, whichever way it runs", () => {
    const outside = [
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 0]
    ]
    assert.deepStrictEqual(offsets(sidesOf({ type: "Polygon", coordinates: [ring] })), outside)
    assert.deepStrictEqual(
      offsets(sidesOf({ type: "Polygon", coordinates: [ring.toReversed()] })),
      outside.toReversed()
    )
  })

  it("of a line are its parts, and its ends are corners", () => {
    const sides = sidesOf({ type: "LineString", coordinates: ring.slice(0, 3) })
    assert.strictEqual(of(sides, "corner").length, 3)
    assert.deepStrictEqual(texts(sides), ["700 m", "1,112 m"])
  })

  it("are left out where they are many, and of a point", () => {
    const many = Array.from({ length: 60 }, (_, i) => [14 + i / 1000, 51])
    assert.deepStrictEqual(sidesOf({ type: "LineString", coordinates: many }), [])
    assert.deepStrictEqual(sidesOf({ type: "Point", coordinates: [14, 51] }), [])
  })
})

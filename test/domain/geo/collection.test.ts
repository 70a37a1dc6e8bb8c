// A GeometryCollection is one shape: the union of its geometries. The specification takes geometry of any type.
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import { judgeAreas } from "../../../src/domain/analysis/judgeAreas.ts"
import { area } from "../../../src/domain/geo/area.ts"
import { makeAreaIndex } from "../../../src/domain/geo/AreaIndex.ts"
import { borderDistance } from "../../../src/domain/geo/borderDistance.ts"
import { boxOf, markOf } from "../../../src/domain/geo/boxOf.ts"
import { contains } from "../../../src/domain/geo/contains.ts"
import type { Geometry } from "../../../src/domain/geo/Geometry.ts"
import { prepare } from "../../../src/domain/geo/Polygon.ts"
import {
  checkGeometry,
  MAX_COLLECTION_GEOMETRIES,
  MAX_COLLECTION_NESTING,
  MAX_POSITIONS
} from "../../../src/domain/geo/validity.ts"
import { shapeOf } from "../../../src/domain/tracking/Feature.ts"

const square = (lon: number, lat: number, size = 1) => ({
  type: "Polygon" as const,
  coordinates: [
    [
      [lon, lat],
      [lon + size, lat],
      [lon + size, lat + size],
      [lon, lat + size],
      [lon, lat]
    ] as Array<[number, number]>
  ]
})
const collection = (...geometries: ReadonlyArray<unknown>) => ({ type: "GeometryCollection", geometries })
const point = { type: "Point", coordinates: [20, 20] }
const line = {
  type: "LineString",
  coordinates: [
    [30, 30],
    [31, 30]
  ]
}
const nested = (depth: number): unknown =>
  depth === 0 ? point : { type: "GeometryCollection", geometries: [nested(depth - 1)] }

const good = (input: unknown): Geometry => Result.getOrThrow(checkGeometry(input))
const issuesOf = (input: unknown) => {
  const checked = checkGeometry(input)
  return Result.isFailure(checked) ? checked.failure.map(({ code, pointer }) => `${code} ${pointer}`) : []
}

describe("a GeometryCollection", () => {
  it("is a geometry of any types together, in stored form, collections in it unfolded", () => {
    assert.deepStrictEqual(
      good({
        ...collection(square(0, 0), { ...point, bbox: [20, 20, 20, 20] }, collection(line)),
        bbox: [0, 0, 31, 30]
      }),
      { type: "GeometryCollection", geometries: [square(0, 0), point, line] } as unknown as Geometry
    )
  })

  for (const [what, input, expected] of [
    ["without geometries", { type: "GeometryCollection" }, ["GEOMETRY_EMPTY /geometries"]],
    ["with none", collection(), ["GEOMETRY_EMPTY /geometries"]],
    ["with an empty one in it", collection(point, collection()), ["GEOMETRY_EMPTY /geometries/1/geometries"]],
    ["with null", collection(null), ["GEOMETRY_TYPE /geometries/0"]],
    ["with a feature", collection({ type: "Feature" }), ["GEOMETRY_TYPE /geometries/0/type"]],
    ["with coordinates", { ...collection(point), coordinates: [1, 2] }, ["GEOMETRY_MEMBER /coordinates"]],
    [
      "with a position that is none",
      collection(point, { type: "Point", coordinates: [1, 91] }),
      ["POSITION_OUT_OF_RANGE /geometries/1/coordinates/1"]
    ],
    [
      "with a ring that crosses itself",
      collection(point, {
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [1, 1],
            [1, 0],
            [0, 1],
            [0, 0]
          ]
        ]
      }),
      ["RING_CROSSING /geometries/1/coordinates/0"]
    ],
    [
      "too deep",
      nested(MAX_COLLECTION_NESTING + 1),
      [`GEOMETRY_TOO_DEEP ${"/geometries/0".repeat(MAX_COLLECTION_NESTING)}/geometries`]
    ],
    [
      "of too many geometries",
      collection(...Array.from({ length: MAX_COLLECTION_GEOMETRIES + 1 }, () => point)),
      ["GEOMETRY_TOO_LARGE /geometries"]
    ],
    [
      "of too many geometries in collections",
      collection(
        collection(...Array.from({ length: MAX_COLLECTION_GEOMETRIES }, () => point)),
        collection(point)
      ),
      ["GEOMETRY_TOO_LARGE /geometries/1/geometries"]
    ],
    [
      "of too many positions together",
      collection(
        ...Array.from({ length: 2 }, () => ({
          type: "MultiPoint",
          coordinates: Array.from({ length: MAX_POSITIONS / 2 + 1 }, () => [1, 1])
        }))
      ),
      ["GEOMETRY_TOO_LARGE /geometries/1/coordinates"]
    ]
  ] as const)
    it(`is refused ${what}, with the place`, () => assert.deepStrictEqual(issuesOf(input), [...expected]))

  it("is taken at its bounds", () => {
    assert.deepStrictEqual(issuesOf(nested(MAX_COLLECTION_NESTING)), [])
    assert.deepStrictEqual(
      issuesOf(collection(...Array.from({ length: MAX_COLLECTION_GEOMETRIES }, () => point))),
      []
    )
  })

  it("contains what any of its geometries contains: its polygons, and what is near its lines and points by the radius", () => {
    const shape = good(collection(square(0, 0), square(0.5, 0.5), square(5, 5), point, line))
    const isIn = (lon: number, lat: number, radiusM = 0) => contains(prepare(shape, radiusM), lon, lat)
    for (const [lon, lat] of [
      [0.2, 0.2],
      [0.7, 0.7],
      [1.2, 1.2],
      [5.5, 5.5]
    ] as const)
      assert.isTrue(isIn(lon, lat), `${lon}, ${lat}`)
    assert.isFalse(isIn(3, 3))
    assert.isFalse(isIn(20, 20.0005))
    assert.isTrue(isIn(20, 20.0005, 100))
    assert.isTrue(isIn(30.5, 30.0005, 100))
    assert.isFalse(isIn(1.6, 1.6, 100), "the radius makes no polygon wider")
    const index = makeAreaIndex([{ id: "a", geometry: shape, radiusM: 100 }])
    assert.deepStrictEqual([index.at(20, 20.0005), index.at(0.7, 0.7), index.at(3, 3)], [[0], [0], []])
    assert.isBelow(borderDistance(prepare(shape), 5.5, 5.5), 0)
  })

  it("has a box, a mark and an area of all its geometries", () => {
    const shape = good(collection(square(0, 0), square(5, 5), point))
    assert.deepStrictEqual(boxOf(shape), [0, 0, 20, 20])
    assert.deepStrictEqual(markOf(shape), [10, 10])
    const parts = [square(0, 0), square(5, 5)].map((one) => area(good(one)))
    assert.strictEqual(area(shape), parts[0]! + parts[1]!)
  })

  it("has its radius checked where a line or point is in it", () => {
    const refusal = (geometry: unknown, radius_m: unknown) => {
      const shape = shapeOf(geometry, { radius_m })
      return Result.isFailure(shape) ? shape.failure[0]!.code : null
    }
    assert.strictEqual(refusal(collection(square(0, 0), point), "wide"), "RADIUS_INVALID")
    assert.isNull(refusal(collection(square(0, 0), point), 100))
    assert.isNull(refusal(collection(square(0, 0)), "wide"))
  })

  it("is refused as an area of an analysis, with what to do instead", () => {
    const { refused } = judgeAreas(
      ["a"],
      [{ id: "a", name: "Meadow", feature_type: "zone", geometry: collection(square(0, 0), point) }]
    )
    assert.strictEqual(refused[0]!.code, "GEOMETRY_TYPE")
    assert.match(refused[0]!.detail, /Meadow is a GeometryCollection.*Polygon or MultiPolygon/)
    const remedy = { id: "a", name: "Meadow", feature_type: "zone", geometry: square(0, 0) }
    assert.deepStrictEqual(judgeAreas(["a"], [remedy]).refused, [])
  })
})

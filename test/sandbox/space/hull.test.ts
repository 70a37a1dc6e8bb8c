import { assert, describe, it } from "vitest"
import { convexHull, hullOf, minimumConvexPolygon } from "../../../sandbox/space/hull.ts"
import { frameAt, type Plane } from "../../../sandbox/space/localFrame.ts"
import type { Shape } from "../../../src/domain/analysis/Geometry.ts"
import { area } from "../../../src/domain/geo/area.ts"
import { EARTH_RADIUS_M } from "../../../src/domain/geo/earth.ts"
import type { Geometry } from "../../../src/domain/geo/Geometry.ts"
import { orient } from "../../../src/domain/geo/orientation.ts"
import { checkGeometry } from "../../../src/domain/geo/validity.ts"
import * as Result from "effect/Result"
import { randomFrom } from "../../domain/geo/random.ts"
import { corners, normal } from "./places.ts"

const planeOf = (points: ReadonlyArray<readonly [number, number]>): Plane => ({
  x: Float64Array.from(points, ([x]) => x),
  y: Float64Array.from(points, ([, y]) => y)
})
const all = ({ x }: Plane) => Uint32Array.from(x.keys())
const circle = (count: number, radius: number) =>
  planeOf(
    Array.from({ length: count }, (_, i) => [
      radius * Math.cos((2 * Math.PI * i) / count),
      radius * Math.sin((2 * Math.PI * i) / count)
    ])
  )

describe("the convex hull", () => {
  it("is that of the naive way: the edges that have every point on one side", () => {
    const random = randomFrom(17)
    for (let round = 0; round < 60; round++) {
      const count = 3 + Math.floor(60 * random())
      // whole numbers: plenty of points on one line and at one place
      const plane = planeOf(
        Array.from({ length: count }, () =>
          round % 2 === 0
            ? [Math.floor(8 * random()), Math.floor(8 * random())]
            : [normal(random), normal(random)]
        )
      )
      const { x, y } = plane
      const corners = convexHull(plane, all(plane))
      const naive = new Set<string>()
      for (let a = 0; a < count; a++) {
        for (let b = 0; b < count; b++) {
          if (x[a] === x[b] && y[a] === y[b]) continue
          const isEdge = x.every((_, i) => {
            const side = orient(x[a]!, y[a]!, x[b]!, y[b]!, x[i]!, y[i]!)
            const between = (x[i]! - x[a]!) * (x[i]! - x[b]!) <= 0 && (y[i]! - y[a]!) * (y[i]! - y[b]!) <= 0
            return side > 0 || (side === 0 && between)
          })
          if (isEdge) naive.add(`${x[a]} ${y[a]}`).add(`${x[b]} ${y[b]}`)
        }
      }
      assert.deepStrictEqual(Array.from(corners, (i) => `${x[i]} ${y[i]}`).toSorted(), [...naive].toSorted())
    }
  })

  it.each(corners)("has the area of a circle and a square, %s", (_, lon, lat) => {
    const frame = frameAt(lon, lat)
    const round = circle(720, 1000)
    const polygon = 360 * Math.sin((2 * Math.PI) / 720) * 1e6
    assert.closeTo(hullOf(frame, round).areaM2 / polygon, 1, 1e-6)
    const square = planeOf([
      [300, 0],
      [300, 500],
      [800, 0],
      [800, 500],
      [500, 200],
      [550, 0]
    ])
    const hull = hullOf(frame, square)
    assert.closeTo(hull.areaM2, 250_000, 0.1)
    assert.strictEqual(hull.shape.type, "Polygon")
  })

  it("goes round the antimeridian in two valid parts, and round a pole in one", () => {
    const split = hullOf(frameAt(180, 10), circle(40, 5000)).shape
    assert.strictEqual(split.type, "MultiPolygon")
    assert.isTrue(Result.isSuccess(checkGeometry(split)))
    const cap = hullOf(frameAt(0, 90), circle(40, 5000)).shape
    assert.strictEqual(cap.type, "Polygon")
    assert.deepInclude(
      (cap as { readonly coordinates: ReadonlyArray<ReadonlyArray<unknown>> }).coordinates[0],
      [180, 90]
    )
  })

  /**
   * m² of an outline whose edges are straight in longitude and latitude, as maps draw it, on a sphere of the
   * size of the earth.
   */
  const drawn = ({ coordinates, type }: Shape): number => {
    const rings =
      type === "Polygon"
        ? [coordinates[0]!]
        : type === "MultiPolygon"
          ? coordinates.map(([shell]) => shell!)
          : []
    const radians = Math.PI / 180
    return rings.reduce(
      (total, ring) =>
        total +
        EARTH_RADIUS_M ** 2 *
          Math.abs(
            ring.slice(1).reduce((sum, [lon2, lat2], i) => {
              const [lon1, lat1] = ring[i]!
              const sine =
                lat1 === lat2
                  ? Math.sin(lat1! * radians)
                  : (Math.cos(lat1! * radians) - Math.cos(lat2! * radians)) / ((lat2! - lat1!) * radians)
              return sum + (lon2! - lon1!) * radians * sine
            }, 0)
          ),
      0
    )
  }

  it.each([
    ["round a pole", 0, 90, 5, 300_000],
    ["with a corner near the antimeridian", 100, -89.5, 4, 200_000],
    ["as wide as a continent", 20, 50, 6, 1_500_000],
    ["over the antimeridian", 179, 65, 5, 400_000]
  ] as const)("is drawn with the area that is stated, %s", (_, lon, lat, count, radius) => {
    const { areaM2, shape } = hullOf(frameAt(lon, lat), circle(count, radius))
    // the sphere is not the ellipsoid: 0.7% at a pole
    assert.closeTo(drawn(shape) / areaM2, 1, 0.01)
    assert.closeTo(area(shape as Geometry) / areaM2, 1, 0.001)
  })

  it("is a line of fixes on a line, a point of fixes at one place: both without area", () => {
    const frame = frameAt(8, 46)
    const line = hullOf(frame, planeOf(Array.from({ length: 50 }, (_, i) => [3 * i, 4 * i])))
    assert.deepStrictEqual([line.shape.type, line.areaM2], ["LineString", 0])
    assert.deepStrictEqual(
      hullOf(
        frame,
        planeOf([
          [10, 10],
          [10, 10],
          [10, 10]
        ])
      ).areaM2,
      0
    )
    assert.deepStrictEqual(hullOf(frame, planeOf([[0, 0]])).shape.type, "Point")
    assert.deepStrictEqual(
      hullOf(
        frameAt(180, 0),
        planeOf([
          [-100, 0],
          [0, 0],
          [100, 0]
        ])
      ).shape.type,
      "MultiLineString"
    )
  })

  it("takes some of the fixes", () => {
    assert.closeTo(
      hullOf(
        frameAt(8, 46),
        planeOf([
          [0, 0],
          [9, 9],
          [1, 0],
          [0, 1],
          [-9, 5]
        ]),
        Uint32Array.of(0, 2, 3)
      ).areaM2,
      0.5,
      1e-4
    )
  })
})

describe("the minimum convex polygon", () => {
  it("holds the fixes up to the type 7 quantile of their distances from the mean centre", () => {
    // pairs at equal distances on both sides, so that the mean stays at the centre: 41 fixes, quantile 0.95
    // is the 39th distance
    const plane = planeOf([
      [0, 0],
      ...Array.from({ length: 20 }, (_, i): ReadonlyArray<readonly [number, number]> => [
        [i + 1, i + 1],
        [-i - 1, -i - 1]
      ]).flat()
    ])
    const { kept } = minimumConvexPolygon(frameAt(8, 46), plane, 95)
    assert.strictEqual(kept.length, 39)
    assert.isTrue(kept.every((i) => Math.abs(plane.x[i]!) <= 19))
  })

  it("is the whole hull at 100 percent, and never larger below", () => {
    const random = randomFrom(23)
    const plane = planeOf(Array.from({ length: 400 }, () => [900 * normal(random), 500 * normal(random)]))
    const frame = frameAt(-70, -45)
    const whole = hullOf(frame, plane).areaM2
    assert.strictEqual(minimumConvexPolygon(frame, plane, 100).areaM2, whole)
    let last = 0
    for (const percent of [20, 50, 80, 95, 99]) {
      const { areaM2, kept } = minimumConvexPolygon(frame, plane, percent)
      assert.strictEqual(kept.length, 1 + Math.floor((399 * percent) / 100))
      assert.isTrue(areaM2 >= last && areaM2 <= whole)
      last = areaM2
    }
  })

  it("of identical fixes is a point that holds them all", () => {
    const { areaM2, kept, shape } = minimumConvexPolygon(
      frameAt(8, 46),
      planeOf(Array.from({ length: 30 }, () => [0.1, 0.7])),
      95
    )
    assert.deepStrictEqual([areaM2, kept.length, shape.type], [0, 30, "Point"])
  })
})

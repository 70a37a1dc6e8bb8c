import { describe, expect, it } from "@effect/vitest"
import { area as turfArea } from "@turf/turf"
import { area } from "../../../src/domain/geo/area.ts"
import type { Geometry } from "../../../src/domain/geo/Geometry.ts"
import { boxOf, randomFrom, ringOf, starRing } from "./random.ts"

const polygon = (...rings: Array<Array<[number, number]>>): Geometry => ({
  type: "Polygon",
  coordinates: rings
})

describe("the area of a polygon", () => {
  // GeographicLib test suite, Planimeter0 and Planimeter15 (latitude first there).
  it("equals the published numbers of GeographicLib's planimeter", () => {
    expect(area(polygon(ringOf([-1, 0], [0, -1], [1, 0], [0, 1])))).toBeCloseTo(24_619_419_146, -1)
    expect(area(polygon(ringOf([0, 90], [0, 0], [90, 0])))).toBeCloseTo(63_758_202_715_511, -1)
    expect(area(polygon(ringOf([1, 2], [2, 1], [3, 3])))).toBeCloseTo(18_454_562_325.45119, 3)
  })

  it("does not depend on the direction or the first corner of a ring", () => {
    const ring = starRing(randomFrom(3), 20, [10, 45], 0.1, 0.2)
    const expected = area(polygon(ring))
    expect(expected).toBeGreaterThan(0)
    expect(area(polygon(ring.toReversed()))).toBeCloseTo(expected, 3)
    expect(area(polygon(ringOf(...ring.slice(7, -1), ...ring.slice(0, 7))))).toBeCloseTo(expected, 3)
  })

  it("takes holes off and adds up parts", () => {
    const outer = area(polygon(boxOf(0, 0, 1, 1)))
    const inner = area(polygon(boxOf(0.2, 0.2, 0.4, 0.4)))
    expect(area(polygon(boxOf(0, 0, 1, 1), boxOf(0.2, 0.2, 0.4, 0.4)))).toBeCloseTo(outer - inner, 3)
    expect(
      area({
        type: "MultiPolygon",
        coordinates: [[boxOf(0, 0, 1, 1)], [boxOf(0, 0, 1, 1).map(([x, y]) => [x + 2, y] as const)]]
      })
    ).toBeCloseTo(2 * outer, 0)
  })

  it("is that of 2 degrees, not of 358, for a polygon over the antimeridian, whole or cut", () => {
    const home = area(polygon(boxOf(-1, 0, 1, 1)))
    expect(area(polygon(ringOf([179, 0], [-179, 0], [-179, 1], [179, 1])))).toBeCloseTo(home, 0)
    expect(
      area({ type: "MultiPolygon", coordinates: [[boxOf(179, 0, 180, 1)], [boxOf(-180, 0, -179, 1)]] })
    ).toBeCloseTo(2 * area(polygon(boxOf(0, 0, 1, 1))), 0)
  })

  it("agrees with turf's sphere within 0.5 % for areas of the size of a range, up to latitude 55 (beyond, the ellipsoid is flatter by more)", () => {
    const random = randomFrom(11)
    for (let i = 0; i < 100; i++) {
      const ring = starRing(
        random,
        3 + Math.floor(random() * 40),
        [random() * 300 - 150, random() * 110 - 55],
        0.02,
        0.1
      )
      const geometry = { type: "Polygon" as const, coordinates: [ring] }
      const ratio = area(geometry) / turfArea(geometry)
      expect(Math.abs(ratio - 1)).toBeLessThan(0.005)
    }
  })

  it("is that of the larger side for a ring round more than half the earth", () => {
    const wide = ringOf(
      [-170, -80],
      [-60, -80],
      [60, -80],
      [170, -80],
      [170, 80],
      [60, 80],
      [-60, 80],
      [-170, 80]
    )
    expect(area(polygon(wide))).toBeGreaterThan(4.5e14)
  })

  it("stays small where the bulge of a geodesic turns a long sliver inside out", () => {
    expect(area(polygon(ringOf([0, 60], [10, 60], [5, 60.01])))).toBeLessThan(1e10)
  })

  it("is 0 for points and lines", () => {
    expect(area({ type: "Point", coordinates: [1, 2] })).toBe(0)
    expect(
      area({
        type: "LineString",
        coordinates: [
          [1, 2],
          [3, 4]
        ]
      })
    ).toBe(0)
  })
})

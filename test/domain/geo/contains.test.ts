import { describe, expect, it } from "@effect/vitest"
import { booleanPointInPolygon as turfInside } from "@turf/turf"
import { contains, isWithin } from "../../../src/domain/geo/contains.ts"
import { distance } from "../../../src/domain/geo/distance.ts"
import type { Geometry, PolygonGeometry } from "../../../src/domain/geo/Geometry.ts"
import { prepare } from "../../../src/domain/geo/Polygon.ts"
import { boxOf, randomFrom, ringOf, starRing } from "./random.ts"

const inside = (geometry: Geometry, lon: number, lat: number, radiusM?: number): boolean =>
  contains(prepare(geometry, radiusM), lon, lat)
const polygon = (...rings: Array<Array<[number, number]>>): PolygonGeometry => ({
  type: "Polygon",
  coordinates: rings
})

describe("the border counts as inside, holes as outside", () => {
  const fence = polygon(boxOf(10, 50, 11, 51), boxOf(10.25, 50.25, 10.75, 50.75))

  it.each([
    ["between shell and hole", 10.1, 50.1, true],
    ["in the hole", 10.5, 50.5, false],
    ["outside", 9.9, 50.5, false],
    ["level with the northern edge but outside", 11.5, 51, false],
    ["level with the hole's northern edge, west of it", 10.1, 50.75, true],
    ["on a corner", 10, 50, true],
    ["on the opposite corner", 11, 51, true],
    ["on the western edge", 10, 50.3, true],
    ["on the northern edge", 10.3, 51, true],
    ["on a corner of the hole", 10.25, 50.25, true],
    ["on an edge of the hole", 10.25, 50.4, true],
    ["just beyond the eastern edge", 11 + 2e-15 * 8, 50.5, false]
  ])("%s", (_, lon, lat, expected) => {
    expect(inside(fence, lon, lat)).toBe(expected)
    expect(
      inside(
        polygon(...(fence.coordinates as Array<Array<[number, number]>>).map((ring) => ring.toReversed())),
        lon,
        lat
      )
    ).toBe(expected)
  })

  it("counts every corner and every point on an edge along an axis as inside, however odd its digits", () => {
    const random = randomFrom(5)
    for (let i = 0; i < 200; i++) {
      const [west, south] = [random() * 300 - 150, random() * 120 - 60]
      const [east, north] = [west + random(), south + random()]
      const prepared = prepare(polygon(boxOf(west, south, east, north)))
      const [lon, lat] = [west + random() * (east - west), south + random() * (north - south)]
      for (const [x, y] of [
        [west, south],
        [east, north],
        [west, lat],
        [east, lat],
        [lon, south],
        [lon, north]
      ] as const)
        expect(contains(prepared, x, y)).toBe(true)
      const star = starRing(random, 200, [west, south], 0.1, 1)
      const preparedStar = prepare(polygon(star))
      for (const [x, y] of star) expect(contains(preparedStar, x, y)).toBe(true)
    }
  })

  it("decides a slanting border to the last bit", () => {
    const triangle = polygon(ringOf([0, 0], [3, 1], [0, 1]))
    expect(inside(triangle, 1.5, 0.5)).toBe(true)
    // The doubles nearest to 0.3 and 0.1: 0.3 < 3 * 0.1 exactly, so the point lies on the inner side.
    expect(inside(triangle, 0.3, 0.1)).toBe(true)
    expect(inside(triangle, 0.30000000000000004, 0.1)).toBe(false)
  })

  it("leaves no gap between two paddocks that share a slanting border", () => {
    const random = randomFrom(21)
    for (let i = 0; i < 300; i++) {
      const [ax, ay, bx, by] = [10 + random(), 45 + random(), 10 + random(), 47 + random()]
      const west = prepare(polygon(ringOf([ax, ay], [bx, by], [9, 46])))
      const east = prepare(polygon(ringOf([ax, ay], [12, 46], [bx, by])))
      const t = random()
      const [lon, lat] = [ax + t * (bx - ax), ay + t * (by - ay)]
      expect(contains(west, lon, lat) || contains(east, lon, lat)).toBe(true)
    }
  })
})

describe("multi-part features", () => {
  const parts: Geometry = {
    type: "MultiPolygon",
    coordinates: [[boxOf(0, 0, 1, 1)], [boxOf(5, 5, 9, 9), boxOf(6, 6, 8, 8)], [boxOf(6.5, 6.5, 7.5, 7.5)]]
  }

  it("are the union of their parts, an island in a hole included", () => {
    expect(
      (
        [
          [0.5, 0.5],
          [5.5, 5.5],
          [7, 7],
          [6, 7]
        ] as const
      ).every(([lon, lat]) => inside(parts, lon, lat))
    ).toBe(true)
    expect(
      (
        [
          [6.25, 7],
          [3, 3],
          [9.5, 9]
        ] as const
      ).some(([lon, lat]) => inside(parts, lon, lat))
    ).toBe(false)
  })
})

describe("polygons over the antimeridian work", () => {
  const forms: Array<[string, Geometry]> = [
    ["whole", polygon(ringOf([179, -1], [-179, -1], [-179, 1], [179, 1]))],
    ["whole, from its eastern side", polygon(ringOf([-179, -1], [-179, 1], [179, 1], [179, -1]))],
    [
      "whole, with corners on the meridian",
      polygon(ringOf([179, -1], [180, -1], [-180, -1], [-179, -1], [-179, 1], [-180, 1], [179, 1]))
    ],
    [
      "cut as RFC 7946 advises",
      { type: "MultiPolygon", coordinates: [[boxOf(179, -1, 180, 1)], [boxOf(-180, -1, -179, 1)]] }
    ]
  ]

  it.each(forms)("%s", (_, geometry) => {
    const prepared = prepare(geometry)
    for (const lon of [179, 179.3, 179.999, 180, -180, -179.7, -179])
      expect(contains(prepared, lon, 0.5)).toBe(true)
    for (const lon of [178.9, -178.9, 0, 90, -90]) expect(contains(prepared, lon, 0.5)).toBe(false)
    for (const lat of [1.1, -1.1]) expect(contains(prepared, 180, lat)).toBe(false)
    expect(contains(prepared, -180, 1)).toBe(true)
  })

  it("with a hole over it, on it, or written from its other side", () => {
    const shell = ringOf([170, -10], [-170, -10], [-170, 10], [170, 10])
    for (const hole of [
      ringOf([179, -1], [-179, -1], [-179, 1], [179, 1]),
      ringOf([-179, -1], [-179, 1], [179, 1], [179, -1])
    ]) {
      const prepared = prepare(polygon(shell, hole))
      expect([180, -180, 179.5, -179.5].some((lon) => contains(prepared, lon, 0))).toBe(false)
      expect([178, -178, 179, -179].every((lon) => contains(prepared, lon, 0))).toBe(true)
    }
    const eastern = prepare(polygon(shell, boxOf(-179, -1, -178, 1)))
    expect(contains(eastern, -178.5, 0)).toBe(false)
    expect(contains(eastern, -178, 0)).toBe(true)
    expect(contains(eastern, 178.5, 0)).toBe(true)
  })

  it("a polygon that only ends there contains that meridian by both names", () => {
    for (const box of [boxOf(170, 0, 180, 1), boxOf(-180, 0, -170, 1)]) {
      expect([180, -180].map((lon) => inside(polygon(box), lon, 0.5))).toEqual([true, true])
    }
  })

  it("keeps corners and edges along a meridian exact beyond it", () => {
    const random = randomFrom(31)
    for (let i = 0; i < 300; i++) {
      const [west, east, lat] = [179 + random(), -179 - random(), random()]
      const prepared = prepare(polygon(ringOf([west, 0], [east, 0], [east, 1], [west, 1])))
      for (const lon of [west, east]) expect(contains(prepared, lon, lat)).toBe(true)
    }
  })
})

describe("agreement with an independent implementation", () => {
  it.each([3, 8, 40, 400])(
    "turf, on random stars of %d corners, with random holes if there is room",
    (corners) => {
      const random = randomFrom(corners)
      let hits = 0
      for (let i = 0; i < 60; i++) {
        const centre: [number, number] = [random() * 300 - 150, random() * 160 - 80]
        const rings = [starRing(random, corners, centre, 0.5, 1)]
        if (corners > 3 && i % 2 === 0)
          rings.push(starRing(random, 3 + Math.floor(random() * 20), centre, 0.05, 0.1))
        const geometry = { type: "Polygon" as const, coordinates: rings }
        const prepared = prepare(geometry)
        for (let k = 0; k < 100; k++) {
          const [lon, lat] = [centre[0] + random() * 2 - 1, centre[1] + random() * 2 - 1]
          const expected = turfInside([lon, lat], geometry)
          if (expected) hits++
          expect(contains(prepared, lon, lat)).toBe(expected)
        }
      }
      expect(hits).toBeGreaterThan(500)
    }
  )

  it("stays fast with 10,000 corners, also for a comb of 5,000 teeth", () => {
    const star = prepare(polygon(starRing(randomFrom(1), 9_999, [0, 0], 0.5, 1)))
    const teeth = Array.from({ length: 4_990 }, (_, i): [number, number] => [i / 5_000, i % 2])
    const comb = prepare(polygon(ringOf(...teeth, [1, -1], [0, -1])))
    const random = randomFrom(2)
    for (const prepared of [star, comb]) {
      const started = performance.now()
      for (let i = 0; i < 20_000; i++) contains(prepared, random(), random())
      expect((performance.now() - started) / 20_000).toBeLessThan(0.02)
    }
  })
})

describe("lines and points with radius_m", () => {
  const route: Geometry = {
    type: "LineString",
    coordinates: [
      [10, 50],
      [10.1, 50],
      [10.1, 50.1]
    ]
  }

  it("contain what is at most so many metres away", () => {
    const metresNorth = distance(10.05, 50, 10.05, 50.001)
    expect(inside(route, 10.05, 50.001, metresNorth + 0.01)).toBe(true)
    expect(inside(route, 10.05, 50.001, metresNorth - 0.01)).toBe(false)
    expect(inside(route, 9.999, 50, distance(9.999, 50, 10, 50) + 1e-6)).toBe(true)
    expect(inside(route, 9.999, 50, distance(9.999, 50, 10, 50) - 1e-6)).toBe(false)
    expect(
      inside(
        {
          type: "MultiPoint",
          coordinates: [
            [0, 0],
            [5, 5]
          ]
        },
        5,
        5.001,
        112
      )
    ).toBe(true)
    expect(inside({ type: "Point", coordinates: [5, 5] }, 5, 5.001, 111)).toBe(false)
  })

  it("contain only themselves without it", () => {
    expect(
      [
        [10, 50],
        [10.05, 50],
        [10.1, 50.07]
      ].every(([lon, lat]) => inside(route, lon!, lat!))
    ).toBe(true)
    expect(inside(route, 10.05, 50.0000001)).toBe(false)
    expect(inside({ type: "Point", coordinates: [180, 5] }, -180, 5)).toBe(true)
    expect(inside({ type: "Point", coordinates: [1, 5] }, 1, 5.0000001)).toBe(false)
  })

  it("work over the antimeridian, several times round the earth, and beside a pole", () => {
    const over: Geometry = {
      type: "LineString",
      coordinates: [
        [179.9, 0],
        [-179.9, 0]
      ]
    }
    expect([179.95, 180, -180, -179.95].every((lon) => inside(over, lon, 0.001, 200))).toBe(true)
    expect(inside(over, 0, 0, 200)).toBe(false)
    expect(inside({ type: "Point", coordinates: [179.9999, 0] }, -179.9999, 0, 30)).toBe(true)
    const round: Geometry = {
      type: "LineString",
      coordinates: Array.from({ length: 13 }, (_, i) => [((i * 100 + 180) % 360) - 180, i] as const)
    }
    expect(inside(round, 50, 0.5, 1)).toBe(true)
    expect(inside(round, 50, 4.1, 1)).toBe(true)
    expect(inside({ type: "Point", coordinates: [0, 89.9999] }, 180, 89.9999, 30)).toBe(true)
  })

  it.each([0, 45, 70, 85])(
    "measure as the haversine distance to the nearest of 20,000 points of the line does, at latitude %d",
    (lat) => {
      const random = randomFrom(lat + 1)
      for (let i = 0; i < 40; i++) {
        const ends = [0, 1].map(() => [20 + random() * 0.4, lat + random() * 0.2] as const)
        const [lon, y] = [20 + random() * 0.4, lat + random() * 0.2]
        const [[ax, ay], [bx, by]] = ends as [readonly [number, number], readonly [number, number]]
        let nearest = Infinity
        for (let k = 0; k <= 20_000; k++)
          nearest = Math.min(
            nearest,
            distance(lon, y, ax + (k / 20_000) * (bx - ax), ay + (k / 20_000) * (by - ay))
          )
        const line: Geometry = { type: "LineString", coordinates: ends }
        expect(inside(line, lon, y, nearest * 1.0002 + 0.1)).toBe(true)
        expect(inside(line, lon, y, nearest * 0.9998 - 0.1)).toBe(
          nearest * 0.9998 - 0.1 <= 0 ? inside(line, lon, y) : false
        )
      }
    }
  )

  it("a polygon has no width: the radius_m of a circle is already its polygon", () => {
    expect(inside(polygon(boxOf(0, 0, 1, 1)), 1.001, 0.5, 1_000)).toBe(false)
  })
})

describe("within so many metres of a geometry", () => {
  const fence = prepare(polygon(boxOf(10, 50, 11, 51), boxOf(10.4, 50.4, 10.6, 50.6)))

  it("is true inside, near the shell and near the border of a hole", () => {
    expect(isWithin(fence, 10.1, 50.1, 0)).toBe(true)
    expect(isWithin(fence, 11.001, 50.5, 80)).toBe(true)
    expect(isWithin(fence, 11.001, 50.5, 60)).toBe(false)
    expect(isWithin(fence, 10.401, 50.5, 80)).toBe(true)
    expect(isWithin(fence, 10.5, 50.5, 80)).toBe(false)
  })

  it("adds to the width of a line, and knows the antimeridian", () => {
    const line = prepare(
      {
        type: "LineString",
        coordinates: [
          [10, 50],
          [11, 50]
        ]
      },
      100
    )
    expect(isWithin(line, 10.5, 50.0015, 100)).toBe(true)
    expect(isWithin(line, 10.5, 50.0025, 100)).toBe(false)
    expect(isWithin(prepare(polygon(boxOf(179, 0, 180, 1))), -179.9995, 0.5, 60)).toBe(true)
  })
})

import { describe, expect, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { type Area, makeAreaIndex } from "../../../src/domain/geo/AreaIndex.ts"
import { circle } from "../../../src/domain/geo/circle.ts"
import { contains } from "../../../src/domain/geo/contains.ts"
import { prepare } from "../../../src/domain/geo/Polygon.ts"
import { boxOf, randomFrom, starRing } from "./random.ts"

const wrap = (lon: number): number => (lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon)

/**
 * Areas of every kind, crowded round (lon, lat) so that they overlap, and wrapped where they pass the
 * antimeridian.
 */
const crowd = (random: () => number, count: number, lon: number, lat: number): ReadonlyArray<Area> =>
  Array.from({ length: count }, (_, i): Area => {
    const centre: [number, number] = [lon + random() * 4 - 2, lat + random() * 4 - 2]
    const ring = starRing(random, 3 + Math.floor(random() * 30), centre, 0.1, 0.6).map(
      ([x, y]): [number, number] => [wrap(x), y]
    )
    const point = [wrap(centre[0]), centre[1]] as const
    const id = `area ${i}`
    if (i % 5 === 0) return { id, geometry: Result.getOrThrow(circle(point, 20_000 * random() + 1)) }
    if (i % 5 === 1) return { id, geometry: { type: "Point", coordinates: point }, radiusM: 30_000 }
    if (i % 5 === 2) return { id, geometry: { type: "LineString", coordinates: ring }, radiusM: 5_000 }
    if (i % 5 === 3)
      return {
        id,
        geometry: {
          type: "MultiPolygon",
          coordinates: [[ring], [ring.map(([x, y]) => [wrap(x + 1.5), y] as const)]]
        }
      }
    return { id, geometry: { type: "Polygon", coordinates: [ring] }, radiusM: 1_000_000 }
  })

describe("the areas a position is in", () => {
  it.each([
    [10, 45],
    [180, 10],
    [-179.5, -60],
    [0, 80],
    [90, 86]
  ])("are those that contain it, ascending: brute force agrees round %d, %d", (lon, lat) => {
    const random = randomFrom(lon * 1_000 + lat)
    const areas = crowd(random, 60, lon, lat)
    const index = makeAreaIndex(areas)
    const all = areas.map(({ geometry, radiusM }) => prepare(geometry, radiusM))
    let found = 0
    for (let i = 0; i < 1_500; i++) {
      const x =
        i % 50 === 0 && Math.abs(lon) > 170 ? (i % 100 === 0 ? 180 : -180) : wrap(lon + random() * 6 - 3)
      const y = lat + random() * 6 - 3
      const expected = all.flatMap((prepared, k) => (contains(prepared, x, y) ? [k] : []))
      found += expected.length
      expect(index.at(x, y)).toEqual(expected)
    }
    expect(found).toBeGreaterThan(500)
  })

  it("are none of no areas, and the answer of none is one shared, frozen array", () => {
    expect(makeAreaIndex([]).at(0, 0)).toEqual([])
    const index = makeAreaIndex([
      { id: "a", geometry: { type: "Polygon", coordinates: [boxOf(0, 0, 1, 1)] } }
    ])
    expect(index.at(5, 5)).toBe(index.at(6, 6))
    expect(index.at(5, 5)).toBe(makeAreaIndex([]).at(0, 0))
    expect(Object.isFrozen(index.at(5, 5))).toBe(true)
  })

  it("stay as they were answered when the next question is asked", () => {
    const index = makeAreaIndex(
      [0, 1, 2].map((i) => ({
        id: String(i),
        geometry: { type: "Polygon", coordinates: [boxOf(0, 0, i + 1, i + 1)] }
      }))
    )
    const first = index.at(0.5, 0.5)
    expect(index.at(2.5, 2.5)).toEqual([2])
    expect(first).toEqual([0, 1, 2])
  })

  it("name an area once even where two of its parts meet", () => {
    const geometry = {
      type: "MultiPolygon" as const,
      coordinates: [[boxOf(0, 0, 1, 1)], [boxOf(1, 0, 2, 1)]]
    }
    expect(makeAreaIndex([{ id: "a", geometry }]).at(1, 0.5)).toEqual([0])
  })

  it("include an area that ends on the antimeridian, asked from either side", () => {
    const index = makeAreaIndex(
      [boxOf(170, 0, 180, 1), boxOf(-180, 0, -170, 1)].map((ring, i) => ({
        id: String(i),
        geometry: { type: "Polygon", coordinates: [ring] }
      }))
    )
    expect([180, -180].map((lon) => index.at(lon, 0.5))).toEqual([
      [0, 1],
      [0, 1]
    ])
  })

  it("are all 2,000 for a position in 2,000 overlapping zones, within milliseconds", () => {
    const random = randomFrom(1)
    const index = makeAreaIndex(
      Array.from({ length: 2_000 }, (_, i) => ({
        id: String(i),
        geometry: { type: "Polygon", coordinates: [starRing(random, 16, [0, 0], 0.5, 1)] }
      }))
    )
    index.at(0, 0)
    const started = performance.now()
    expect(index.at(0, 0)).toHaveLength(2_000)
    expect(performance.now() - started).toBeLessThan(50)
  })
})

// A point with `radius_m` is the ground round it, as a circle is: over the antimeridian, near the poles, and for
// several points at once; compared with distances of another library.
import { distance } from "@turf/turf"
import { describe, expect, it } from "@effect/vitest"
import { makeAreaIndex } from "../../../src/domain/geo/AreaIndex.ts"
import type { Geometry } from "../../../src/domain/geo/Geometry.ts"
import { radiusOf } from "../../../src/domain/tracking/Feature.ts"
import { randomFrom } from "./random.ts"

const wrap = (lon: number): number => (lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon)

describe("a point with radius_m", () => {
  it("has its radius as lines have, and a polygon has none", () => {
    const point: Geometry = { type: "Point", coordinates: [10, 50] }
    expect(radiusOf(point, { radius_m: 100 })).toBe(100)
    expect(radiusOf({ type: "MultiPoint", coordinates: [[10, 50]] }, { radius_m: 100 })).toBe(100)
    expect(radiusOf(point, {})).toBeNull()
    expect(radiusOf(point, { radius_m: "wide" })).toBeNull()
    const ring = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0]
    ] as const
    expect(radiusOf({ type: "Polygon", coordinates: [ring] }, { radius_m: 100 })).toBeNull()
  })

  it.each([
    [10, 51],
    [179.9999, -17],
    [-180, 66],
    [25, 89.99],
    [0, -89.9],
    [60, 90]
  ])("holds what is at most so far away, round %d, %d", (lon, lat) => {
    const random = randomFrom(7)
    for (let i = 0; i < 300; i++) {
      const radiusM = 10 ** (1 + 4 * random())
      const second: [number, number] = [wrap(lon + 1), Math.max(-90, Math.min(90, lat - 1))]
      const geometry: Geometry =
        i % 2 === 0
          ? { type: "Point", coordinates: [lon, lat] }
          : { type: "MultiPoint", coordinates: [second, [lon, lat]] }
      const index = makeAreaIndex([{ id: "well", geometry, radiusM }])
      const reach = (3 * radiusM) / 111_195
      const y = Math.max(-90, Math.min(90, lat + (random() * 2 - 1) * reach))
      const x = wrap(
        lon + (random() * 2 - 1) * Math.min(180, reach / Math.max(1e-6, Math.cos((y * Math.PI) / 180)))
      )
      const centres = geometry.type === "Point" ? [[lon, lat]] : [second, [lon, lat]]
      const nearest = Math.min(...centres.map((c) => distance(c, [x, y], { units: "meters" })))
      if (Math.abs(nearest - radiusM) < 1e-4 * radiusM) continue // rounding decides
      expect(index.at(x, y).length > 0).toBe(nearest <= radiusM)
    }
  })
})

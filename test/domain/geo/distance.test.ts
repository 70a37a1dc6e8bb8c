import { describe, expect, it } from "@effect/vitest"
import { distance } from "../../../src/domain/geo/distance.ts"
import { EARTH_RADIUS_M } from "../../../src/domain/geo/earth.ts"

const quarter = (Math.PI / 2) * EARTH_RADIUS_M

describe("distances use the spherical haversine formula (spec 2.8, rule 1)", () => {
  it("gives the length of a degree, a quarter and half of the meridian", () => {
    expect(distance(0, 0, 0, 1)).toBeCloseTo(111_195.0802, 3)
    expect(distance(0, 0, 90, 0)).toBeCloseTo(quarter, 6)
    expect(distance(33, -90, -120, 90)).toBeCloseTo(2 * quarter, 6)
  })

  // Rosetta Code "Haversine formula": 2887.2599506 km with R = 6372.8 km.
  it("agrees with the published pair Nashville - Los Angeles", () => {
    expect(distance(-86.67, 36.12, -118.4, 33.94)).toBeCloseTo(
      2_887_259.9506 * (EARTH_RADIUS_M / 6_372_800),
      2
    )
  })

  it("takes the short way over the antimeridian", () => {
    expect(distance(179.5, 10, -179.5, 10)).toBeCloseTo(distance(-0.5, 10, 0.5, 10), 6)
    expect(distance(180, 55, -180, 55)).toBeCloseTo(0, 6)
  })

  it("is symmetric, zero between equal places, and never NaN between antipodes", () => {
    for (let lon = -180; lon <= 0; lon += 7.3) {
      for (let lat = -89.9; lat < 90; lat += 9.7) {
        expect(distance(lon, lat, lon, lat)).toBe(0)
        expect(distance(lon, lat, lon + 180, -lat)).toBeCloseTo(2 * quarter, 0)
        expect(distance(lon, lat, 12, 34)).toBe(distance(12, 34, lon, lat))
      }
    }
  })

  it("is exact for a millimetre", () => {
    expect(distance(10, 50, 10, 50 + 1e-8)).toBeCloseTo(0.00111195, 6)
  })
})

import { describe, expect, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { area } from "../../../src/domain/geo/area.ts"
import { circle } from "../../../src/domain/geo/circle.ts"
import { contains } from "../../../src/domain/geo/contains.ts"
import { distance } from "../../../src/domain/geo/distance.ts"
import type { Point } from "../../../src/domain/geo/Point.ts"
import { prepare } from "../../../src/domain/geo/Polygon.ts"
import { checkGeometry } from "../../../src/domain/geo/validity.ts"

const accepted: ReadonlyArray<readonly [Point, number]> = [
  [[10, 50], 500],
  [[179.999, -17], 5_000],
  [[-180, 0], 100_000],
  [[25, 71], 0.1],
  [[0, 80], 1_000_000],
  [[140, -81], 990_000]
]

describe("a circle is a polygon with shape, centre and radius_m (spec 2.3)", () => {
  it.each(accepted)(
    "round %j with %d m: every corner lies on it, the centre in it, and the polygon is valid as it stands",
    (centre, radius) => {
      const polygon = Result.getOrThrow(circle(centre, radius))
      expect(polygon.coordinates[0]).toHaveLength(65)
      for (const [lon, lat] of polygon.coordinates[0]!)
        expect(Math.abs(distance(centre[0], centre[1], lon, lat) - radius)).toBeLessThan(1e-7 * radius + 1e-7)
      expect(contains(prepare(polygon), centre[0], centre[1])).toBe(true)
      expect(Result.getOrThrow(checkGeometry(polygon))).toEqual(polygon)
    }
  )

  it("has the area of 64 corners: 0.16 % less than the round one", () => {
    const polygon = Result.getOrThrow(circle([8, 46], 1_000))
    expect(area(polygon) / (Math.PI * 1e6)).toBeCloseTo(0.9984, 2)
  })

  it("over the antimeridian contains both sides and not the rest of the world", () => {
    const prepared = prepare(Result.getOrThrow(circle([179.99, 0], 5_000)))
    expect([179.96, 180, -180, -179.98].map((lon) => contains(prepared, lon, 0))).toEqual([
      true,
      true,
      true,
      true
    ])
    expect([179.9, -179.9, 0].map((lon) => contains(prepared, lon, 0))).toEqual([false, false, false])
  })

  it.each<[string, Point, number, string]>([
    ["no radius", [0, 0], 0, "/radius_m"],
    ["a negative radius", [0, 0], -5, "/radius_m"],
    ["NaN", [0, 0], NaN, "/radius_m"],
    ["an infinite radius", [0, 0], Infinity, "/radius_m"],
    ["more than 1,000 km", [1, 1], 1e9, "/radius_m"],
    ["a circle that reaches the north pole", [0, 89.9], 20_000, "/radius_m"],
    ["a circle that reaches the south pole", [0, -90], 1, "/radius_m"],
    ["a centre off the earth", [181, 0], 10, "/centre"],
    ["a centre that is no number", [0, NaN], 10, "/centre"]
  ])("refuses %s", (_, centre, radius, pointer) => {
    const issue = Result.flip(circle(centre, radius))
    expect(Result.getOrThrow(issue)).toMatchObject({ pointer, code: "CIRCLE_INVALID" })
  })
})

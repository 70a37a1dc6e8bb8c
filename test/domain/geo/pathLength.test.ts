import { describe, expect, it } from "@effect/vitest"
import type { Geometry } from "../../../src/domain/geo/Geometry.ts"
import { countCorners, pathLength } from "../../../src/domain/geo/pathLength.ts"
import { boxOf, ringOf } from "./random.ts"

const polygon = (...rings: Array<Array<[number, number]>>): Geometry => ({
  type: "Polygon",
  coordinates: rings
})

describe("the length of a border", () => {
  // GeographicLib test suite, Planimeter0 (latitude first there).
  it("equals the published number of GeographicLib's planimeter", () => {
    expect(pathLength(polygon(ringOf([-1, 0], [0, -1], [1, 0], [0, 1])))).toBeCloseTo(627_598.2731, 3)
  })

  it("counts the borders of holes and parts, of lines, and of points nothing", () => {
    const outer = pathLength(polygon(boxOf(0, 0, 1, 1)))
    const inner = pathLength(polygon(boxOf(0.2, 0.2, 0.4, 0.4)))
    expect(pathLength(polygon(boxOf(0, 0, 1, 1), boxOf(0.2, 0.2, 0.4, 0.4)))).toBeCloseTo(outer + inner, 6)
    expect(pathLength({ type: "LineString", coordinates: boxOf(0, 0, 1, 1) })).toBeCloseTo(outer, 6)
    expect(pathLength({ type: "Point", coordinates: [1, 2] })).toBe(0)
  })

  it("has as many corners as positions, the closing one left out", () => {
    expect(countCorners(polygon(boxOf(0, 0, 1, 1), boxOf(0.2, 0.2, 0.4, 0.4)))).toBe(8)
    expect(countCorners({ type: "LineString", coordinates: boxOf(0, 0, 1, 1) })).toBe(5)
    expect(countCorners({ type: "Point", coordinates: [1, 2] })).toBe(1)
  })
})

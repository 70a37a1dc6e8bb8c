// How two shapes lie to one another, held against the clipping of turf.
import { describe, expect, it } from "@effect/vitest"
import { area, difference, featureCollection, intersect, multiPolygon, polygon } from "@turf/turf"
import type { Geometry } from "../../../src/domain/geo/Geometry.ts"
import { prepare } from "../../../src/domain/geo/Polygon.ts"
import { costOfRelation, relationOf } from "../../../src/domain/geo/relationOf.ts"
import { boxOf, randomFrom, starRing } from "./random.ts"

type Rings = Array<Array<[number, number]>>

const shape = (...rings: Rings): Geometry => ({ type: "Polygon", coordinates: rings })
const relate = (a: Geometry, b: Geometry, radiusA = 0, radiusB = 0) =>
  relationOf(prepare(a, radiusA), prepare(b, radiusB))
const box = (west: number, south: number, east: number, north: number) =>
  shape(boxOf(west, south, east, north))
const point = (lon: number, lat: number): Geometry => ({ type: "Point", coordinates: [lon, lat] })

/** Ground of `a` outside `b`, and in both, below a square metre counted as none. */
const clipped = (a: Rings, b: Rings) => {
  const pair = () => featureCollection([polygon(a), polygon(b)])
  const squareMetres = (found: ReturnType<typeof intersect>) => (found === null ? 0 : area(found))
  return {
    shared: squareMetres(intersect(pair())) > 1,
    outside: squareMetres(difference(pair())) > 1,
    beyond: squareMetres(difference(featureCollection([polygon(b), polygon(a)]))) > 1
  }
}

const expected = (a: Rings, b: Rings) => {
  const { beyond, outside, shared } = clipped(a, b)
  return !shared ? null : !outside ? "inside" : !beyond ? "contains" : "overlaps"
}

describe("the relation of two areas", () => {
  it("says which is inside which, and that a part of the ground is common", () => {
    expect(relate(box(0, 0, 1, 1), box(-1, -1, 2, 2))).toBe("inside")
    expect(relate(box(-1, -1, 2, 2), box(0, 0, 1, 1))).toBe("contains")
    expect(relate(box(0, 0, 2, 2), box(1, 1, 3, 3))).toBe("overlaps")
    expect(relate(box(0, 0, 1, 1), box(2, 2, 3, 3))).toBe(null)
  })

  it("finds nothing common in neighbours along one fence, and calls equal areas inside one another", () => {
    expect(relate(box(0, 0, 1, 1), box(1, 0, 2, 1))).toBe(null)
    expect(relate(box(0, 0, 1, 1), box(1, 1, 2, 2))).toBe(null)
    expect(relate(box(0, 0, 1, 1), box(0, 0, 1, 1))).toBe("inside")
    expect(relate(box(0, 0, 1, 1), box(0, 0, 2, 1))).toBe("inside")
  })

  it("leaves holes out", () => {
    const ring = shape(boxOf(0, 0, 9, 9), boxOf(3, 3, 6, 6))
    expect(relate(box(4, 4, 5, 5), ring)).toBe(null)
    expect(relate(box(3, 3, 6, 6), ring)).toBe(null)
    expect(relate(box(2, 2, 5, 5), ring)).toBe("overlaps")
    expect(relate(box(1, 1, 2, 2), ring)).toBe("inside")
    expect(relate(box(2, 2, 7, 7), ring)).toBe("overlaps")
    expect(relate(shape(boxOf(2, 2, 7, 7), boxOf(3, 3, 6, 6)), ring)).toBe("inside")
    expect(relate(ring, box(-1, -1, 10, 10))).toBe("inside")
  })

  it("crosses the antimeridian", () => {
    const wide = shape([
      [170, 0],
      [-170, 0],
      [-170, 10],
      [170, 10],
      [170, 0]
    ])
    expect(relate(box(-179, 1, -178, 2), wide)).toBe("inside")
    expect(relate(wide, box(-179, 1, -178, 2))).toBe("contains")
    expect(relate(wide, box(-171, 1, -169, 2))).toBe("overlaps")
    expect(relate(wide, box(-160, 1, -150, 2))).toBe(null)
  })

  it("takes an area of several parts as one", () => {
    const two = multiPolygon([[boxOf(0, 0, 1, 1)], [boxOf(5, 5, 6, 6)]]).geometry as unknown as Geometry
    expect(relate(two, box(-1, -1, 7, 7))).toBe("inside")
    expect(relate(box(-1, -1, 7, 7), two)).toBe("contains")
    expect(relate(two, box(-1, -1, 2, 2))).toBe("overlaps")
    expect(relate(box(5.2, 5.2, 5.4, 5.4), two)).toBe("inside")
    expect(relate(two, two)).toBe("inside")
  })

  it("is as turf clips them, for random areas", () => {
    const random = randomFrom(7)
    const kinds = new Map<string | null, number>()
    for (let i = 0; i < 300; i++) {
      const centre = (): [number, number] => [random() * 0.3, random() * 0.3]
      const [a, b] = [
        [starRing(random, 12, centre(), 0.02, 0.05 + 0.3 * random())],
        [starRing(random, 9, centre(), 0.02, 0.05 + 0.3 * random())]
      ]
      const relation = relate(shape(...a), shape(...b))
      expect(relation, `pair ${i}`).toBe(expected(a, b))
      kinds.set(relation, (kinds.get(relation) ?? 0) + 1)
    }
    expect([...kinds.keys()]).toHaveLength(4)
  })

  it("is as turf clips them, for boxes on a grid, which share corners and sides", () => {
    const random = randomFrom(11)
    const side = () => {
      const [p, q] = [Math.floor(random() * 4), Math.floor(random() * 4)]
      return [Math.min(p, q), Math.max(p, q) + 1] as const
    }
    for (let i = 0; i < 300; i++) {
      const ring = () => {
        const [[west, east], [south, north]] = [side(), side()]
        return [boxOf(west, south, east, north)]
      }
      const [a, b] = [ring(), ring()]
      expect(relate(shape(...a), shape(...b)), JSON.stringify([a, b])).toBe(expected(a, b))
    }
  })
})

describe("the relation of lines and points", () => {
  it("reaches as far as their radius", () => {
    const paddock = box(0, 0, 1, 1)
    expect(relate(point(0.5, 0.5), paddock)).toBe("inside")
    expect(relate(paddock, point(0.5, 0.5))).toBe("contains")
    expect(relate(point(0.999, 0.5), paddock, 500)).toBe("overlaps")
    expect(relate(point(1.001, 0.5), paddock, 500)).toBe("overlaps")
    expect(relate(point(1.1, 0.5), paddock, 500)).toBe(null)
    expect(relate(paddock, point(0.5, 0.5), 0, 200_000)).toBe("inside")
    expect(relate(point(0, 0), point(0.001, 0), 50, 500)).toBe("inside")
  })

  it("finds a line that crosses an area without a corner in it", () => {
    const line: Geometry = {
      type: "LineString",
      coordinates: [
        [-1, 0.5],
        [2, 0.6]
      ]
    }
    expect(relate(line, box(0, 0, 1, 1))).toBe("overlaps")
    expect(relate(box(0, 0, 1, 1), line)).toBe("overlaps")
    expect(relate(line, box(-2, 0, 3, 1))).toBe("inside")
    expect(relate(line, box(0, 2, 1, 3))).toBe(null)
  })
})

describe("the cost of a relation", () => {
  it("is none for shapes that are far from one another", () => {
    expect(costOfRelation(prepare(box(0, 0, 1, 1)), prepare(box(2, 0, 3, 1)))).toBe(0)
    expect(costOfRelation(prepare(box(0, 0, 1, 1)), prepare(box(0.5, 0, 3, 1)))).toBe(10)
  })
})

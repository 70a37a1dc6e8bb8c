import { describe, expect, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { area } from "../../../src/domain/geo/area.ts"
import type { Geometry } from "../../../src/domain/geo/Geometry.ts"
import type { GeometryIssue } from "../../../src/domain/geo/GeometryIssue.ts"
import type { Point } from "../../../src/domain/geo/Point.ts"
import { checkGeometry } from "../../../src/domain/geo/validity.ts"
import { type Line, readCorpus } from "../../support/corpus.ts"
import { boxOf, randomFrom, ringOf, starRing } from "./random.ts"

const polygon = (...rings: ReadonlyArray<unknown>) => ({ type: "Polygon", coordinates: rings })
const multi = (...parts: ReadonlyArray<unknown>) => ({ type: "MultiPolygon", coordinates: parts })
const refused = (input: unknown): ReadonlyArray<GeometryIssue> =>
  Result.match(checkGeometry(input), { onFailure: (issues) => issues, onSuccess: () => [] })
const accepted = (input: unknown): Geometry => Result.getOrThrow(checkGeometry(input))
const unit = boxOf(0, 0, 1, 1)

interface CorpusLine extends Line {
  readonly input: { readonly $gen?: "circle" | "zones"; readonly n?: number }
}

const corpus = readCorpus().filter((line): line is CorpusLine => line.surface === "geojson")

/** The geometries a line stands for: itself, one circle of n corners, or n zones that all overlap. */
const geometriesOf = ({ input }: CorpusLine): ReadonlyArray<unknown> => {
  if (input.$gen === "circle") return [polygon(starRing(() => 0.5, input.n!, [0, 0], 1, 1))]
  if (input.$gen === "zones")
    return Array.from({ length: input.n! }, (_, i) => polygon(starRing(randomFrom(i), 8, [0, 0], 0.5, 1)))
  return [input]
}

/** Where the corpus leaves the decision open: over the antimeridian is accepted, round a pole refused. */
const decided: Record<string, boolean> = { antimeridian: true, "pole cap": false }

describe("the hostile corpus", () => {
  it("has geojson lines", () => expect(corpus.length).toBeGreaterThanOrEqual(14))

  it.each(corpus.map((line) => [line.name, line] as const))("%s", (name, line) => {
    const statuses = [line.expect.status].flat()
    const accept = decided[name] ?? statuses.some((status) => status < 300)
    expect(statuses.some((status) => status < 300 === accept)).toBe(true)
    for (const geometry of geometriesOf(line)) expect(Result.isSuccess(checkGeometry(geometry))).toBe(accept)
  })
})

describe("the form of a geometry", () => {
  it.each<[string, unknown, string, string, RegExp]>([
    ["no object", 7, "", "GEOMETRY_TYPE", /object/],
    ["null", null, "", "GEOMETRY_TYPE", /null/],
    ["an array", [], "", "GEOMETRY_TYPE", /array/],
    ["no type", { coordinates: [1, 2] }, "/type", "GEOMETRY_TYPE", /missing/],
    ["an unknown type", { type: "Circle", coordinates: [1, 2] }, "/type", "GEOMETRY_TYPE", /"Circle"/],
    [
      "a type every object has",
      { type: "toString", coordinates: [1, 2] },
      "/type",
      "GEOMETRY_TYPE",
      /toString/
    ],
    [
      "a FeatureCollection",
      { type: "FeatureCollection", features: [] },
      "/type",
      "GEOMETRY_TYPE",
      /FeatureCollection/
    ],
    [
      "a crs",
      { type: "Point", coordinates: [1, 2], crs: { type: "name", properties: { name: "EPSG:3857" } } },
      "/crs",
      "GEOMETRY_MEMBER",
      /crs.*WGS 84/
    ],
    [
      "an unknown member",
      { type: "Point", coordinates: [1, 2], "a/b~c": 1 },
      "/a~1b~0c",
      "GEOMETRY_MEMBER",
      /a\/b~c/
    ],
    ["no coordinates", { type: "Point" }, "/coordinates", "POSITION_INVALID", /missing/],
    ["one ordinate", { type: "Point", coordinates: [1] }, "/coordinates", "POSITION_INVALID", /array of 1/],
    [
      "four ordinates",
      { type: "Point", coordinates: [1, 2, 3, 4] },
      "/coordinates",
      "POSITION_INVALID",
      /array of 4/
    ],
    [
      "null",
      { type: "Point", coordinates: [null, 2] },
      "/coordinates/0",
      "POSITION_INVALID",
      /longitude.*null/
    ],
    [
      "a text",
      { type: "Point", coordinates: [1, "2"] },
      "/coordinates/1",
      "POSITION_INVALID",
      /latitude.*string/
    ],
    ["NaN", { type: "Point", coordinates: [NaN, 2] }, "/coordinates/0", "POSITION_INVALID", /not finite/],
    [
      "a height that is no number",
      { type: "Point", coordinates: [1, 2, null] },
      "/coordinates/2",
      "POSITION_INVALID",
      /height/
    ],
    [
      "a longitude out of range",
      {
        type: "LineString",
        coordinates: [
          [0, 0],
          [180.5, 0]
        ]
      },
      "/coordinates/1/0",
      "POSITION_OUT_OF_RANGE",
      /180\.5.*-180 to 180/
    ],
    [
      "a latitude out of range",
      polygon([
        [0, 0],
        [1, 0],
        [1, -91],
        [0, 0]
      ]),
      "/coordinates/0/2/1",
      "POSITION_OUT_OF_RANGE",
      /-91.*-90 to 90/
    ],
    [
      "an empty MultiPoint",
      { type: "MultiPoint", coordinates: [] },
      "/coordinates",
      "GEOMETRY_EMPTY",
      /empty/
    ],
    ["an empty ring", polygon(unit, []), "/coordinates/1", "GEOMETRY_EMPTY", /empty/],
    ["an empty part", multi([unit], []), "/coordinates/1", "GEOMETRY_EMPTY", /empty/],
    ["a ring that is an object", polygon({ length: 4 }), "/coordinates/0", "GEOMETRY_EMPTY", /an object/],
    [
      "coordinates of another type",
      { type: "Polygon", coordinates: unit },
      "/coordinates/0/0",
      "POSITION_INVALID",
      /number/
    ],
    [
      "a line of one position",
      { type: "LineString", coordinates: [[1, 1]] },
      "/coordinates",
      "LINE_TOO_SHORT",
      /two different/
    ],
    [
      "a line of one place",
      {
        type: "MultiLineString",
        coordinates: [
          [
            [1, 1],
            [1, 1]
          ]
        ]
      },
      "/coordinates/0",
      "LINE_TOO_SHORT",
      /two different/
    ],
    [
      "a ring of three positions",
      polygon([
        [0, 0],
        [1, 1],
        [0, 0]
      ]),
      "/coordinates/0",
      "RING_TOO_SHORT",
      /four/
    ],
    [
      "a ring closed only by another name of its meridian",
      polygon([
        [180, 0],
        [170, 0],
        [170, 1],
        [-180, 0]
      ]),
      "/coordinates/0",
      "RING_UNCLOSED",
      /not closed/
    ]
  ])("refuses %s", (_, input, pointer, code, detail) => {
    const [issue] = refused(input)
    expect(issue).toMatchObject({ pointer, code })
    expect(issue!.detail).toMatch(detail)
  })

  it("lists several problems at once, but no more than twenty", () => {
    expect(
      refused({
        type: "MultiPoint",
        coordinates: [
          [1, 91],
          ["a", 2],
          [3, 3]
        ],
        crs: null
      }).map(({ pointer }) => pointer)
    ).toEqual(["/crs", "/coordinates/0/1", "/coordinates/1/0"])
    expect(
      refused({ type: "MultiPoint", coordinates: Array.from({ length: 9_000 }, () => [null, null]) }).length
    ).toBeLessThanOrEqual(21)
  })

  it("keeps type and two ordinates a position, and drops height and bbox", () => {
    expect(
      accepted({
        type: "LineString",
        coordinates: [
          [1, 2, 300],
          [3, 4]
        ],
        bbox: [1, 2, 3, 4]
      })
    ).toEqual({
      type: "LineString",
      coordinates: [
        [1, 2],
        [3, 4]
      ]
    })
    for (const geometry of [
      { type: "Point", coordinates: [180, -90] },
      {
        type: "MultiPoint",
        coordinates: [
          [1, 1],
          [1, 1]
        ]
      },
      {
        type: "MultiLineString",
        coordinates: [
          [
            [0, 0],
            [1, 1],
            [0, 1],
            [1, 0]
          ]
        ]
      }
    ]) {
      expect(accepted(geometry)).toEqual(geometry)
    }
  })

  it("counts positions before it looks at any", () => {
    const many = Array.from({ length: 1_000_000 }, () => null)
    const unreadable = new Proxy(many, {
      get: (target, name) => {
        if (/^\d+$/.test(String(name))) throw new Error(`position ${String(name)} was read`)
        return Reflect.get(target, name)
      }
    })
    for (const input of [
      { type: "MultiPoint", coordinates: unreadable },
      polygon(unreadable),
      { type: "Polygon", coordinates: many },
      multi([many]),
      multi(many.map(() => []))
    ]) {
      expect(refused(input)).toMatchObject([{ pointer: "/coordinates", code: "GEOMETRY_TOO_LARGE" }])
    }
    expect(refused(polygon(starRing(() => 0.5, 9_999, [0, 0], 1, 1)))).toEqual([])
    expect(refused(polygon(starRing(() => 0.5, 10_000, [0, 0], 1, 1)))).toMatchObject([
      { code: "GEOMETRY_TOO_LARGE" }
    ])
  })
})

describe("the rings of a polygon", () => {
  const hole = boxOf(0.2, 0.2, 0.4, 0.4)
  it.each<[string, unknown, string, string]>([
    ["a bow-tie", polygon(ringOf([0, 0], [1, 1], [1, 0], [0, 1])), "/coordinates/0", "RING_CROSSING"],
    [
      "a bow-tie that crosses in a corner",
      polygon(ringOf([0, 0], [1, 1], [2, 2], [2, 0], [1, 1], [0, 2])),
      "/coordinates/0",
      "RING_CROSSING"
    ],
    ["a ring run through twice", polygon([...unit, ...unit.slice(1)]), "/coordinates/0", "RING_CROSSING"],
    [
      "a spike outwards",
      polygon(ringOf([0, 0], [1, 0], [1, 1], [1, 2], [1, 1], [0, 1])),
      "/coordinates/0",
      "RING_CROSSING"
    ],
    [
      "a spike inwards",
      polygon(ringOf([0, 0], [1, 0], [1, 1], [0.5, 0.5], [1, 1], [0, 1])),
      "/coordinates/0",
      "RING_CROSSING"
    ],
    ["a flat ring", polygon(ringOf([0, 0], [2, 2], [1, 1])), "/coordinates/0", "RING_CROSSING"],
    [
      "a ring of two places",
      polygon(ringOf([0, 0], [1, 1], [0, 0], [1, 1])),
      "/coordinates/0",
      "RING_TOO_SHORT"
    ],
    ["a ring of one place", polygon(ringOf([1, 1], [1, 1], [1, 1])), "/coordinates/0", "RING_TOO_SHORT"],
    ["a hole outside the shell", polygon(unit, boxOf(5, 5, 6, 6)), "/coordinates/1", "HOLE_OUTSIDE"],
    [
      "a hole outside that touches the shell",
      polygon(unit, ringOf([1, 0.5], [2, 0], [2, 1])),
      "/coordinates/1",
      "HOLE_OUTSIDE"
    ],
    ["a hole that holds the shell", polygon(unit, boxOf(-1, -1, 2, 2)), "/coordinates/1", "HOLE_OUTSIDE"],
    [
      "a hole that crosses the shell",
      polygon(unit, hole, boxOf(0.5, 0.5, 1.5, 0.7)),
      "/coordinates/2",
      "HOLE_CROSSING"
    ],
    [
      "a hole along an edge of the shell",
      polygon(unit, boxOf(0.2, 0, 0.4, 0.4)),
      "/coordinates/1",
      "HOLE_CROSSING"
    ],
    ["a hole in a hole", polygon(unit, boxOf(0.1, 0.1, 0.9, 0.9), hole), "/coordinates/2", "HOLE_CROSSING"],
    ["holes that cross", polygon(unit, hole, boxOf(0.3, 0.3, 0.5, 0.5)), "/coordinates/2", "HOLE_CROSSING"],
    ["the same hole twice", polygon(unit, hole, hole), "/coordinates/2", "HOLE_CROSSING"],
    ["the shell as its own hole", polygon(unit, unit), "/coordinates/1", "HOLE_CROSSING"],
    [
      "a hole that crosses itself",
      polygon(unit, ringOf([0.1, 0.1], [0.9, 0.9], [0.9, 0.1], [0.1, 0.9])),
      "/coordinates/1",
      "RING_CROSSING"
    ],
    ["parts that cross", multi([unit], [boxOf(0.5, 0.5, 2, 2)]), "/coordinates/1/0", "PARTS_OVERLAP"],
    ["a part in a part", multi([boxOf(-5, -5, 5, 5)], [unit]), "/coordinates/1/0", "PARTS_OVERLAP"],
    ["the same part twice", multi([unit], [unit]), "/coordinates/1/0", "PARTS_OVERLAP"],
    [
      "a part that holds another and its hole",
      multi([boxOf(-5, -5, 5, 5), boxOf(3, 3, 4, 4)], [boxOf(2, 2, 4.5, 4.5)]),
      "/coordinates/1/0",
      "PARTS_OVERLAP"
    ],
    [
      "a hole of one part that lies in another",
      multi([boxOf(-5, -5, 5, 5)], [boxOf(7, 7, 8, 8), unit]),
      "/coordinates/1/1",
      "HOLE_OUTSIDE"
    ],
    [
      "a bad hole of a later part",
      multi([boxOf(5, 5, 6, 6)], [unit, boxOf(2, 2, 3, 3)]),
      "/coordinates/1/1",
      "HOLE_OUTSIDE"
    ]
  ])("refuses %s", (_, input, pointer, code) => {
    expect(refused(input)).toMatchObject([{ pointer, code }])
  })

  it("says where, in words and as a place", () => {
    const [bow] = refused(polygon(ringOf([0, 0], [1, 1], [1, 0], [0, 1])))
    expect(bow!.detail).toContain("near [0.5, 0.5]")
    expect(bow!.at).toEqual([0.5, 0.5])
  })

  it.each<[string, unknown, at: Point | undefined]>([
    ["an open ring at its end", polygon([...unit.slice(0, -1), [2, 2]]), [2, 2]],
    [
      "a short line at its beginning",
      {
        type: "LineString",
        coordinates: [
          [3, 4],
          [3, 4]
        ]
      },
      [3, 4]
    ],
    ["a hole where it leaves its shell", polygon(unit, boxOf(2, 2, 3, 3)), [2, 2]],
    [
      "a crossing beyond the antimeridian where people look for it",
      polygon(ringOf([179, 0], [-179, 1], [-179, 0], [179, 1])),
      [180, 0.5]
    ],
    ["nowhere what lies outside the earth", { type: "Point", coordinates: [200, 0] }, undefined]
  ])("shows %s", (_, input, at) => {
    expect(refused(input)[0]!.at).toEqual(at)
  })

  it.each<[string, unknown]>([
    ["a hole that touches the shell in one point", polygon(unit, ringOf([0, 0.5], [0.5, 0.4], [0.5, 0.6]))],
    [
      "a hole with all its corners on the shell",
      polygon(unit, ringOf([0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5]))
    ],
    ["holes that touch in a corner", polygon(unit, hole, boxOf(0.4, 0.4, 0.6, 0.6))],
    [
      "a ring that touches itself in a corner",
      polygon(ringOf([0, 0], [1, 1], [2, 0], [2, 2], [1, 1], [0, 2]))
    ],
    [
      "a ring that touches itself in its westernmost corner",
      polygon(ringOf([1, 0], [4, 0], [0, 2], [2, 3], [0, 3], [0, 2]))
    ],
    [
      "a ring that touches itself round a hole",
      polygon(ringOf([0, 0], [3, 0], [3, 3], [0, 3], [0, 0], [1, 2], [2, 1]))
    ],
    [
      "repeated corners",
      polygon([
        [0, 0],
        [0, 0],
        [1, 0],
        [1, 0],
        [1, 1],
        [0, 0],
        [0, 0]
      ])
    ],
    ["parts that share an edge", multi([unit], [boxOf(1, 0, 2, 1)])],
    ["parts that share some of an edge", multi([unit], [boxOf(1, 0.3, 2, 5)], [boxOf(1, -1, 2, 0.3)])],
    [
      "parts that meet in a corner",
      multi([unit], [boxOf(1, 1, 2, 2)], [boxOf(1, 0, 2, 1)], [boxOf(0, 1, 1, 2)])
    ],
    ["a part in the hole of another", multi([boxOf(-5, -5, 5, 5), boxOf(-1, -1, 2, 2)], [unit])],
    ["a part that fills the hole of another", multi([boxOf(-5, -5, 5, 5), unit], [unit])],
    ["parts far apart", multi([unit], [boxOf(100, 0, 101, 1)])]
  ])("accepts %s", (_, input) => {
    expect(refused(input)).toEqual([])
  })

  it("accepts clockwise shells and counterclockwise holes, and winds them as RFC 7946 does, from the same corner", () => {
    const stored = accepted(polygon(unit.toReversed(), hole))
    expect(stored).toEqual(polygon(unit, hole.toReversed()))
    expect(accepted(stored)).toEqual(stored)
    expect(area(accepted(polygon(unit.toReversed())))).toBeGreaterThan(1e10)
    expect(accepted(multi([unit.toReversed()]))).toEqual(multi([unit]))
  })
})

describe("the antimeridian and the poles", () => {
  const wide = ringOf([179, 0], [-179, 0], [-179, 1], [179, 1])

  it("keeps a polygon over the antimeridian as it was sent, wound the right way", () => {
    expect(accepted(polygon(wide))).toEqual(polygon(wide))
    expect(accepted(polygon(wide.toReversed()))).toEqual(polygon(wide))
  })

  it("accepts its holes on either side and refuses those outside", () => {
    expect(
      refused(
        polygon(
          wide,
          boxOf(-179.9, 0.2, -179.5, 0.4),
          boxOf(179.5, 0.2, 179.9, 0.4),
          ringOf([179.95, 0.5], [-179.9, 0.5], [-179.9, 0.6])
        )
      )
    ).toEqual([])
    expect(refused(polygon(wide, boxOf(-178.9, 0.2, -178.5, 0.4)))).toMatchObject([{ code: "HOLE_OUTSIDE" }])
    expect(refused(polygon(wide, boxOf(0, 0.2, 0.5, 0.4)))).toMatchObject([{ code: "HOLE_OUTSIDE" }])
  })

  it("sees parts overlap beyond it", () => {
    expect(refused(multi([wide], [boxOf(-179.5, 0.2, -170, 0.4)]))).toMatchObject([
      { pointer: "/coordinates/1/0", code: "PARTS_OVERLAP" }
    ])
    expect(refused(multi([boxOf(-179.5, 0.2, -170, 0.4)], [wide]))).toMatchObject([
      { pointer: "/coordinates/1/0", code: "PARTS_OVERLAP" }
    ])
    expect(refused(multi([wide], [boxOf(-179, 0, -170, 1)], [boxOf(170, 0, 179, 1)]))).toEqual([])
  })

  it("accepts the form RFC 7946 advises: cut in two", () => {
    expect(refused(multi([boxOf(179, 0, 180, 1)], [boxOf(-180, 0, -179, 1)]))).toEqual([])
  })

  it.each<[string, unknown, string]>([
    ["a cap written over the whole width", polygon(boxOf(-180, 80, 180, 90)), "RING_TOO_SHORT"],
    [
      "a cap with more corners",
      polygon(ringOf([-180, 80], [0, 80], [180, 80], [180, 90], [0, 90], [-180, 90])),
      "RING_ROUND_POLE"
    ],
    [
      "a ring round the north pole",
      polygon(ringOf([0, 80], [90, 80], [180, 80], [-90, 80])),
      "RING_ROUND_POLE"
    ],
    [
      "a ring round the south pole, the other way",
      polygon(ringOf([0, -70], [-120, -75], [120, -80])),
      "RING_ROUND_POLE"
    ],
    [
      "a belt round the earth",
      polygon(
        ringOf([-180, -10], [-60, -10], [60, -10], [180, -10], [180, 10], [60, 10], [-60, 10], [-180, 10])
      ),
      "RING_ROUND_POLE"
    ]
  ])("refuses %s", (_, input, code) => {
    expect(refused(input)).toMatchObject([{ pointer: "/coordinates/0", code }])
  })

  it("accepts a sector that ends in a pole, as Antarctic claims do", () => {
    expect(refused(polygon(ringOf([45, -60], [45, -90], [136, -90], [136, -60])))).toEqual([])
  })
})

import { assert, describe, it } from "vitest"
import { splitLine, splitPolygon } from "../../../sandbox/space/splitAtAntimeridian.ts"
import { boxOf, ringOf } from "../../domain/geo/random.ts"

/** Rings with the point first that a reader would start at: the south-western one. */
const tidy = (shape: ReturnType<typeof splitPolygon>): unknown => {
  const ring = (points: ReadonlyArray<ReadonlyArray<number>>) => {
    const open = points.slice(1)
    const first = open.reduce(
      (best, point, i) =>
        point[0]! < open[best]![0]! || (point[0] === open[best]![0] && point[1]! < open[best]![1]!)
          ? i
          : best,
      0
    )
    return [...open.slice(first), ...open.slice(0, first)].map((point) => point.join(" "))
  }
  return shape.type === "Polygon"
    ? [shape.coordinates.map(ring)]
    : shape.type === "MultiPolygon"
      ? shape.coordinates.map((rings) => rings.map(ring))
      : shape
}

const over = (west: number, south: number, east: number, north: number) =>
  boxOf(west, south, east, north).map(([x, y]): [number, number] => [x > 180 ? x - 360 : x, y])

describe("a polygon cut at the antimeridian", () => {
  it("stays as it is if it does not cross it", () => {
    for (const box of [boxOf(10, 10, 20, 20), boxOf(170, 0, 180, 5), boxOf(-180, 0, -170, 5)]) {
      assert.deepStrictEqual(splitPolygon([box]), { type: "Polygon", coordinates: [box] })
    }
  })

  it("becomes a part on each side, counterclockwise", () => {
    assert.deepStrictEqual(tidy(splitPolygon([over(170, 0, 190, 10)])), [
      [["-180 0", "-170 0", "-170 10", "-180 10"]],
      [["170 0", "180 0", "180 10", "170 10"]]
    ])
  })

  it("keeps each hole in its part, and opens a hole that crosses too", () => {
    const hole = (west: number, east: number) => over(west, 4, east, 6).toReversed()
    assert.deepStrictEqual(
      tidy(splitPolygon([over(170, 0, 190, 10), hole(172, 174), hole(186, 188), hole(178, 182)])),
      [
        [
          ["-180 0", "-170 0", "-170 10", "-180 10", "-180 6", "-178 6", "-178 4", "-180 4"],
          ["-174 4", "-174 6", "-172 6", "-172 4"]
        ],
        [
          ["170 0", "180 0", "180 4", "178 4", "178 6", "180 6", "180 10", "170 10"],
          ["172 4", "172 6", "174 6", "174 4"]
        ]
      ]
    )
  })

  it("becomes as many parts as it has: a fork with two prongs over it", () => {
    const fork = ringOf([175, 0], [-175, 0], [-175, 2], [178, 2], [178, 4], [-175, 4], [-175, 6], [175, 6])
    assert.deepStrictEqual(tidy(splitPolygon([fork])), [
      [["-180 0", "-175 0", "-175 2", "-180 2"]],
      [["175 0", "180 0", "180 2", "178 2", "178 4", "180 4", "180 6", "175 6"]],
      [["-180 4", "-175 4", "-175 6", "-180 6"]]
    ])
  })

  it("reaches to the pole it holds, north or south, and between two rings round it to none", () => {
    const round = (lat: number) => ringOf([-120, lat], [0, lat], [120, lat])
    assert.deepStrictEqual(tidy(splitPolygon([round(80)])), [
      [["-180 80", "-120 80", "0 80", "120 80", "180 80", "180 90", "-180 90"]]
    ])
    assert.deepStrictEqual(tidy(splitPolygon([round(-80).toReversed()])), [
      [["-180 -90", "180 -90", "180 -80", "120 -80", "0 -80", "-120 -80", "-180 -80"]]
    ])
    assert.deepStrictEqual(tidy(splitPolygon([round(70), round(80).toReversed()])), [
      [["-180 70", "-120 70", "0 70", "120 70", "180 70", "180 80", "120 80", "0 80", "-120 80", "-180 80"]]
    ])
  })

  it("reaches to the pole from the nearest of several crossings", () => {
    // round the pole, and with a bay that reaches over the antimeridian
    const bay = (lat: number, mid: number, far: number) =>
      ringOf(
        [-120, lat],
        [0, lat],
        [120, lat],
        [170, lat],
        [-170, lat],
        [-170, mid],
        [170, mid],
        [170, far],
        [-150, far]
      )
    assert.deepStrictEqual(tidy(splitPolygon([bay(80, 82, 84)])), [
      [["-180 80", "-170 80", "-170 82", "-180 82"]],
      [
        [
          "-180 84",
          "-150 84",
          "-120 80",
          "0 80",
          "120 80",
          "170 80",
          "180 80",
          "180 82",
          "170 82",
          "170 84",
          "180 84",
          "180 90",
          "-180 90"
        ]
      ]
    ])
    assert.deepStrictEqual(tidy(splitPolygon([bay(-80, -82, -84).toReversed()])), [
      [
        [
          "-180 -90",
          "180 -90",
          "180 -84",
          "170 -84",
          "170 -82",
          "180 -82",
          "180 -80",
          "170 -80",
          "120 -80",
          "0 -80",
          "-120 -80",
          "-150 -84",
          "-180 -84"
        ]
      ],
      [["-180 -82", "-170 -82", "-170 -80", "-180 -80"]]
    ])
  })

  it("has one side for points that only touch it", () => {
    assert.deepStrictEqual(tidy(splitPolygon([ringOf([-180, 0], [-170, 0], [-170, 5], [180, 5])])), [
      [["-180 0", "-170 0", "-170 5", "-180 5"]]
    ])
  })
})

describe("a line cut at the antimeridian", () => {
  it("goes the short way", () => {
    assert.deepStrictEqual(splitLine([10, 0], [20, 5]), {
      type: "LineString",
      coordinates: [
        [10, 0],
        [20, 5]
      ]
    })
    assert.deepStrictEqual(splitLine([179, 0], [-179, 10]), {
      type: "MultiLineString",
      coordinates: [
        [
          [179, 0],
          [180, 5]
        ],
        [
          [-180, 5],
          [-179, 10]
        ]
      ]
    })
  })
})

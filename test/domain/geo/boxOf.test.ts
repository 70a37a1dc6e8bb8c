import { assert, describe, it } from "vitest"
import { boxOf, markOf } from "../../../src/domain/geo/boxOf.ts"
import type { Geometry } from "../../../src/domain/geo/Geometry.ts"

const pole: Geometry = {
  type: "Polygon",
  coordinates: [
    [
      [0, 80],
      [120, 80],
      [-120, 80],
      [0, 80]
    ]
  ]
}

describe("the box round a geometry", () => {
  const cases: ReadonlyArray<readonly [string, Geometry, ReadonlyArray<number>, ReadonlyArray<number>]> = [
    ["a point is its own box", { type: "Point", coordinates: [10, 50] }, [10, 50, 10, 50], [10, 50]],
    [
      "points",
      {
        type: "MultiPoint",
        coordinates: [
          [10, 50],
          [14, 40]
        ]
      },
      [10, 40, 14, 50],
      [12, 45]
    ],
    [
      "a line over the antimeridian",
      {
        type: "LineString",
        coordinates: [
          [178, 0],
          [-178, 2]
        ]
      },
      [178, 0, -178, 2],
      [180, 1]
    ],
    [
      "lines",
      {
        type: "MultiLineString",
        coordinates: [
          [
            [0, 0],
            [1, 1]
          ],
          [
            [4, 4],
            [5, 6]
          ]
        ]
      },
      [0, 0, 5, 6],
      [2.5, 3]
    ],
    [
      "a polygon, whatever its holes",
      {
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [9, 0],
            [9, 9],
            [0, 0]
          ],
          [
            [5, 1],
            [6, 2],
            [6, 1],
            [5, 1]
          ]
        ]
      },
      [0, 0, 9, 9],
      [4.5, 4.5]
    ],
    [
      "polygons",
      {
        type: "MultiPolygon",
        coordinates: [
          [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 0]
            ]
          ],
          [
            [
              [3, 3],
              [4, 3],
              [4, 4],
              [3, 3]
            ]
          ]
        ]
      },
      [0, 0, 4, 4],
      [2, 2]
    ],
    ["a polygon round a pole holds the pole", pole, [-180, 80, 180, 90], [0, 85]]
  ]
  it.each(cases)("%s", (_, geometry, box, mark) => {
    assert.deepStrictEqual(boxOf(geometry), box)
    assert.deepStrictEqual(markOf(geometry), mark)
  })
})

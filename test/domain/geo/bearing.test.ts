import { assert, describe, it } from "@effect/vitest"
import { bearing } from "../../../src/domain/geo/bearing.ts"

describe("the bearing", () => {
  it("is counted from north by east", () => {
    for (const [lon, lat, expected] of [
      [0, 1, 0],
      [1, 0, 90],
      [0, -1, 180],
      [-1, 0, 270],
      [0, 0, 0]
    ] as const)
      assert.closeTo(bearing(0, 0, lon, lat), expected, 1e-9, `${lon} ${lat}`)
  })

  it("goes the short way over the antimeridian and along the great circle", () => {
    assert.closeTo(bearing(179, 0, -179, 0), 90, 1e-9)
    // from Berlin to New York a great circle leaves to the north-west
    assert.closeTo(bearing(13.405, 52.52, -74.006, 40.7128), 296, 1)
  })
})

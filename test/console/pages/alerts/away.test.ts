import { assert, describe, it } from "@effect/vitest"
import { away } from "../../../../src/console/pages/alerts/away.ts"

describe("how far something is from oneself", () => {
  it("is told in metres and by the wind that leads there", () => {
    const { metres, wind } = away([13.1, 61.6], [13.1, 61.61])
    assert.approximately(metres, 1112, 1)
    assert.strictEqual(wind, "N")
  })

  it("goes the short way across the date line", () => {
    const { metres, wind } = away([179.99, 0], [-179.99, 0])
    assert.approximately(metres, 2224, 1)
    assert.strictEqual(wind, "E")
  })

  it("knows all eight winds", () => {
    const ways = [
      [0, 1],
      [1, 1],
      [1, 0],
      [1, -1],
      [0, -1],
      [-1, -1],
      [-1, 0],
      [-1, 1]
    ] as const
    assert.deepStrictEqual(
      ways.map(([lon, lat]) => away([0, 0], [lon / 100, lat / 100]).wind),
      ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    )
  })
})

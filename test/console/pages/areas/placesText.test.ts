// Shapes as text: what people paste, and what comes back of what they did not touch.
import "../../../support/words.ts"
import { assert, describe, it } from "vitest"
import { partsIn, readPlace, readPlaces, textOf } from "../../../../src/console/pages/areas/placesText.ts"
import { circleOf, partsOf, rejoined, roundOf } from "../../../../src/console/pages/areas/shape.ts"

describe("places as text", () => {
  it("reads longitude and latitude as people write them", () => {
    for (const line of [
      "14.05, 51.5",
      "14.05 51.5",
      "14.05;51.5",
      " 14.05,51.5, ",
      "14,05 51,5",
      "14,05; 51,5"
    ])
      assert.deepStrictEqual(readPlace(line), [14.05, 51.5], line)
    assert.deepStrictEqual(readPlace("51.5 N, 14.05 E"), [14.05, 51.5])
    assert.deepStrictEqual(readPlace("14.05°W 51.5°S"), [-14.05, -51.5])
    assert.deepStrictEqual(readPlace("−14.05, −51.5"), [-14.05, -51.5])
  })

  it("says which line is no place", () => {
    for (const line of ["here", "14.05", "1, 2, 3", "51 N, 14 N", "1.234,5 51"])
      assert.isUndefined(readPlace(line), line)
    assert.deepInclude(readPlaces("1, 2\n\nfence"), { line: 3 })
  })

  it("keeps pieces apart, closes rings, and leaves what was not changed as exact as it was", () => {
    const like = {
      type: "Polygon" as const,
      coordinates: [
        [
          [14.123456789, 51],
          [15, 51],
          [15, 52],
          [14.123456789, 51]
        ],
        [
          [14.5, 51.1],
          [14.6, 51.1],
          [14.6, 51.2],
          [14.5, 51.1]
        ]
      ]
    }
    const text = textOf(partsOf(like))
    assert.strictEqual(text, "14.123457, 51\n15, 51\n15, 52\n\n14.5, 51.1\n14.6, 51.1\n14.6, 51.2")
    const read = readPlaces(text.replace("15, 52", "15, 53"))
    assert.isFalse("detail" in read)
    if ("detail" in read) return
    const changed = rejoined(like, partsIn(read, "Polygon", partsOf(like)))
    const expected = structuredClone(like)
    expected.coordinates[0]![2] = [15, 53]
    assert.deepStrictEqual(changed, expected)
  })
})

describe("a circle", () => {
  it("is the same after it was drawn as a ring, at high latitudes too", () => {
    for (const [lon, lat, radius_m] of [
      [14.05, 51.05, 250],
      [-70, -54.8, 20_000],
      [25, 71, 1000]
    ] as const) {
      const { centre, radius_m: found } = circleOf(
        roundOf({ kind: "circle", centre: [lon, lat], radius_m }).coordinates[0]!
      )
      assert.closeTo(centre[0], lon, 1e-6)
      assert.closeTo(centre[1], lat, 1e-6)
      assert.closeTo(found, radius_m, 0.2)
    }
  })
})

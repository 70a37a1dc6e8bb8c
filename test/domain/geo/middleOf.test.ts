// The middle of places.
import { assert, describe, it } from "@effect/vitest"
import { middleOf } from "../../../src/domain/geo/middleOf.ts"

describe("middleOf", () => {
  it("lies among the places, on both sides of the antimeridian too", () => {
    assert.isNull(middleOf([]))
    const close = (places: Parameters<typeof middleOf>[0], lon: number, lat: number) => {
      const middle = middleOf(places)!
      assert.closeTo(middle[0], lon, 1e-9)
      assert.closeTo(middle[1], lat, 1e-9)
    }
    close([[10, 50]], 10, 50)
    close(
      [
        [10, 0],
        [20, 0]
      ],
      15,
      0
    )
    const across = middleOf([
      [179, -17],
      [-179, -17]
    ])!
    assert.closeTo(Math.abs(across[0]), 180, 1e-9)
  })

  it("of places all around the earth is none", () => {
    assert.isNull(
      middleOf([
        [0, 0],
        [180, 0]
      ])
    )
  })
})

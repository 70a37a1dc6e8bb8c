// What a row of fixes says of somebody now.
import { assert, describe, it } from "@effect/vitest"
import { prepare } from "../../../src/domain/geo/Polygon.ts"
import {
  type FixColumns,
  insideSince,
  kilometresSince,
  speedBetween,
  waysBetween
} from "../../../src/domain/tracking/whereabouts.ts"

const MINUTE = 60_000
/** Metres of a degree at the equator. */
const DEGREE = 111_195

/** Fixes on the equator, one a minute, so many metres from its beginning. */
const along = (...metres: ReadonlyArray<number>): FixColumns => ({
  times: metres.map((_, i) => i * MINUTE),
  lons: metres.map((m) => m / DEGREE),
  lats: metres.map(() => 0)
})
const none = along()

describe("whereabouts", () => {
  it("a visit before the last does not count", () => {
    const ring = [
      [0, -1],
      [0.01, -1],
      [0.01, 1],
      [0, 1],
      [0, -1]
    ] as const
    const area = prepare({ type: "Polygon", coordinates: [ring] })
    assert.strictEqual(insideSince(along(5, 2000, 700, 600), area), 2 * MINUTE)
    assert.isNull(insideSince(along(5, 2000), area))
    assert.isNull(insideSince(none, area))
  })

  it("the way begins where the fix before was, and small steps add up only once they lead away", () => {
    assert.strictEqual(kilometresSince(along(0, 1000, 3000), MINUTE), 3)
    assert.strictEqual(kilometresSince(along(0, 1000, 3000), 0), 3)
    assert.strictEqual(kilometresSince(along(0, 10, 0, 10, 0, 10), 0), 0)
    assert.strictEqual(kilometresSince(along(0, 10, 20, 30, 40, 50, 60), 0), 0.06)
    assert.isNull(kilometresSince(along(0, 1000), 5 * MINUTE))
    assert.isNull(kilometresSince(none, 0))
  })

  it("two fixes hours apart say nothing of a speed", () => {
    assert.closeTo(speedBetween(along(0, 100))!, 6, 0.001)
    assert.isNull(speedBetween(along(0)))
    assert.isNull(speedBetween({ ...along(0, 100), times: [0, 121 * MINUTE] }))
    assert.isNull(speedBetween({ ...along(0, 100), times: [0, 0] }))
  })

  it("goes so far in each stretch, from where it was before; a stretch without fixes says so", () => {
    const way = along(0, 1000, 1000, 1500)
    assert.deepStrictEqual(waysBetween(way, [-MINUTE, MINUTE, 2 * MINUTE, 4 * MINUTE, 5 * MINUTE]), [
      { fixes: 1, distance_km: 0 },
      { fixes: 1, distance_km: 1 },
      { fixes: 2, distance_km: 0.5 },
      { fixes: 0, distance_km: null }
    ])
    assert.deepStrictEqual(waysBetween(none, [0, 1]), [{ fixes: 0, distance_km: null }])
    assert.strictEqual(kilometresSince(way, 2 * MINUTE), 0.5)
  })
})

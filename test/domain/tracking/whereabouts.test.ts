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
const GAP = 240 * MINUTE
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
    assert.strictEqual(kilometresSince(along(0, 1000, 3000), 0.5 * MINUTE, GAP), 2.5)
    assert.strictEqual(kilometresSince(along(0, 1000, 3000), 0, GAP), 3)
    assert.strictEqual(kilometresSince(along(0, 10, 0, 10, 0, 10), 0, GAP), 0)
    assert.strictEqual(kilometresSince(along(0, 10, 20, 30, 40, 50, 60), 0, GAP), 0.06)
    assert.isNull(kilometresSince(along(0, 1000), 5 * MINUTE, GAP))
    assert.isNull(kilometresSince(none, 0, GAP))
  })

  it("two fixes hours apart say nothing of a speed", () => {
    assert.closeTo(speedBetween(along(0, 100))!, 6, 0.001)
    assert.isNull(speedBetween(along(0)))
    assert.isNull(speedBetween({ ...along(0, 100), times: [0, 121 * MINUTE] }))
    assert.isNull(speedBetween({ ...along(0, 100), times: [0, 0] }))
  })

  it("goes so far in each stretch, from where it was before; a stretch without fixes says so", () => {
    const way = along(0, 1000, 1000, 1500)
    assert.deepStrictEqual(waysBetween(way, [-MINUTE, MINUTE, 2 * MINUTE, 4 * MINUTE, 5 * MINUTE], GAP), [
      { fixes: 1, distance_km: 1 },
      { fixes: 1, distance_km: 0 },
      { fixes: 2, distance_km: 0.5 },
      { fixes: 0, distance_km: null }
    ])
    assert.deepStrictEqual(waysBetween(none, [0, 1], GAP), [{ fixes: 0, distance_km: null }])
    assert.strictEqual(kilometresSince(way, 2 * MINUTE, GAP), 0.5)
  })

  it("a fix of today and one of 30 days ago, 50 km away, are no way of today", () => {
    const midnight = 30 * 1440 * MINUTE
    const away = { ...along(0, 50_000), times: [0, midnight + 60 * MINUTE] }
    assert.strictEqual(kilometresSince(away, midnight, GAP), 0)
    assert.deepStrictEqual(
      waysBetween(away, [midnight - 1440 * MINUTE, midnight, midnight + 1440 * MINUTE], GAP),
      [
        { fixes: 0, distance_km: null },
        { fixes: 1, distance_km: 0 }
      ]
    )
  })

  it("a step over midnight is shared by its time, and days add up to the whole way", () => {
    const walk = { ...along(0, 3000, 5000), times: [-120 * MINUTE, 60 * MINUTE, 120 * MINUTE] }
    assert.strictEqual(kilometresSince(walk, 0, GAP), 3)
    const days = waysBetween(walk, [-1440 * MINUTE, 0, 1440 * MINUTE], GAP)
    assert.deepStrictEqual(days, [
      { fixes: 1, distance_km: 2 },
      { fixes: 2, distance_km: 3 }
    ])
    // an animal that rested from the evening on has not crossed the night in one step
    const rests = { ...along(0, 0, 0, 100), times: [-180, -60, 100, 160].map((m) => m * MINUTE) }
    assert.strictEqual(kilometresSince(rests, 0, GAP), 0.1)
    // exactly the threshold is no gap, as in analyses
    const edge = { ...along(0, 4000), times: [-120 * MINUTE, 120 * MINUTE] }
    assert.strictEqual(kilometresSince(edge, 0, GAP), 2)
    assert.strictEqual(kilometresSince(edge, 0, GAP - 1), 0)
  })

  it("the same fixes by two ways change no figure", () => {
    const once = along(0, 1000, 3000, 3000, 4500)
    const twice = {
      times: [...(once.times as Array<number>)].flatMap((t) => [t, t]),
      lons: [...(once.lons as Array<number>)].flatMap((x) => [x, x]),
      lats: [...(once.lats as Array<number>)].flatMap((y) => [y, y])
    }
    const edges = [-MINUTE, 1.5 * MINUTE, 3 * MINUTE, 9 * MINUTE]
    assert.deepStrictEqual(waysBetween(twice, edges, GAP), waysBetween(once, edges, GAP))
    assert.strictEqual(kilometresSince(twice, MINUTE, GAP), kilometresSince(once, MINUTE, GAP))
    assert.strictEqual(speedBetween(twice), speedBetween(once))
  })
})

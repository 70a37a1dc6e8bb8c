// Collars report as they are told to, and no two alike. Tracks by the schedules of those that cannot be part
// of the project, whose numbers are known beforehand: a wild boar's, daily; an ibex's, every four hours and
// some seconds; a fisher's, in bursts.
import { assert, describe, it } from "vitest"
import { movement } from "../../../sandbox/movement/movement.ts"
import type { MovementParameters } from "../../../src/domain/analysis/modules/movement.ts"
import { idOf, jobOf, main, METRES_PER_DEGREE, type Row, START } from "../job.ts"
import { circle, walk } from "./walks.ts"

const run = (rows: ReadonlyArray<Row>, parameters: Partial<MovementParameters> = {}) => {
  const { document } = movement(
    jobOf({ periods: [main(60)], rows: [{ main: rows }], parameters }),
    () => undefined
  )
  return { m: document.summary["main"]![idOf(1)]!, warnings: document.warnings }
}

/** Along the equator, so many metres between fixes, at these times after the start. */
const eastward = (metres: number, times: ReadonlyArray<number>): ReadonlyArray<Row> =>
  times.map((time, i) => ({ time: START + time, lon: (i * metres) / METRES_PER_DEGREE, lat: 0 }))

const HOUR = 3_600_000
const near = (actual: unknown, expected: number, relative: number) =>
  assert.closeTo(actual as number, expected, relative * expected)

describe("a position a day", () => {
  const daily = (count: number) => run(walk(circle(count, 1000), { minutes: 24 * 60 }), { mcp_percent: 100 })

  it("is all gaps: no distance, speed or turning, and four hours of weight for each of them", () => {
    const { m } = daily(40)
    assert.deepStrictEqual(
      [m["gaps"], m["gap_share_track"], m["covered_hours"], m["missing_share"]],
      [39, 1, 0, 0]
    )
    assert.deepStrictEqual(
      [m["distance_km"], m["mean_speed_mps"], m["stationary_share"], m["day_distance_km"]],
      [null, null, null, null]
    )
    assert.deepStrictEqual([m["turning_angles"], m["weighted_hours"], m["days_with_data"]], [0, 39 * 4, 40])
  })

  it("has the polygon and the bandwidth of its circle, from the thirtieth on", () => {
    for (const n of [30, 40]) {
      const { m } = daily(n)
      near(m["mcp100_ha"], (n / 2) * Math.sin((2 * Math.PI) / n) * 100, 1e-6)
      near(m["kde_bandwidth_m"], 1000 * Math.sqrt(n / (n - 1) / 2) * n ** (-1 / 6), 1e-6)
      near(m["max_displacement_km"], 2, 0.0025) // the sphere of distances and the ellipsoid of the frame
    }
    const { m, warnings } = daily(29)
    assert.deepStrictEqual([m["mcp100_ha"], m["kde95_ha"], m["cluster_count"]], [null, null, null])
    assert.include(
      warnings.map(({ code }) => code),
      "few_fixes"
    )
  })
})

describe("a position every four hours, every other one nine seconds late", () => {
  const rows = eastward(
    100,
    Array.from({ length: 61 }, (_, i) => i * 4 * HOUR + (i % 2) * 9000)
  )

  it("has a gap in every other step by a threshold of four hours, and is told to try six", () => {
    const { m, warnings } = run(rows)
    assert.strictEqual(m["gaps"], 30)
    near(m["distance_km"], 3, 1e-9)
    near(m["displacement_km"], 6, 1e-9)
    near(m["straightness"], 1, 1e-12)
    near(m["gap_share_track"], (4 * 3600 + 9) / (8 * 3600), 1e-12)
    near(m["weighted_hours"], 30 * (8 - 9 / 3600), 1e-12)
    assert.strictEqual(m["turning_angles"], 0)
    const { counts } = warnings.find(({ code }) => code === "gap_threshold_near_interval")!
    assert.deepInclude(counts, { gaps: 30, steps: 60, just_above: 30, suggested_gap_hours: 6 })
  })

  it("has none by a threshold of six", () => {
    const { m } = run(rows, { gap_hours: 6 })
    assert.deepStrictEqual([m["gaps"], m["turning_angles"], m["weighted_hours"]], [0, 59, 240])
    near(m["distance_km"], 6, 1e-9)
    near(m["distance_over_time_mps"], 6000 / (240 * 3600), 1e-9)
  })
})

describe("bursts of twenty positions 122.002 seconds apart, six hours of silence between them", () => {
  const STEP = 122_002,
    SILENCE = 6 * HOUR + 250
  const rows = eastward(
    61.001,
    Array.from({ length: 100 }, (_, i) => i * STEP + Math.floor(i / 20) * (SILENCE - STEP))
  )
  const { m, warnings } = run(rows)

  it("move within the bursts only, at half a metre a second to the millisecond", () => {
    assert.strictEqual(m["gaps"], 4)
    near(m["distance_km"], 95 * 0.061001, 1e-9)
    for (const key of [
      "mean_speed_mps",
      "median_speed_mps",
      "p95_speed_mps",
      "max_speed_mps",
      "distance_over_time_mps"
    ])
      near(m[key], 0.5, 1e-9)
    near(m["displacement_km"], 99 * 0.061001, 1e-9)
    assert.strictEqual(m["turning_angles"], 5 * 18)
  })

  it("cover the time of the bursts, and stand for four hours of each silence", () => {
    const covered = 95 * STEP,
      silent = 4 * SILENCE
    near(m["covered_hours"], covered / HOUR, 1e-12)
    near(m["gap_share_track"], silent / (covered + silent), 1e-12)
    near(m["weighted_hours"], covered / HOUR + 4 * 4, 1e-12)
    near(m["median_interval_min"], STEP / 60_000, 1e-12)
    const expected = Math.round((covered + silent) / STEP) + 1
    near(m["missing_share"], 1 - 100 / expected, 1e-12)
    assert.deepInclude(warnings.find(({ code }) => code === "missing_fixes")!.counts, {
      fixes: 100,
      expected
    })
  })
})

import { assert, describe, it } from "vitest"
import { distance } from "../../../src/domain/geo/distance.ts"
import { gapsOf } from "../../../sandbox/track/gaps.ts"
import { displacementOf, speedsOf } from "../../../sandbox/track/speeds.ts"
import { stationaryOf } from "../../../sandbox/track/stationary.ts"
import { stepsOf } from "../../../sandbox/track/steps.ts"
import { timeWeights } from "../../../sandbox/track/timeWeight.ts"
import { turningOf } from "../../../sandbox/track/turning.ts"
import { REFRACTION_DEGREES, sunAltitude } from "../../../src/domain/geo/sun.ts"
import { daylightOf } from "../../../sandbox/track/daylight.ts"
import { fixesOf, METRES_PER_DEGREE, type Row, START } from "../job.ts"

const MINUTE = 60_000
/** On the equator, metres east and north. */
const at = (minutes: number, east: number, north = 0): Row => ({
  time: START + minutes * MINUTE,
  lon: east / METRES_PER_DEGREE,
  lat: north / METRES_PER_DEGREE
})
const stepsFrom = (rows: ReadonlyArray<Row>, gapHours = 4) => stepsOf(fixesOf(rows), gapHours)

describe("steps and gaps", () => {
  it("a step longer than the gap threshold is a gap; one of exactly its length is none", () => {
    assert.deepStrictEqual(
      [...stepsFrom([at(0, 0), at(240, 1), at(480.001, 2), at(481, 3)]).isGap],
      [0, 1, 0]
    )
  })

  it("the first and the last step may be gaps, and all of them", () => {
    const rows = [at(0, 0), at(1000, 100), at(1010, 200), at(1020, 300), at(3000, 400)]
    const speeds = speedsOf(stepsFrom(rows))
    assert.closeTo(speeds.distance, 200, 1e-6)
    assert.closeTo(speeds.path, 400, 1e-6)
    assert.isNaN(speedsOf(stepsFrom([at(0, 0), at(1000, 5), at(2000, 9)])).distance)
  })

  it("gap share counts the silent head and tail of the period too; gap_share_track does not", () => {
    const gaps = gapsOf(stepsFrom([at(60, 0), at(120, 0), at(420, 0), at(480, 0)]), 4, 4, 10 * 3600)
    assert.deepStrictEqual([gaps.count, gaps.coveredSeconds, gaps.gapSeconds], [1, 7200, 18_000])
    assert.closeTo(gaps.shareOfTrack, 5 / 7, 1e-12)
    assert.closeTo(gaps.shareOfPeriod, 0.8, 1e-12)
    assert.closeTo(gaps.coveredShare, 0.2, 1e-12)
  })

  it("missing fixes are 1 - n / (round(span / median interval) + 1)", () => {
    const gaps = gapsOf(
      stepsFrom([at(0, 0), at(10, 0), at(20, 0), at(30, 0), at(80, 0), at(90, 0)]),
      4,
      6,
      5400
    )
    assert.strictEqual(gaps.expected, 10)
    assert.closeTo(gaps.missingShare, 0.4, 1e-12)
    assert.strictEqual(
      gapsOf(stepsFrom([at(0, 0), at(1, 0), at(2, 0), at(12, 0), at(22, 0), at(32, 0)]), 4, 6, 5400)
        .missingShare,
      0
    )
  })
})

describe("speed and displacement", () => {
  it("the mean of the step speeds stands beside distance over time", () => {
    const speeds = speedsOf(stepsFrom([at(0, 0), at(1, 60), at(101, 660)]))
    assert.closeTo(speeds.mean, (1 + 0.1) / 2, 1e-9)
    assert.closeTo(speeds.overTime, 660 / 6060, 1e-9)
    assert.closeTo(speeds.max, 1, 1e-9)
    const three = speedsOf(stepsFrom([at(0, 0), at(1, 60), at(2, 180), at(3, 660)]))
    assert.deepStrictEqual(
      [three.median, three.p95].map((s) => Number(s.toFixed(6))),
      [2, 7.4]
    )
  })

  it("displacement is first to last, maximum displacement the farthest from the first", () => {
    const { last, max } = displacementOf(fixesOf([at(0, 0), at(1, 500), at(2, 300), at(3, -200)]))
    assert.closeTo(last, 200, 1e-6)
    assert.closeTo(max, 500, 1e-6)
    assert.isNaN(displacementOf(fixesOf([at(0, 0)])).last)
  })
})

describe("time weight: half the interval to each neighbour, an interval capped at the threshold", () => {
  it("the first and last fix have one side", () => {
    assert.deepStrictEqual(
      [...timeWeights(fixesOf([at(0, 0), at(60, 0), at(180, 0)]).time, 4)],
      [0.5, 1.5, 1]
    )
  })

  it("the part of a gap beyond the threshold counts for nobody", () => {
    assert.deepStrictEqual([...timeWeights(fixesOf([at(0, 0), at(6000, 0)]).time, 4)], [2, 2])
  })

  it("a fix alone stands for no time", () =>
    assert.deepStrictEqual([...timeWeights(fixesOf([at(0, 0)]).time, 4)], [0]))
})

describe("stationary periods", () => {
  const still = (minutes: number, rows: ReadonlyArray<Row>) => {
    const { isStill, ...rest } = stationaryOf(stepsFrom(rows), 0.05, minutes)
    return { ...rest, isStill: [...isStill].join("") }
  }

  it("are runs of steps below the speed that last at least the minimum", () => {
    const rows = [at(0, 0), at(10, 1), at(20, 0), at(30, 1), at(40, 500), at(50, 501), at(60, 900)]
    assert.deepStrictEqual(still(30, rows), {
      isStill: "111000",
      periods: 1,
      seconds: 1800,
      longestSeconds: 1800
    })
    assert.deepStrictEqual(still(30.01, rows), {
      isStill: "000000",
      periods: 0,
      seconds: 0,
      longestSeconds: 0
    })
  })

  it("a gap breaks a run", () => {
    assert.deepStrictEqual(still(30, [at(0, 0), at(20, 0), at(300, 0), at(320, 0)]).periods, 0)
    assert.deepStrictEqual(still(20, [at(0, 0), at(20, 0), at(300, 0), at(320, 0)]), {
      isStill: "101",
      periods: 2,
      seconds: 2400,
      longestSeconds: 1200
    })
  })

  it("a step exactly at the speed is moving", () => {
    const steps = stepsFrom([at(0, 0), at(60, 0)])
    steps.speed[0] = 0.05
    assert.strictEqual(stationaryOf(steps, 0.05, 30).periods, 0)
  })
})

describe("turning angles", () => {
  const turning = (rows: ReadonlyArray<Row>) => turningOf(fixesOf(rows), stepsFrom(rows), 0.05)
  const bins = (rows: ReadonlyArray<Row>) =>
    [...turning(rows).all.counts].flatMap((n, bin) => (n === 0 ? [] : [`${bin}:${n}`]))

  it("straight on past a pole is straight on: where a step arrives and where the next one departs, not where each began", () => {
    // ten kilometres along a line a kilometre from the north pole, as seen from above
    const metres = (Math.PI * 6_371_008.8) / 180
    const rows = Array.from({ length: 11 }, (_, i): Row => {
      const x = -5000 + 1000 * i,
        y = 1000
      return {
        time: START + i * 600_000,
        lon: (Math.atan2(x, -y) * 180) / Math.PI,
        lat: 90 - Math.hypot(x, y) / metres
      }
    })
    const { all } = turning(rows)
    assert.deepStrictEqual([all.counts[0], all.count], [9, 9])
    assert.closeTo(all.mean, 0, 0.01)
    assert.closeTo(all.resultant, 1, 1e-6)
  })

  it("right turns are positive, left turns negative, back is the bin across", () => {
    assert.deepStrictEqual(bins([at(0, 0), at(1, 0, 100), at(2, 100, 100)]), ["4:1"])
    assert.deepStrictEqual(bins([at(0, 0), at(1, 0, 100), at(2, -100, 100)]), ["12:1"])
    assert.deepStrictEqual(bins([at(0, 0), at(1, 0, 100), at(2, 0)]), ["8:1"])
    assert.deepStrictEqual(bins([at(0, 0), at(1, 0, 100), at(2, 0, 200)]), ["0:1"])
  })

  it("a step without length and a gap have no bearing, so nothing turns into or out of them", () => {
    assert.strictEqual(turning([at(0, 0), at(1, 0, 100), at(2, 0, 100), at(3, 0, 200)]).all.count, 0)
    assert.strictEqual(turning([at(0, 0), at(1, 0, 100), at(400, 0, 200), at(401, 0, 300)]).all.count, 0)
  })

  it("of moving steps both are at or above the stationary speed", () => {
    const { all, moving } = turning([at(0, 0), at(1, 0, 100), at(2, 0, 200), at(62, 0, 201), at(63, 0, 300)])
    assert.deepStrictEqual([all.count, moving.count], [3, 1])
  })
})

describe("the sun", () => {
  it("stands overhead on the equator at noon of an equinox and under foot at midnight", () => {
    assert.closeTo(sunAltitude(Date.UTC(2024, 2, 20, 12, 7), 0, 0), 89.8, 0.3)
    assert.closeTo(sunAltitude(Date.UTC(2024, 2, 21, 0, 7), 0, 0), -89.8 + REFRACTION_DEGREES, 0.3)
  })

  it("is over another meridian an hour earlier for every 15 degrees east", () => {
    for (const lon of [-90, -15, 60, 165])
      assert.closeTo(sunAltitude(Date.UTC(2024, 2, 20, 12, 7) - lon * 240_000, lon, 0), 89.8, 0.3)
  })

  it("does not set beyond the polar circle in summer, nor rise in winter", () => {
    for (let hour = 0; hour < 24; hour++) {
      assert.isAbove(sunAltitude(Date.UTC(2024, 5, 21, hour), 20, 70), 3)
      assert.isBelow(sunAltitude(Date.UTC(2024, 11, 21, hour), 20, 70), -3)
    }
  })

  it("each step is day, night or twilight at its start, and sums are per class", () => {
    // 21 March on the equator at 0 degrees east: sunrise about 06:04, dawn about 05:43
    const midnight = Date.UTC(2024, 2, 21)
    const rows = [0, 330, 355, 420, 700].map((minute, i): Row => ({
      time: midnight + minute * MINUTE,
      lon: i * 0.001,
      lat: 0
    }))
    const fixes = fixesOf(rows)
    const steps = stepsOf(fixes, 6)
    const light = daylightOf(fixes, steps, stationaryOf(steps, 0.05, 1))
    assert.deepStrictEqual([light.night.fixes, light.twilight.fixes, light.day.fixes], [2, 1, 2])
    assert.closeTo(light.night.distance, 2 * distance(0, 0, 0.001, 0), 1e-6)
    assert.closeTo(light.night.hours, 355 / 60, 1e-9)
    assert.closeTo(light.twilight.hours, 65 / 60, 1e-9)
  })
})

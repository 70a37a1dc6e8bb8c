// The parts that figures are made of, by themselves.
import { assert, describe, it } from "vitest"
import { pasturesOf } from "../../../sandbox/grazing/areas.ts"
import { gini } from "../../../sandbox/grazing/evenness.ts"
import { addToDays, presenceOf } from "../../../sandbox/grazing/presence.ts"
import { pressures } from "../../../sandbox/grazing/pressure.ts"
import { restOf } from "../../../sandbox/grazing/rest.ts"
import { seasonDays } from "../../../sandbox/grazing/seasons.ts"
import { overlapArea } from "../../../sandbox/space/overlapArea.ts"
import { timeWeights } from "../../../sandbox/track/timeWeight.ts"
import { localDays, zoneBetween } from "../../../src/domain/zone.ts"
import { randomFrom, starRing } from "../../domain/geo/random.ts"
import { HOUR_MS, pasture, rectangle } from "./herd.ts"

const days = (timezone: string, from: string, to: string) =>
  localDays(zoneBetween(timezone, Date.parse(from), Date.parse(to)), Date.parse(from), Date.parse(to))

describe("evenness", () => {
  it("is 0 where all cells are alike, and (n - 1) / n where one has all", () => {
    assert.closeTo(gini(Float64Array.of(3, 3, 3, 3), 4), 0, 1e-12)
    assert.closeTo(gini(Float64Array.of(5), 10), 0.9, 1e-12)
    assert.isNaN(gini(new Float64Array(), 10))
  })

  it("is half the mean difference of all pairs by the mean", () => {
    const use = [4, 1, 7, 2],
      all = [...use, 0, 0]
    const mean = all.reduce((a, b) => a + b) / all.length
    const pairs =
      all.flatMap((a) => all.map((b) => Math.abs(a - b))).reduce((a, b) => a + b) / all.length ** 2
    assert.closeTo(gini(Float64Array.from(use), 6), pairs / 2 / mean, 1e-12)
  })
})

describe("rest", () => {
  it("counts rows of days at or below the threshold, those at both ends too", () => {
    const rest = restOf(Float64Array.of(0, 0, 5, 1, 0, 0, 0, 2, 1), 1)
    assert.deepStrictEqual(rest, {
      useDays: 2,
      restDays: 7,
      longest: 4,
      periods: [
        { from: 0, to: 2 },
        { from: 3, to: 7 },
        { from: 8, to: 9 }
      ]
    })
    assert.deepStrictEqual(restOf(new Float64Array(3), 0).longest, 3)
  })

  it("of some days alone is broken by the others", () => {
    assert.deepStrictEqual(
      restOf(new Float64Array(7), 0, (day) => day !== 3),
      {
        useDays: 0,
        restDays: 6,
        longest: 3,
        periods: [
          { from: 0, to: 3 },
          { from: 4, to: 7 }
        ]
      }
    )
  })
})

describe("pressure", () => {
  it("is use per hectare by the mean over the areas, and by that of all together", () => {
    const [a, b, c] = pressures([30, 30, 0], [10, 30, 20])
    assert.deepStrictEqual([a!.relative, b!.relative, c!.relative], [3 / (4 / 3), 1 / (4 / 3), 0])
    assert.deepStrictEqual([a!.relativeToTotal, b!.relativeToTotal, c!.relativeToTotal], [3, 1, 0])
    assert.deepStrictEqual([a!.rank, b!.rank, c!.rank], [1, 2, 3])
    assert.deepStrictEqual(
      pressures([1, 1], [2, 2]).map(({ rank }) => rank),
      [1, 1]
    )
    assert.isNaN(pressures([0, 0], [2, 2])[0]!.relative)
  })
})

describe("presence", () => {
  it("is as long as the time weight, and parted at local midnight", () => {
    const from = Date.parse("2024-10-26T22:00Z")
    const random = randomFrom(3)
    let now = from
    const time = Float64Array.from({ length: 60 }, () => (now += Math.round(HOUR_MS * 3 * random())))
    const calendar = days("Europe/Berlin", "2024-10-26T22:00Z", "2024-11-02T23:00Z")
    const hours = new Float64Array(calendar.names.length)
    addToDays(hours, calendar, presenceOf(time, 1.5), time.keys())
    const weights = timeWeights(time, 1.5)
    assert.closeTo(
      hours.reduce((a, b) => a + b),
      weights.reduce((a, b) => a + b),
      1e-9
    )
    const all = new Float64Array(calendar.names.length)
    addToDays(all, calendar, { from: Float64Array.of(from), to: Float64Array.of(from + 49 * HOUR_MS) }, [0])
    assert.deepStrictEqual([...all].slice(0, 3), [25, 24, 0])
  })
})

describe("a season", () => {
  it("has its first and last day, also across New Year", () => {
    const year = days("UTC", "2023-11-01T00:00Z", "2024-03-01T00:00Z")
    const winter = seasonDays(year, { name: "winter", from: "12-24", to: "01-02" })
    assert.deepStrictEqual([winter.days, winter.isClipped], [10, false])
    assert.isTrue(seasonDays(year, { name: "late", from: "02-10", to: "03-31" }).isClipped)
    assert.strictEqual(seasonDays(year, { name: "leap", from: "02-28", to: "02-29" }).days, 2)
    assert.strictEqual(seasonDays(year, { name: "summer", from: "06-01", to: "08-31" }).days, 0)
  })
})

describe("areas", () => {
  it("say how large and how narrow they are, and what they share", () => {
    const { all, overlaps } = pasturesOf([
      rectangle("Long", 0, 0, 2000, 30, { attributes: { carrying_capacity: 12 } }),
      pasture("Slanted", [
        [0, 0],
        [300, 400],
        [220, 460],
        [-80, 60]
      ]),
      rectangle("Inner", 500, 10, 600, 20),
      rectangle("Beside", 0, 30, 2000, 300)
    ])
    const rounded = (value: number) => Math.round(value * 1e4) / 1e4
    assert.deepStrictEqual(
      all.map(({ hectares, widthM }) => [rounded(hectares), rounded(widthM)]),
      [
        [6, 30],
        [5, 100],
        [0.1, 10],
        [54, 270]
      ]
    )
    assert.strictEqual(all[0]!.carryingCapacity, 12)
    assert.deepStrictEqual(
      overlaps.filter(({ a, b }) => a === 0 && b === 2).map(({ hectares }) => rounded(hectares)),
      [0.1]
    )
    assert.deepStrictEqual(
      overlaps.map(({ a, b }) => `${a} ${b}`).includes("0 3"),
      false,
      "neighbours share a border and no ground"
    )
  })
})

describe("the overlap of two polygons", () => {
  const ring = (...points: ReadonlyArray<number>) => Float64Array.from([...points, points[0]!, points[1]!])
  const box = (west: number, south: number, east: number, north: number) =>
    ring(west, south, east, south, east, north, west, north)
  const areaOf = (points: Float64Array) => {
    let twice = 0
    for (let i = 2; i < points.length; i += 2)
      twice += points[i - 2]! * points[i + 1]! - points[i]! * points[i - 1]!
    return Math.abs(twice) / 2
  }

  it("is exact for boxes, holes, and sides that cross", () => {
    assert.strictEqual(overlapArea([box(0, 0, 4, 4)], [box(2, 1, 6, 3)]), 4)
    assert.strictEqual(overlapArea([box(0, 0, 4, 4), box(1, 1, 3, 3)], [box(2, 2, 8, 8)]), 3)
    assert.strictEqual(overlapArea([box(0, 0, 4, 4)], [box(4, 0, 8, 4)]), 0)
    assert.strictEqual(overlapArea([box(0, 0, 1, 1), box(3, 0, 4, 1)], [box(0.5, 0, 3.5, 1)]), 1)
    // two triangles across each other: a square standing on its corner
    assert.closeTo(overlapArea([ring(-2, -2, 2, -2, 0, 2)], [ring(-2, 2, 0, -2, 2, 2)]), 4, 1e-12)
  })

  it("is symmetric, of a polygon with itself its area, and adds up over a parting", () => {
    const random = randomFrom(19)
    for (let round = 0; round < 30; round++) {
      const star = (x: number) => Float64Array.from(starRing(random, 5 + round, [x, 0], 200, 1000).flat())
      const [a, b] = [star(0), star(600)]
      assert.closeTo(overlapArea([a], [b]), overlapArea([b], [a]), 1e-6)
      assert.closeTo(overlapArea([a], [a]) / areaOf(a), 1, 1e-9)
      const halves = [box(-5000, -5000, 137, 5000), box(137, -5000, 5000, 5000)].map((half) =>
        overlapArea([a], [half])
      )
      assert.closeTo((halves[0]! + halves[1]!) / areaOf(a), 1, 1e-9)
      assert.isAtMost(overlapArea([a], [b]), Math.min(areaOf(a), areaOf(b)) * (1 + 1e-12))
    }
  })
})

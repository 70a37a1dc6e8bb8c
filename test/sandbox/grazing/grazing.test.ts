// Stories of herds whose figures are known by heart.
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { grazing } from "../../../sandbox/grazing/grazing.ts"
import { type Metrics, ResultDocument } from "../../../src/domain/analysis/Result.ts"
import type { ComputedResult } from "../../../src/domain/analysis/SandboxJob.ts"
import { comparison, DAY_MS, main, START } from "../job.ts"
import { cow, type Given, grazingJob, HOUR_MS, rectangle, story } from "./herd.ts"

const run = (given: Given): ComputedResult => grazing(grazingJob(given), () => {})
const table = ({ document }: ComputedResult, key: string) => {
  const found = document.tables.find((t) => t.key === key)
  return (found?.rows ?? []).map((row) =>
    Object.fromEntries(found!.columns.map((column, i) => [column.key, row[i]!]))
  )
}
const numbers = (metrics: Metrics | undefined, ...keys: ReadonlyArray<string>) =>
  keys.map((key) => {
    const value = metrics![key]
    return typeof value === "number" ? Math.round(value * 1e6) / 1e6 : value
  })

/** Two pastures of 4 and 2 hectares beside each other, far from the third place. */
const areas = [rectangle("West", 0, 0, 200, 200), rectangle("East", 200, 0, 300, 200)]
const places = { w: [100, 100], e: [250, 100], o: [1000, 1000] } as const

describe("a herd and its pastures", () => {
  it("hours, visits, days and pressure are those of the story", () => {
    const computed = run({
      areas,
      periods: [main(2)],
      rows: [{ main: story(`wwwwoooooooowwww${"e".repeat(33)}`, places, START) }],
      parameters: { gap_hours: 4 }
    })
    const { document } = computed
    assert.strictEqual(
      Schema.decodeUnknownSync(ResultDocument)(JSON.parse(JSON.stringify(document))).method_version,
      "grazing/3"
    )
    const { east, herd, west } = document.summary["main"]!
    // the first fix stands for half an hour, the fixes beside a change for half an hour on each side
    assert.deepStrictEqual(
      numbers(
        west,
        "hectares",
        "animal_hours",
        "animal_days",
        "visits",
        "mean_visit_hours",
        "use_days",
        "rest_days",
        "longest_rest_days"
      ),
      [4, 7.5, 0.3125, 2, 3.75, 1, 1, 1]
    )
    assert.deepStrictEqual(
      numbers(east, "hectares", "animal_hours", "visits", "use_days", "rest_days"),
      [2, 32.5, 1, 2, 0]
    )
    assert.deepStrictEqual(
      numbers(
        herd,
        "tracked_animal_hours",
        "inside_animal_hours",
        "share_inside",
        "share_outside",
        "animals_tracked",
        "herd_size"
      ),
      [48, 40, 0.833333, 0.166667, 1, 1]
    )
    const perHectare = [7.5 / 24 / 4, 32.5 / 24 / 2],
      mean = (perHectare[0]! + perHectare[1]!) / 2
    assert.closeTo(west!["relative_pressure"] as number, perHectare[0]! / mean, 1e-6)
    assert.closeTo(east!["relative_pressure"] as number, perHectare[1]! / mean, 1e-6)
    assert.closeTo(east!["relative_pressure_by_area"] as number, 32.5 / 2 / (40 / 6), 1e-6)
    assert.deepStrictEqual(numbers(west, "pressure_rank", "hours_since_last_use"), [2, 48 - 15])
    assert.strictEqual(west!["last_use"], "2024-05-01T15:00:00.000Z")
    assert.deepStrictEqual(
      table(computed, "timeline").map(({ day, east: e, west: w }) => [day, w, e]),
      [
        ["2024-05-01", 7.5, 8.5],
        ["2024-05-02", 0, 24]
      ]
    )
    assert.deepStrictEqual(
      table(computed, "rest_calendar").map(({ east: e, west: w }) => [w, e]),
      [
        [0, 0],
        [1, 0]
      ]
    )
    assert.deepStrictEqual(
      table(computed, "rest_periods").map(({ area, from, to, days }) => [area, from, to, days]),
      [["West", "2024-05-02", "2024-05-02", 1]]
    )
  })

  it("hours by area and animal are as they were summed, every digit: they add up to those of the area", () => {
    const thirds = story("w".repeat(20), places, START, 20 * 60_000).map((row, i) => ({
      ...row,
      time: row.time + 1234 * i * i
    }))
    const computed = run({ areas, periods: [main(1)], rows: [{ main: thirds }] })
    const { hours } = table(computed, "area_animals")[0]!
    assert.closeTo(hours as number, (thirds.at(-1)!.time - START) / HOUR_MS, 1e-12)
    assert.strictEqual(hours, computed.document.summary["main"]!["west"]!["animal_hours"])
  })

  it("an absence of exactly the minimum does not end a visit, a longer one does, and silence does not", () => {
    const visits = (letters: string) =>
      run({ areas, periods: [main(3)], rows: [{ main: story(letters, places, START) }] }).document.summary[
        "main"
      ]!["west"]!["visits"]
    assert.strictEqual(visits("wwoooooow"), 1, "six hours outside")
    assert.strictEqual(visits("wwooooooow"), 2, "seven hours outside")
    assert.strictEqual(visits("ww" + ".".repeat(30) + "ww"), 1)
  })

  it("visits of the herd are of any animal, while each animal has its own", () => {
    const { west } = run({
      areas,
      periods: [main(2)],
      rows: [
        { main: story("wwww" + "o".repeat(20) + "wwww", places, START) },
        { main: story("ooo" + "w".repeat(15) + "oooooooooo", places, START) }
      ]
    }).document.summary["main"]!
    assert.deepStrictEqual(numbers(west, "visits", "herd_visits", "animals_used"), [3, 1, 2])
  })

  it("a place in two areas counts in each, once in the union, and the overlap is listed", () => {
    const overlapping = [rectangle("A", 0, 0, 200, 100), rectangle("B", 100, 0, 300, 100)]
    const computed = run({
      areas: overlapping,
      periods: [main(1)],
      rows: [{ main: story("b".repeat(25), { b: [150, 50] }, START) }]
    })
    const { a, b, herd } = computed.document.summary["main"]!
    assert.deepStrictEqual(
      [
        ...numbers(a, "share_of_herd_time"),
        ...numbers(b, "share_of_herd_time"),
        ...numbers(herd, "share_inside", "share_outside")
      ],
      [1, 1, 1, 0]
    )
    assert.closeTo(table(computed, "overlaps")[0]!["hectares"] as number, 1, 1e-6)
    assert.include(
      computed.document.warnings.map(({ code }) => code),
      "overlap"
    )
  })

  it("days of 23 and 25 hours have so many", () => {
    for (const [day, hours] of [
      ["2024-03-31", 23],
      ["2024-10-27", 25]
    ] as const) {
      const from = Date.parse(`${day}T00:00Z`) - DAY_MS - HOUR_MS
      const computed = run({
        areas,
        timezone: "Europe/Berlin",
        periods: [{ key: "main", from, to: from + 3 * DAY_MS }],
        rows: [{ main: story("w".repeat(73), places, from) }]
      })
      const timeline = table(computed, "timeline")
      assert.strictEqual(timeline.find((row) => row["day"] === day)!["west"], hours)
      assert.closeTo(
        timeline.reduce((sum, row) => sum + (row["west"] as number), 0),
        72,
        1e-9
      )
    }
  })

  it("a day at the threshold is one of rest, one above it is not", () => {
    const of = (rest_threshold_hours: number) => {
      const { west } = run({
        areas,
        periods: [main(1)],
        rows: [{ main: story("oowwwoo", places, START) }],
        parameters: { rest_threshold_hours }
      }).document.summary["main"]!
      return numbers(west, "use_days", "rest_days")
    }
    assert.deepStrictEqual(
      [of(2.9), of(3)],
      [
        [1, 0],
        [0, 1]
      ]
    )
  })
})

describe("weighting", () => {
  const rows = [
    { main: story("w".repeat(25), places, START) },
    { main: story("e".repeat(25), places, START) },
    { main: story("o".repeat(25), places, START) }
  ]
  const weighed = (weighting: "attribute" | "metabolic", masses: ReadonlyArray<number | null>) =>
    run({
      areas,
      periods: [main(1)],
      rows,
      parameters: { weighting, weight_key: "mass_kg" },
      subjects: masses.map((mass, i) => cow(i + 1, { weights: mass === null ? {} : { mass_kg: mass } }))
    })

  it("by an attribute multiplies each animal's hours; headers name it, and use is not called feeding", () => {
    const { document } = weighed("attribute", [3, 0.5, 1])
    assert.closeTo(document.summary["main"]!["west"]!["weighted_animal_days_per_ha"] as number, 3 / 4, 1e-6)
    assert.closeTo(document.summary["main"]!["east"]!["weighted_animal_days_per_ha"] as number, 0.5 / 2, 1e-6)
    assert.closeTo(document.summary["main"]!["east"]!["animal_days_per_ha"] as number, 1 / 2, 1e-6)
    const weighted = document.tables.flatMap(({ columns }) =>
      columns.filter(({ label }) => /weight/i.test(label))
    )
    assert.isAbove(weighted.length, 3)
    weighted.forEach(({ key, note }) => assert.include(note, "by mass_kg", key))
    assert.notMatch(JSON.stringify(document.tables), /feeding|intake/i)
  })

  it("metabolic is mass^0.75 by its mean over the animals that have one; the others count one and are listed", () => {
    const computed = weighed("metabolic", [256, 81, null])
    const mean = (256 ** 0.75 + 81 ** 0.75) / 2
    assert.deepStrictEqual(
      table(computed, "animals").map(({ weight }) => weight),
      [64 / mean, 27 / mean, 1]
    )
    const [warning] = computed.document.warnings.filter(({ code }) => code === "weight_missing")
    assert.include(warning!.text, "Subject 3")
  })

  it("every animal that lacks a mass is listed, however many", () => {
    const many = Array.from({ length: 40 }, (_, i) => cow(i + 1))
    const computed = run({
      areas,
      periods: [main(1)],
      rows: many.map(() => rows[0]!),
      parameters: { weighting: "metabolic", weight_key: "mass_kg" },
      subjects: [cow(41, { weights: { mass_kg: 500 } }), ...many.slice(1)]
    })
    const { text } = computed.document.warnings.find(({ code }) => code === "weight_missing")!
    for (const { name } of many.slice(1)) assert.include(text, name)
  })

  it("a mass of zero and a negative number are none", () => {
    assert.deepStrictEqual(
      table(weighed("metabolic", [0, 500, -1]), "animals").map(({ weight }) => weight),
      [1, 1, 1]
    )
    assert.deepStrictEqual(
      table(weighed("attribute", [0, 2, -1]), "animals").map(({ weight }) => weight),
      [0, 2, 1]
    )
  })
})

describe("comparing", () => {
  it("another period: the changes of every figure", () => {
    const before = START - DAY_MS
    const computed = run({
      areas,
      periods: [main(1), comparison(1, before)],
      rows: [
        {
          main: story("w".repeat(24) + "w", places, START),
          comparison: story("w".repeat(12) + "o".repeat(12), places, before)
        }
      ]
    })
    const hours = table(computed, "comparison").find(
      (row) => row["area"] === "West" && row["metric"] === "animal_hours"
    )!
    assert.deepStrictEqual(
      numbers(hours as Metrics, "main", "comparison", "change", "change_share"),
      [24, 11.5, 12.5, 1.086957]
    )
    assert.deepStrictEqual(
      computed.document.charts
        .find(({ key }) => key === "relative_pressure")!
        .series.map(({ label }) => label),
      ["Main period", "Comparison period"]
    )
  })

  it("another herd over the same dates: each animal counts in its own", () => {
    const computed = run({
      areas,
      periods: [main(1), comparison(1, START)],
      herdB: [1, 2],
      herdSize: 5,
      rows: [
        { main: story("w".repeat(25), places, START) },
        { comparison: story("e".repeat(25), places, START) },
        {}
      ]
    })
    const { comparison: other, main: own } = computed.document.summary
    assert.deepStrictEqual(
      [
        ...numbers(own!["west"], "animal_hours"),
        ...numbers(own!["east"], "animal_hours"),
        ...numbers(other!["west"], "animal_hours"),
        ...numbers(other!["east"], "animal_hours")
      ],
      [24, 0, 0, 24]
    )
    assert.deepStrictEqual(
      [
        ...numbers(own!["herd"], "animals_tracked", "herd_size"),
        ...numbers(other!["herd"], "animals_tracked", "herd_size")
      ],
      [1, 5, 1, 2]
    )
    assert.deepStrictEqual(
      table(computed, "animals").map(({ period, subject }) => `${period} ${subject}`),
      ["main Subject 1", "comparison Subject 2", "comparison Subject 3"]
    )
    assert.strictEqual(computed.document.warnings.filter(({ code }) => code === "no_fixes").length, 1)
    assert.deepStrictEqual(
      computed.document.warnings
        .filter(({ code }) => code === "few_tracked_animals")
        .map(({ level, text }) => [level, text.slice(0, text.indexOf("."))]),
      [
        ["warning", "Herd: 1 of 5 animals tracked"],
        ["notice", "Other herd: 1 of 2 animals tracked"]
      ]
    )
  })

  it("seasons by the calendar of the project, across New Year, clipped to the period", () => {
    const from = Date.parse("2024-12-30T23:00Z"),
      to = Date.parse("2025-01-03T23:00Z")
    const computed = run({
      areas,
      timezone: "Europe/Berlin",
      periods: [{ key: "main", from, to }],
      rows: [{ main: story("w".repeat(97), places, from) }],
      parameters: {
        seasons: [
          { name: "winter", from: "12-01", to: "01-01" },
          { name: "rest", from: "01-02", to: "11-30" },
          { name: "summer", from: "06-01", to: "08-31" }
        ]
      }
    })
    assert.deepStrictEqual(
      table(computed, "seasons")
        .filter(({ area }) => area === "West")
        .map(({ animal_hours, days, rest_days, season, use_days }) => [
          season,
          days,
          Math.round(animal_hours as number),
          use_days,
          rest_days
        ]),
      [
        ["winter", 2, 48, 2, 0],
        ["rest", 2, 48, 2, 0],
        ["summer", 0, 0, 0, 0]
      ]
    )
    assert.deepStrictEqual(
      computed.document.warnings.filter(({ code }) => code === "calendar_clipped").map(({ level }) => level),
      ["notice", "notice", "warning"]
    )
  })
})

describe("beside the figures", () => {
  it("stocking stands beside the carrying capacity of areas that have one, for the whole herd", () => {
    const computed = run({
      areas: [rectangle("West", 0, 0, 200, 200, { attributes: { carrying_capacity: 2 } }), areas[1]!],
      periods: [main(1)],
      herdSize: 3,
      rows: [{ main: story("w".repeat(25), places, START) }]
    })
    const [west, east] = table(computed, "stocking")
    assert.deepStrictEqual(
      [west!["animals_tracked"], west!["animals_herd"], west!["share_of_capacity"]],
      [1, 3, 1.5]
    )
    assert.closeTo(west!["stocking_rate"] as number, 3 / 4, 1e-6)
    assert.isNull(east!["share_of_capacity"])
    assert.deepStrictEqual(table(run({ areas, periods: [main(1)], rows: [{}] }), "stocking"), [])
  })

  it("an area narrower than the accuracy of the fixes is told", () => {
    const warnings = (accuracy: number) =>
      run({
        areas: [rectangle("Lane", 0, 0, 1000, 12), rectangle("Wide", 0, 50, 1000, 200)],
        periods: [main(1)],
        rows: [{ main: story("w".repeat(25), { w: [100, 5] }, START).map((row) => ({ ...row, accuracy })) }]
      })
        .document.warnings.filter(({ code }) => code === "small_area")
        .map(({ subject }) => subject)
    assert.deepStrictEqual([warnings(11), warnings(13)], [[], ["lane"]])
  })

  it("shapes are the areas with their figures and the hotspots, cells as polygons", () => {
    const { document, geometries } = run({
      areas,
      periods: [main(1)],
      rows: [{ main: story("wwwwwwee" + "o".repeat(17), places, START) }]
    })
    assert.deepStrictEqual(
      geometries
        .filter(({ kind }) => kind === "area_use")
        .map(({ label, properties, subject_id }) => [
          label,
          subject_id,
          properties["period"],
          properties["area_id"]
        ]),
      [
        ["West", null, "main", "west"],
        ["East", null, "main", "east"]
      ]
    )
    const hotspots = geometries.filter(({ kind }) => kind === "hotspot")
    assert.deepStrictEqual(
      hotspots.map(({ area_m2, label }) => [label, area_m2]),
      [
        ["West: hotspot 1", 10_000],
        ["East: hotspot 1", 10_000]
      ]
    )
    assert.deepInclude(document.geometries, { area_use: 2, hotspot: 2, kde: 0 })
  })

  it("without any fix there are nulls and zeros, and it says so", () => {
    const { document } = run({ areas, periods: [main(1)], rows: [{}] })
    assert.deepStrictEqual(
      numbers(
        document.summary["main"]!["west"],
        "animal_hours",
        "relative_pressure",
        "share_of_herd_time",
        "last_use",
        "hours_since_last_use",
        "mean_visit_hours",
        "rest_days",
        "gini"
      ),
      [0, null, null, null, null, null, 1, null]
    )
    assert.includeMembers(
      document.warnings.map(({ code }) => code),
      ["no_fixes", "few_tracked_animals"]
    )
  })
})

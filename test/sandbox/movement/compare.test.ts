import { assert, describe, it } from "vitest"
import type { Cell } from "../../../src/domain/analysis/Result.ts"
import { movement } from "../../../sandbox/movement/movement.ts"
import { shapesPerTrack } from "../../../sandbox/movement/shapes.ts"
import { comparison, DAY_MS, idOf, jobOf, main, START, subjectOf } from "../job.ts"
import { walk, wander } from "./walks.ts"

const before = START - 40 * DAY_MS
const herd = [1, 2, 3].map((seed) => ({
  main: wander(seed, 400 + 50 * seed),
  comparison: wander(seed + 10, 300, { start: before })
}))
const steps: Array<string> = []
const percents: Array<number> = []
const { document, geometries } = movement(
  jobOf({ periods: [main(20), comparison(20, before)], rows: herd }),
  (percent, step) => {
    percents.push(percent)
    steps.push(step)
  }
)

const rowsOf = (key: string): ReadonlyArray<Readonly<Record<string, Cell>>> => {
  const { columns, rows } = document.tables.find((t) => t.key === key)!
  return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column.key, row[i]!])))
}

describe("the summary table", () => {
  it("has a row for each subject and period, then mean and sample standard deviation", () => {
    const rows = rowsOf("summary")
    assert.deepStrictEqual(
      rows.map((r) => `${r["period"]} ${r["row_kind"]}`),
      ["main", "comparison"].flatMap((p) =>
        ["subject", "subject", "subject", "mean", "sd"].map((k) => `${p} ${k}`)
      )
    )
    const [a, b, c, mean, sd] = rows.map((r) => r["distance_km"] as number) as [
      number,
      number,
      number,
      number,
      number
    ]
    assert.closeTo(mean, (a + b + c) / 3, 1e-9)
    assert.closeTo(sd, Math.sqrt(((a - mean) ** 2 + (b - mean) ** 2 + (c - mean) ** 2) / 2), 1e-9)
    assert.strictEqual(a, document.summary["main"]![idOf(1)]!["distance_km"])
  })

  it("has no group of one", () => {
    const alone = movement(jobOf({ periods: [main(20)], rows: [herd[0]!] }), () => undefined)
    assert.deepStrictEqual(
      alone.document.tables.find((t) => t.key === "summary")!.rows.map((row) => row[0]),
      ["subject"]
    )
    assert.isUndefined(alone.document.tables.find((t) => t.key === "comparison"))
  })
})

describe("the comparison", () => {
  it("has main, comparison and the change of every metric, by subject and for the group", () => {
    const rows = rowsOf("comparison").filter((r) => r["metric"] === "fixes")
    assert.deepStrictEqual(
      rows.map((r) => [r["row_kind"], r["main"], r["comparison"], r["change"]]),
      [
        ["subject", 450, 300, 150],
        ["subject", 500, 300, 200],
        ["subject", 550, 300, 250],
        ["mean", 500, 300, 200],
        ["sd", 50, 0, 50]
      ]
    )
    assert.strictEqual(rows[0]!["change_share"], 0.5)
  })

  it("is drawn as grouped bars of a chosen metric by subject and period", () => {
    const chart = document.charts.find((c) => c.key === "comparison_distance_km")!
    assert.deepStrictEqual(
      [chart.kind, chart.x_type, chart.series.map((s) => s.key)],
      ["bar", "category", ["main", "comparison"]]
    )
    assert.deepStrictEqual(chart.series[0]!.x, ["Subject 1", "Subject 2", "Subject 3"])
    assert.deepStrictEqual(
      chart.series[1]!.y,
      [1, 2, 3].map((n) => document.summary["comparison"]![idOf(n)]!["distance_km"] as number)
    )
  })

  it("animals of one name have a bar each", () => {
    const subjects = ["Alma", "Alma", "Alma (2)"].map((name, i) => subjectOf(i + 1, { name }))
    const named = movement(
      jobOf({ periods: [main(20), comparison(20, before)], rows: herd, subjects }),
      () => undefined
    ).document
    const names = ["Alma", "Alma (3)", "Alma (2)"]
    assert.deepStrictEqual(named.charts.find((c) => c.key === "comparison_distance_km")!.series[0]!.x, names)
    assert.deepStrictEqual(
      named.charts
        .find((c) => c.key === "daily_distance")!
        .series.slice(0, 3)
        .map((s) => s.label),
      names
    )
    assert.deepStrictEqual(
      named.tables
        .find((t) => t.key === "timeline")!
        .columns.slice(2)
        .map((c) => c.label),
      names
    )
  })

  it("a polygon is called by the share of the fixes it holds", () => {
    const half = movement(
      jobOf({ periods: [main(20), comparison(20, before)], rows: herd, parameters: { mcp_percent: 50 } }),
      () => undefined
    )
    const metrics = half.document.summary["main"]![idOf(1)]!
    assert.isNumber(metrics["mcp50_ha"])
    assert.notProperty(metrics, "mcp95_ha")
    assert.deepInclude(half.document.tables.find((t) => t.key === "summary")!.columns, {
      key: "mcp50_ha",
      label: "Minimum convex polygon 50%",
      type: "number",
      unit: "ha"
    })
    assert.isDefined(half.document.charts.find((c) => c.key === "comparison_mcp50_ha"))
    assert.include(
      half.geometries.map((g) => g.label),
      "Subject 1: minimum convex polygon 50%"
    )
    assert.property(document.summary["main"]![idOf(1)]!, "mcp95_ha")
  })

  it("uses one frame for both periods of a subject", () => {
    const subjects = document.provenance["subjects"] as ReadonlyArray<{
      readonly subject_id: string
      readonly frame: unknown
    }>
    for (const n of [1, 2, 3]) {
      const [one, other] = subjects.filter((s) => s.subject_id === idOf(n))
      assert.deepStrictEqual(one!.frame, other!.frame)
    }
  })

  it("that frame is centred on the fixes of both", () => {
    const elsewhere = jobOf({
      periods: [main(20), comparison(20, before)],
      rows: [{ main: wander(1, 100), comparison: wander(2, 100, { start: before, lon: 8 }) }]
    })
    const [subject] = movement(elsewhere, () => undefined).document.provenance["subjects"] as ReadonlyArray<{
      readonly frame: { readonly lon: number }
    }>
    assert.closeTo(subject!.frame.lon, 7.5, 0.02)
  })

  it("names the period in every shape and every warning", () => {
    for (const { label, properties } of geometries)
      assert.strictEqual(label.endsWith("(comparison)"), properties["period"] === "comparison")
    for (const { counts, subject, text } of document.warnings)
      if (subject !== null)
        assert.strictEqual(text.startsWith("Comparison period:"), counts["period"] === "comparison")
  })
})

describe("doubts about results", () => {
  it("tracks whose median intervals differ by more than a factor of two are not to be ranked by distance", () => {
    const of = (minutes: number) =>
      movement(
        jobOf({
          periods: [main(20)],
          rows: [{ main: wander(1, 100) }, { main: wander(2, 100, { minutes }) }]
        }),
        () => undefined
      ).document.warnings.filter((w) => w.subject === null)
    assert.deepStrictEqual(of(35), [])
    assert.deepStrictEqual(
      of(50).map(({ code, level }) => [code, level]),
      [["irregular_sampling", "warning"]]
    )
  })

  it("one cluster with more than 70 percent of the fixes is noticed", () => {
    const camp = (fixes: number, east: number) =>
      Array.from({ length: fixes }, (_, i) => [east + (i % 7), i % 5] as const)
    const of = (inCamp: number) =>
      movement(
        jobOf({
          periods: [main(20)],
          rows: [{ main: walk([...camp(inCamp, 0), ...camp(100 - inCamp, 3000)]) }]
        }),
        () => undefined
      ).document.warnings.map((w) => w.code)
    assert.notInclude(of(70), "single_cluster")
    assert.include(of(71), "single_cluster")
  })
})

describe("charts", () => {
  it("a day without steps is a hole in the line, not a zero", () => {
    const hours = [0, 1, 2, 50, 51].map((h) => ({ time: START + h * 3_600_000, lon: 7 + h * 1e-4, lat: 45 }))
    const { y } = movement(
      jobOf({ periods: [main(4)], rows: [{ main: hours }] }),
      () => undefined
    ).document.charts.find((c) => c.key === "daily_distance")!.series[0]!
    assert.deepStrictEqual(
      y.map((km) => km !== null),
      [true, false, true, false]
    )
  })

  it("of the specification are there, a series for each subject and period", () => {
    for (const [key, kind] of [
      ["daily_distance", "line"],
      ["speed_histogram", "bar"],
      ["hour_of_day", "bar"],
      ["turning_angles", "rose"],
      ["turning_angles_moving", "rose"],
      ["net_squared_displacement", "line"],
      ["range_stability", "line"]
    ]) {
      const chart = document.charts.find((c) => c.key === key)!
      assert.deepStrictEqual(
        [chart.kind, chart.series.length],
        [kind, key === "range_stability" ? 12 : 6],
        key
      )
      for (const { x, y } of chart.series) assert.strictEqual(x.length, y.length)
      if (chart.edges !== undefined) assert.strictEqual(chart.edges.length, chart.series[0]!.y.length + 1)
    }
    assert.strictEqual(
      new Set(document.charts.flatMap((c) => c.series.map((s) => `${c.key} ${s.key}`))).size,
      document.charts.flatMap((c) => c.series).length
    )
  })

  it("the speed histogram has each step that is no gap once", () => {
    const { y } = document.charts.find((c) => c.key === "speed_histogram")!.series[0]!
    assert.strictEqual(
      y.reduce((sum: number, n) => sum + n!, 0),
      449
    )
  })

  it("range stability ends at the home range of the card", () => {
    const [mcp, kde] = document.charts.find((c) => c.key === "range_stability")!.series
    assert.closeTo(mcp!.y.at(-1)!, document.summary["main"]![idOf(1)]!["mcp95_ha"] as number, 0.01)
    assert.closeTo(kde!.y.at(-1)!, document.summary["main"]![idOf(1)]!["kde95_ha"] as number, 0.01)
  })
})

describe("progress", () => {
  it("goes forward from 0 and names the subject and the step", () => {
    assert.strictEqual(percents[0], 0)
    percents.reduce((last, now) => (assert.isAtLeast(now, last), now))
    assert.isBelow(percents.at(-1)!, 100)
    assert.include(steps, "Subject 2: home range")
  })
})

describe("shapes", () => {
  it("never are too many, whatever the number of tracks", () => {
    for (const tracks of [1, 2, 25, 50]) assert.isAtMost(tracks * (2 * shapesPerTrack(tracks) + 6), 5000)
    assert.strictEqual(shapesPerTrack(1), 200)
  })
})

describe("provenance", () => {
  it("has a paragraph that a scientist can paste, with the numbers of this run", () => {
    const method = document.provenance["method"] as string
    for (const words of [
      "2400 fixes of 3 animals",
      "faster than 15 m/s",
      "intervals above 4 h",
      "0.05 m/s for at least 30 min",
      "eps 100 m, minPts 5",
      "95% of the fixes",
      "reference bandwidth",
      "WGS 84"
    ])
      assert.include(method, words)
  })

  it("has the hash of the input, every parameter, every decision, every frame and bandwidth", () => {
    const { decisions, input_hash, parameters, subjects } = document.provenance as {
      decisions: object
      input_hash: string
      parameters: object
      subjects: unknown
    }
    assert.match(input_hash, /^[0-9a-f]{64}$/)
    assert.include(parameters, { gap_hours: 4, cell_m: 100 })
    assert.containsAllKeys(decisions, [
      "duplicates",
      "plausible_speed",
      "time_weight",
      "frame",
      "kde",
      "clusters",
      "visits"
    ])
    assert.match((decisions as Record<string, string>)["effective_fixes"]!, /too high, by half to twice/)
    for (const s of subjects as ReadonlyArray<{ readonly kernel: { readonly bandwidth_m: number } }>)
      assert.isAbove(s.kernel.bandwidth_m, 0)
  })
})

import { assert, describe, it } from "vitest"
import type { Subject } from "../../../src/domain/analysis/Tracks.ts"
import { clean } from "../../../sandbox/track/clean.ts"
import { gapsOf } from "../../../sandbox/track/gaps.ts"
import { qualityWarnings } from "../../../sandbox/track/quality.ts"
import { stepsOf } from "../../../sandbox/track/steps.ts"
import { DAY_MS, fixesOf, main, type Row, START, subjectOf } from "../job.ts"

const HOUR = 3_600_000
/** Slowly east, at these hours. */
const at = (hours: ReadonlyArray<number>, more: Partial<Row> = {}): ReadonlyArray<Row> =>
  hours.map((h) => ({ time: START + h * HOUR, lon: 7 + h * 1e-4, lat: 45, ...more }))
const every = (hours: number, count: number) => Array.from({ length: count }, (_, i) => i * hours)

const warningsOf = (
  rows: ReadonlyArray<Row>,
  {
    days = 10,
    subject = {},
    gapHours = 4,
    cellM = 100
  }: { days?: number; subject?: Partial<Subject>; gapHours?: number; cellM?: number } = {}
) => {
  const period = main(days)
  const cleaned = clean(fixesOf(rows), 15)
  const gaps = gapsOf(
    stepsOf(cleaned.fixes, gapHours),
    gapHours,
    cleaned.fixes.time.length,
    (period.to - period.from) / 1000
  )
  return qualityWarnings({
    subject: subjectOf(1, subject),
    period,
    isCompared: false,
    cleaned,
    gaps,
    gapHours,
    maxSpeed: 15,
    isDefaultSpeed: true,
    cellM
  })
}

const of = (code: string, ...given: Parameters<typeof warningsOf>) =>
  warningsOf(...given).find((w) => w.code === code)

describe("a track as it should be", () => {
  it("has no warnings", () => assert.deepStrictEqual(warningsOf(at(every(1, 240))), []))
})

describe("missing fixes", () => {
  const without = (missing: number) => at(every(1, 240).filter((h) => h % 10 >= missing || h > 200))
  it("are a notice above 5 percent and a warning above 20", () => {
    assert.isUndefined(of("missing_fixes", at(every(1, 240).filter((h) => h % 40 !== 5))))
    assert.strictEqual(of("missing_fixes", without(1))!.level, "notice")
    assert.strictEqual(of("missing_fixes", without(3))!.level, "warning")
    assert.deepInclude(of("missing_fixes", without(3))!.counts, { fixes: 179, expected: 237 })
  })
})

describe("gaps", () => {
  it("warn when more than 25 percent of the period is silence, its head and tail included", () => {
    assert.isUndefined(of("gaps", at(every(1, 190))))
    assert.deepInclude(of("gaps", at(every(1, 170)))!.counts, { gaps: 0 })
    assert.strictEqual(
      of("gaps", at([...every(1, 80), ...every(1, 80).map((h) => h + 160)]))!.counts["gaps"],
      1
    )
  })
})

describe("irregular sampling", () => {
  it("is a 90th percentile more than three times the median", () => {
    const mixed = (long: number) =>
      at(Array.from({ length: 200 }, (_, i) => Math.floor(i / 5) * (0.4 + long) + (i % 5) * 0.1))
    assert.isUndefined(of("irregular_sampling", mixed(0.3)))
    assert.strictEqual(of("irregular_sampling", mixed(0.4))!.level, "notice")
  })
})

describe("a gap threshold near the schedule", () => {
  it("is never raised silently: a warning names the value to try", () => {
    const jittered = at(Array.from({ length: 60 }, (_, i) => i * 4 + (i % 2) * 0.01))
    const warning = of("gap_threshold_near_interval", jittered)!
    assert.deepInclude(warning.counts, { gaps: 30, steps: 59, just_above: 30, suggested_gap_hours: 6.5 })
    assert.include(warning.text, "Try a gap threshold of 6.5 h")
    assert.isUndefined(of("gap_threshold_near_interval", jittered, { gapHours: 8.5 }))
  })

  it("so is one that is half as long again as the interval", () => {
    assert.isDefined(of("gap_threshold_near_interval", at(every(3, 60))))
    assert.isUndefined(of("gap_threshold_near_interval", at(every(2, 60))))
  })
})

describe("records", () => {
  it("too fast are a notice, above one percent a warning that names birds", () => {
    const rows = at(every(1, 240))
    const wild = (count: number) => rows.map((row, i) => (i > 0 && i <= count ? { ...row, lon: 8 + i } : row))
    assert.strictEqual(of("impossible_speed", wild(2))!.level, "notice")
    assert.strictEqual(of("impossible_speed", wild(4))!.level, "warning")
    assert.include(of("impossible_speed", wild(4))!.text, "Birds")
    assert.notInclude(of("impossible_speed", wild(4), { subject: { isLivestock: true } })!.text, "Birds")
  })

  it("with the same time are counted with those that the server kept beside, and warned of when they are elsewhere", () => {
    const rows = at(every(1, 240))
    assert.strictEqual(of("duplicates", [...rows, rows[0]!])!.level, "notice")
    const discarded = { main: { invalid: 3, duplicates: 4, conflicting: 2 } }
    assert.deepInclude(of("duplicates", [...rows, rows[0]!], { subject: { discarded } })!.counts, {
      duplicates: 5,
      conflicting: 2
    })
    assert.strictEqual(of("duplicates", rows, { subject: { discarded } })!.level, "warning")
    assert.deepInclude(of("timestamp_anomalies", rows, { subject: { discarded } })!.counts, { invalid: 3 })
  })
})

describe("a repeated position", () => {
  it("near the others is a den, and no warning; far from them it is named", () => {
    const rows = (lon: number) => at(every(6, 240)).map((row, i) => (i % 5 === 0 ? { ...row, lon } : row))
    assert.isUndefined(of("repeated_position", rows(7.1)))
    assert.deepInclude(of("repeated_position", rows(7.9))!.counts, { count: 48, fixes: 240, lon: 7.9 })
  })
})

describe("GNSS quality", () => {
  it("counts an accuracy above 100 m and fewer than 4 satellites, and excludes neither", () => {
    const rows = at(every(1, 240)).map((row, i) =>
      i < 3
        ? { ...row, accuracy: 101 }
        : i < 8
          ? { ...row, satellites: 3 }
          : { ...row, accuracy: 100, satellites: 4 }
    )
    assert.deepInclude(of("poor_gnss", rows)!.counts, { poor_accuracy: 3, few_satellites: 5, fixes: 240 })
  })

  it("notices a grid cell smaller than the accuracy", () => {
    const rows = at(every(1, 240), { accuracy: 30 })
    assert.isUndefined(of("cell_below_accuracy", rows, { cellM: 30 }))
    assert.deepInclude(of("cell_below_accuracy", rows, { cellM: 20 })!.counts, {
      cell_m: 20,
      median_accuracy_m: 30
    })
  })
})

describe("deployments", () => {
  const rows = at(every(1, 240))
  const deployed = (...deployments: NonNullable<Subject["deployments"]>) => ({ subject: { deployments } })

  it("a collar change inside the period is told with its date", () => {
    const warning = of(
      "collar_change",
      rows,
      deployed({ device: "A", from: 0, to: START + DAY_MS }, { device: "B", from: START + DAY_MS, to: null })
    )!
    assert.include(warning.text, "on 2024-05-02 00:00 UTC from A to B")
    assert.isUndefined(
      of(
        "collar_change",
        rows,
        deployed(
          { device: "A", from: 0, to: START + DAY_MS },
          { device: "A", from: START + DAY_MS, to: null }
        )
      )
    )
    assert.isUndefined(
      of(
        "collar_change",
        rows,
        deployed({ device: "A", from: 0, to: START }, { device: "B", from: START, to: null })
      )
    )
  })

  it("so are the parts of the period without an assignment", () => {
    assert.isUndefined(of("unassigned_period", rows, deployed({ device: "A", from: START, to: null })))
    const warning = of(
      "unassigned_period",
      rows,
      deployed(
        { device: "A", from: START + DAY_MS, to: START + 4 * DAY_MS },
        { device: "A", from: START + 3 * DAY_MS, to: START + 9 * DAY_MS }
      )
    )!
    assert.deepInclude(warning.counts, { hours: 48, share: 0.2 })
    assert.deepInclude(
      of("unassigned_period", rows, deployed())!.counts,
      { hours: 240, share: 1 },
      "no assignment at all"
    )
    assert.isUndefined(
      of("unassigned_period", rows, { subject: { deployments: null } }),
      "a file does not say"
    )
  })
})

// Change the input in a way whose effect is known, and see that effect and no other.
import { assert, describe, it } from "vitest"
import type { Cell } from "../../../src/domain/analysis/Result.ts"
import type { ComputedResult } from "../../../src/domain/analysis/SandboxJob.ts"
import { movement } from "../../../sandbox/movement/movement.ts"
import { randomFrom } from "../../domain/geo/random.ts"
import { describeShared } from "../../support/describeShared.ts"
import { comparison, DAY_MS, idOf, jobOf, main, type Row, START } from "../job.ts"
import { tracksOf } from "../reference.ts"
import { wander } from "./walks.ts"

const days = 20
const first = wander(1, 900),
  second = wander(2, 700, { lat: -33, lon: 18 })

const run = (tracks: ReadonlyArray<ReadonlyArray<Row>>, start = START): ComputedResult =>
  movement(
    jobOf({ periods: [main(days, start)], rows: tracks.map((rows) => ({ main: rows })) }),
    () => undefined
  )

const light = ["day_distance_km", "twilight_distance_km", "night_distance_km"]

const assertSame = (
  actual: ComputedResult,
  expected: ComputedResult,
  but: ReadonlyArray<string>,
  relative = 1e-9
): void => {
  for (const [id, metrics] of Object.entries(expected.document.summary["main"]!)) {
    for (const [key, value] of Object.entries<Cell>(metrics)) {
      if (but.includes(key)) continue
      const now = actual.document.summary["main"]![id]![key]!
      if (typeof value !== "number" || typeof now !== "number") assert.strictEqual(now, value, key)
      else
        assert.isAtMost(
          Math.abs(now - value),
          relative * Math.abs(value) + 1e-12,
          `${key} of ${id}: ${now}, was ${value}`
        )
    }
  }
}

const series = ({ document }: ComputedResult, chart: string) =>
  document.charts.find((c) => c.key === chart)!.series[0]!.y
const bytes = ({ document, geometries }: ComputedResult) => JSON.stringify({ document, geometries })

describe("the same job", () => {
  it("gives the same bytes", () =>
    assert.strictEqual(bytes(run([first, second])), bytes(run([first, second]))))

  it("gives the same bytes in whatever order its rows come", () => {
    const random = randomFrom(3)
    const shuffled = (rows: ReadonlyArray<Row>) =>
      rows
        .map((row) => ({ row, key: random() }))
        .sort((a, b) => a.key - b.key)
        .map(({ row }) => row)
    assert.strictEqual(bytes(run([shuffled(first), shuffled(second)])), bytes(run([first, second])))
  })

  it("gives a subject the same numbers whoever else is in the run, and in whatever order", () => {
    const together = run([first, second]),
      alone = run([first]),
      swapped = run([second, first])
    assert.deepStrictEqual(
      alone.document.summary["main"]![idOf(1)],
      together.document.summary["main"]![idOf(1)]
    )
    assert.deepStrictEqual(
      swapped.document.summary["main"]![idOf(2)],
      together.document.summary["main"]![idOf(1)]
    )
  })
})

describe("moved", () => {
  it("by whole days: all stays but the light", () => {
    const later = first.map((row) => ({ ...row, time: row.time + 28 * DAY_MS }))
    assertSame(run([later], START + 28 * DAY_MS), run([first]), light)
  })

  it("east, onto the antimeridian: all stays but the light, and shapes are split there", () => {
    const east = first.map((row) => ({ ...row, lon: row.lon + 173 > 180 ? row.lon - 187 : row.lon + 173 }))
    assert.isTrue(east.some(({ lon }) => lon > 179) && east.some(({ lon }) => lon < -179))
    const [there, here] = [run([east]), run([first])]
    // moving adds rounding of 1e-13 degrees to every position, a hundredth of a micrometre
    assertSame(there, here, light, 1e-7)
    assert.strictEqual(there.geometries.find((g) => g.kind === "mcp")!.geom.type, "MultiPolygon")
    assert.strictEqual(there.geometries.find((g) => g.kind === "track_summary")!.geom.type, "MultiLineString")
    for (const { geom } of there.geometries) {
      for (const line of linesOf(geom.coordinates))
        for (let i = 1; i < line.length; i++) assert.isAtMost(Math.abs(line[i]! - line[i - 1]!), 180)
    }
  })

  it("to the other hemisphere: left is right, and all else stays but the light", () => {
    const mirrored = first.map((row) => ({ ...row, lat: -row.lat }))
    const [there, here] = [run([mirrored]), run([first])]
    assertSame(there, here, [...light, "turning_mean_deg"])
    const turn = (c: ComputedResult) => c.document.summary["main"]![idOf(1)]!["turning_mean_deg"] as number
    assert.closeTo(turn(there), -turn(here), 1e-7)
    const [straight, ...others] = series(here, "turning_angles")
    assert.deepStrictEqual(series(there, "turning_angles"), [straight!, ...others.toReversed()])
  })
})

describe("every fix twice", () => {
  it("changes nothing but the warning that says so", () => {
    const [twice, once] = [run([first.flatMap((row) => [row, row])]), run([first])]
    assert.deepStrictEqual(twice.document.summary, once.document.summary)
    assert.deepStrictEqual(twice.document.charts, once.document.charts)
    assert.deepStrictEqual(twice.geometries, once.geometries)
    const warnings = twice.document.warnings.filter((w) => w.code === "duplicates")
    assert.deepStrictEqual(
      warnings.map((w) => w.counts),
      [{ duplicates: 900, conflicting: 0, period: "main" }]
    )
    assert.deepStrictEqual(
      twice.document.warnings.filter((w) => w.code !== "duplicates"),
      once.document.warnings
    )
    assert.notStrictEqual(twice.document.provenance["input_hash"], once.document.provenance["input_hash"])
  })
})

describe("the same fixes as both periods", () => {
  it("are two equal columns in one frame, without change", () => {
    const computed = movement(
      jobOf({ periods: [main(days), comparison(days, START)], rows: [{ main: first, comparison: first }] }),
      () => undefined
    )
    assert.deepStrictEqual(computed.document.summary["comparison"], computed.document.summary["main"])
    const table = computed.document.tables.find((t) => t.key === "comparison")!
    const change = table.columns.findIndex((c) => c.key === "change")
    for (const row of table.rows) assert.include([0, null], row[change] as number | null)
  })
})

/** The longitudes of every line of a shape, in order. */
const linesOf = (coordinates: unknown): ReadonlyArray<ReadonlyArray<number>> => {
  if (!Array.isArray(coordinates) || !Array.isArray(coordinates[0])) return []
  return Array.isArray(coordinates[0][0])
    ? coordinates.flatMap(linesOf)
    : [coordinates.map((point: ReadonlyArray<number>) => point[0]!)]
}

describeShared("a real fisher", (shared) => {
  const leroy = () =>
    tracksOf(shared, "fisher")
      .get("Leroy")!
      .map(({ lat, lon, time }) => ({ time, lon, lat }))
  const of = (rows: ReadonlyArray<Row>) =>
    movement(
      jobOf({
        periods: [{ key: "main", from: Date.UTC(2009, 1, 1), to: Date.UTC(2009, 3, 1) }],
        rows: [{ main: rows }]
      }),
      () => undefined
    )

  it("moved to the antimeridian has the same numbers", () => {
    assertSame(of(tracksOf(shared, "meta_antimeridian_leroy").get("Leroy_180")!), of(leroy()), light, 1e-7)
  })

  it("with duplicates among its rows has the same numbers where the first stored is the one kept", () => {
    const rows = tracksOf(shared, "meta_duplicates_leroy").get("Leroy_dup")!
    const { document } = of(rows)
    assert.strictEqual(document.summary["main"]![idOf(1)]!["fixes"], 919)
    const { conflicting, duplicates } = document.warnings.find((w) => w.code === "duplicates")!.counts
    assert.strictEqual(duplicates, rows.length - 919)
    assert.isAbove(conflicting as number, 0)
  })
})

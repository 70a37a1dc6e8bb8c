// What must hold for any herd, whatever its pastures.
import { assert, describe, it } from "vitest"
import { grazing } from "../../../sandbox/grazing/grazing.ts"
import type { ComputedResult } from "../../../src/domain/analysis/SandboxJob.ts"
import { randomFrom } from "../../domain/geo/random.ts"
import { DAY_MS, type Row } from "../job.ts"
import { cow, type Given, grazingJob, HOUR_MS, pasture, rectangle, rowAt } from "./herd.ts"

const run = (given: Given): ComputedResult => grazing(grazingJob(given), () => {})
const main = ({ document }: ComputedResult) => document.summary["main"]!
const of = (computed: ComputedResult, id: string, key: string): number => main(computed)[id]![key] as number
const near = (a: number, b: number) =>
  assert.isAtMost(Math.abs(a - b), 1e-9 * Math.max(1, Math.abs(a)), `${a} and ${b}`)

/**
 * Animals that walk about a square of a kilometre, report about twice an hour, and sometimes not for days.
 * Over both changes of the clocks.
 */
const from = Date.parse("2024-03-28T23:00Z")
const walk = (seed: number, days = 5): ReadonlyArray<Row> => {
  const random = randomFrom(seed)
  const rows: Array<Row> = []
  let [x, y] = [1000 * random(), 1000 * random()]
  for (
    let time = from + HOUR_MS * random();
    time < from + days * DAY_MS;
    time += HOUR_MS * (0.3 + 0.4 * random() + (random() < 0.02 ? 20 * random() : 0))
  ) {
    x = Math.min(1100, Math.max(-100, x + 300 * (random() - 0.5)))
    y = Math.min(1100, Math.max(-100, y + 300 * (random() - 0.5)))
    rows.push(rowAt(Math.round(time), x, y))
  }
  return rows
}

const apart = [
  rectangle("A", 0, 0, 500, 400),
  rectangle("B", 500, 0, 1000, 400),
  pasture("C", [
    [0, 450],
    [900, 450],
    [500, 1000],
    [400, 600]
  ])
]
const overlapping = [...apart, rectangle("D", 300, 200, 700, 700)]
const seeds = [1, 2, 3, 4, 5, 6]

const herd = (seed: number, more: Partial<Given> = {}): Given => ({
  areas: apart,
  periods: [{ key: "main", from, to: from + 5 * DAY_MS }],
  timezone: "Europe/Berlin",
  rows: [1, 2, 3].map((n) => ({ main: walk(10 * seed + n) })),
  ...more
})

const timeline = ({ document }: ComputedResult) => document.tables.find(({ key }) => key === "timeline")!

describe("for any herd", () => {
  it.each(seeds)(
    "hours in areas that do not overlap and hours outside add up to the hours tracked (%d)",
    (seed) => {
      const found = run(herd(seed))
      near(
        of(found, "a", "animal_hours") +
          of(found, "b", "animal_hours") +
          of(found, "c", "animal_hours") +
          of(found, "herd", "outside_animal_hours"),
        of(found, "herd", "tracked_animal_hours")
      )
      assert.closeTo(of(found, "herd", "share_inside") + of(found, "herd", "share_outside"), 1, 1e-12)
    }
  )

  it.each(seeds)("shares of areas that overlap may pass 1, that of their union does not (%d)", (seed) => {
    const found = run(herd(seed, { areas: overlapping }))
    assert.isAtMost(of(found, "herd", "share_inside"), 1)
    const sum = overlapping.reduce((total, { id }) => total + of(found, id, "share_of_herd_time"), 0)
    assert.isAtLeast(sum, of(found, "herd", "share_inside") - 1e-12)
    for (const { id } of apart) near(of(found, id, "animal_hours"), of(run(herd(seed)), id, "animal_hours"))
  })

  it.each(seeds)("the days add up to the hours, a day of 23 hours among them (%d)", (seed) => {
    const found = run(herd(seed, { areas: overlapping }))
    const { columns, rows } = timeline(found)
    overlapping.forEach(({ id }) => {
      const at = columns.findIndex(({ key }) => key === id)
      const sum = rows.reduce((total, row) => total + (row[at] as number), 0)
      assert.closeTo(sum, of(found, id, "animal_hours"), 1e-5)
      rows.forEach((row) =>
        assert.isAtMost(row[at] as number, 3 * (row[1] === "2024-03-31" ? 23 : 24) + 1e-6)
      )
    })
  })

  it.each(seeds)("pressure has the mean 1, and ranks follow it (%d)", (seed) => {
    const found = run(herd(seed, { areas: overlapping }))
    near(
      overlapping.reduce((sum, { id }) => sum + of(found, id, "relative_pressure"), 0) / overlapping.length,
      1
    )
    const inOrder = overlapping
      .toSorted((a, b) => of(found, a.id, "pressure_rank") - of(found, b.id, "pressure_rank"))
      .map(({ id }) => of(found, id, "relative_pressure"))
    assert.deepStrictEqual(
      inOrder,
      inOrder.toSorted((a, b) => b - a)
    )
  })

  it.each(seeds)("an area parted in two adds up (%d)", (seed) => {
    const found = run(
      herd(seed, {
        areas: [...apart.slice(1), rectangle("West", 0, 0, 210, 400), rectangle("East", 210, 0, 500, 400)]
      })
    )
    const whole = run(herd(seed))
    near(
      of(found, "west", "animal_hours") + of(found, "east", "animal_hours"),
      of(whole, "a", "animal_hours")
    )
    assert.closeTo(
      (of(found, "west", "hectares") + of(found, "east", "hectares")) / of(whole, "a", "hectares"),
      1,
      1e-7
    )
    assert.isAtLeast(of(found, "west", "visits") + of(found, "east", "visits"), of(whole, "a", "visits"))
    near(of(found, "herd", "inside_animal_hours"), of(whole, "herd", "inside_animal_hours"))
  })

  it.each(seeds)(
    "all weights times a number change nothing relative; times zero nothing is weighted (%d)",
    (seed) => {
      const weighed = (factor: number) =>
        run(
          herd(seed, {
            parameters: { weighting: "attribute", weight_key: "kg" },
            subjects: [1, 2, 3].map((n) => cow(n, { weights: { kg: factor * n } }))
          })
        )
      const [once, tenfold] = [weighed(1), weighed(10)]
      for (const { id } of apart) {
        near(of(tenfold, id, "weighted_animal_days_per_ha"), 10 * of(once, id, "weighted_animal_days_per_ha"))
        near(of(tenfold, id, "weighted_relative_pressure"), of(once, id, "weighted_relative_pressure"))
        assert.strictEqual(of(tenfold, id, "relative_pressure"), of(once, id, "relative_pressure"))
      }
      const metabolic = (factor: number) =>
        run(
          herd(seed, {
            parameters: { weighting: "metabolic", weight_key: "kg" },
            subjects: [1, 2, 3].map((n) => cow(n, { weights: { kg: factor * n } }))
          })
        )
      for (const { id } of apart)
        near(
          of(metabolic(7), id, "weighted_animal_days_per_ha"),
          of(metabolic(1), id, "weighted_animal_days_per_ha")
        )
    }
  )

  it.each(seeds)("the names and the order of the animals change nothing (%d)", (seed) => {
    const given = herd(seed, { areas: overlapping })
    const found = run(given),
      rotated = run({ ...given, rows: [given.rows[2]!, given.rows[0]!, given.rows[1]!] })
    for (const id of ["herd", ...overlapping.map((a) => a.id)]) {
      for (const [key, value] of Object.entries(main(found)[id]!)) {
        if (typeof value === "number") near(main(rotated)[id]![key] as number, value)
        else assert.strictEqual(main(rotated)[id]![key], value)
      }
    }
  })

  it("equal jobs give equal bytes, also with the fixes in another order", () => {
    const given = herd(3, { areas: overlapping })
    const bytes = JSON.stringify(run(given))
    assert.strictEqual(JSON.stringify(run(given)), bytes)
    assert.strictEqual(
      JSON.stringify(
        run({ ...given, rows: given.rows.map(({ main: rows = [] }) => ({ main: rows.toReversed() })) })
      ),
      bytes
    )
  })

  it("time moves with everything: a week later all is as it was", () => {
    const later = (rows: ReadonlyArray<Row> | undefined) =>
      (rows ?? []).map((row) => ({ ...row, time: row.time + 7 * DAY_MS }))
    const given = herd(4, { timezone: "UTC" })
    const found = run(given)
    const moved = run({
      ...given,
      periods: [{ key: "main", from: from + 7 * DAY_MS, to: from + 12 * DAY_MS }],
      rows: given.rows.map((row) => ({ main: later(row.main) }))
    })
    for (const id of ["a", "b", "c", "herd"]) {
      const numbersOf = (computed: ComputedResult) =>
        Object.entries(main(computed)[id]!).filter(([, value]) => typeof value === "number")
      assert.deepStrictEqual(numbersOf(moved), numbersOf(found))
    }
  })
})

// Fixes as broken devices send them: they end in warnings, never in a crash and never in a number that says
// nothing of them.
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { ResultDocument } from "../../../src/domain/analysis/Result.ts"
import type { ComputedResult } from "../../../src/domain/analysis/SandboxJob.ts"
import { movement } from "../../../sandbox/movement/movement.ts"
import { randomFrom } from "../../domain/geo/random.ts"
import { DAY_MS, type Given, idOf, jobOf, main, type Row, START, subjectOf } from "../job.ts"
import { MINUTE, walk, wander } from "./walks.ts"

const isDocument = Schema.is(ResultDocument)

const numbersIn = (value: unknown): ReadonlyArray<number> =>
  typeof value === "number"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(numbersIn)
      : []

const run = (rows: ReadonlyArray<Row>, more: Partial<Given> = {}): ComputedResult => {
  const computed = movement(jobOf({ periods: [main(30)], rows: [{ main: rows }], ...more }), () => undefined)
  assert.isTrue(isDocument(computed.document), "the document has the shape that is published")
  assert.isTrue(numbersIn(computed).every(Number.isFinite), "every number is one")
  return computed
}

const codes = ({ document }: ComputedResult) => document.warnings.map((w) => w.code)
const warningOf = ({ document }: ComputedResult, code: string) =>
  document.warnings.find((w) => w.code === code)!
const metricsOf = ({ document }: ComputedResult) => document.summary["main"]![idOf(1)]!

const good = wander(1, 600)

describe("few fixes", () => {
  it("none: the subject is there, with no numbers and a warning", () => {
    const computed = run([])
    assert.deepStrictEqual(codes(computed), ["no_fixes"])
    assert.deepStrictEqual(computed.geometries, [])
    const { distance_km, fixes, mean_speed_mps, mcp95_ha } = metricsOf(computed)
    assert.deepStrictEqual([fixes, distance_km, mean_speed_mps, mcp95_ha], [0, null, null, null])
  })

  it("a subject without a track at all is the same", () => {
    const computed = movement(jobOf({ periods: [main(30)], rows: [{ main: good }, {}] }), () => undefined)
    assert.strictEqual(computed.document.summary["main"]![idOf(2)]!["fixes"], 0)
    assert.deepInclude(
      computed.document.warnings.map(({ code, subject }) => ({ code, subject })),
      { code: "no_fixes", subject: idOf(2) }
    )
  })

  it("one: a point, no distance and no speed", () => {
    const computed = run(good.slice(0, 1))
    assert.include(codes(computed), "few_fixes")
    const { displacement_km, distance_km, residence_cells } = metricsOf(computed)
    assert.deepStrictEqual([distance_km, displacement_km, residence_cells], [null, null, 1])
    assert.deepStrictEqual(
      computed.geometries.map((g) => [g.kind, g.geom.type]),
      [["track_summary", "Point"]]
    )
  })

  it("29 have no home range and no clusters, and say so; 30 have both", () => {
    const below = run(good.slice(0, 29)),
      enough = run(good.slice(0, 30))
    assert.deepStrictEqual(
      [metricsOf(below)["mcp95_ha"], metricsOf(below)["kde95_ha"], metricsOf(below)["cluster_count"]],
      [null, null, null]
    )
    assert.include(warningOf(below, "few_fixes").text, "no home range and no clusters")
    assert.isNumber(metricsOf(enough)["mcp95_ha"])
    assert.isNumber(metricsOf(enough)["cluster_count"])
    assert.notInclude(codes(enough), "few_fixes")
  })
})

describe("places that cannot be", () => {
  it("what a run says it excluded is what it says of its subjects: too fast, impossible, and already marked as wrong", () => {
    const computed = run(
      [
        ...good.map((row, i) => (i % 10 === 5 ? { ...row, lon: 0, lat: 0 } : row)),
        { time: START, lon: 500, lat: 0 }
      ],
      {
        subjects: [subjectOf(1, { discarded: { main: { invalid: 7, duplicates: 3, conflicting: 1 } } })]
      }
    )
    assert.deepStrictEqual([metricsOf(computed)["excluded_fixes"], computed.excluded], [68, 68])
  })

  it("fixes at 0, 0 between good ones are left out as too fast, and counted", () => {
    const computed = run(good.map((row, i) => (i % 10 === 5 ? { ...row, lon: 0, lat: 0 } : row)))
    assert.deepStrictEqual([metricsOf(computed)["excluded_fixes"], computed.excluded], [60, 60])
    assert.deepInclude(warningOf(computed, "impossible_speed").counts, {
      excluded: 60,
      share: 0.1,
      max_speed_mps: 15
    })
    assert.strictEqual(warningOf(computed, "impossible_speed").level, "warning")
    assert.isBelow(metricsOf(computed)["max_displacement_km"] as number, 100)
  })

  it("a fix at 0, 0 that a long silence makes reachable is named", () => {
    const computed = run([...good.slice(0, 100), { time: START + 20 * DAY_MS, lon: 0, lat: 0 }])
    assert.deepInclude(warningOf(computed, "repeated_position").counts, { count: 1, lon: 0, lat: 0 })
  })

  it("half of the fixes at one sentinel in long blocks, which no speed rule finds, are named", () => {
    const rows = Array.from({ length: 400 }, (_, i): Row => {
      const block = Math.floor(i / 20)
      const time = START + i * 30 * MINUTE
      return block % 2 === 0 ? { ...good[i]!, time } : { time, lon: 7.9, lat: 45.6 }
    })
    const computed = run(rows)
    const { count, lat, lon } = warningOf(computed, "repeated_position").counts
    assert.deepStrictEqual([lon, lat], [7.9, 45.6])
    assert.isAbove(count as number, 150)
    assert.include(warningOf(computed, "repeated_position").text, "km from the others")
  })

  it("all fixes at one place: the areas are 0, and a warning says that they are one place", () => {
    const computed = run(walk(Array.from({ length: 200 }, () => [0, 0] as const)))
    assert.include(warningOf(computed, "repeated_position").text, "All 200 fixes are at exactly one position")
    assert.strictEqual(metricsOf(computed)["mcp95_ha"], 0)
    assert.strictEqual(computed.geometries.find((g) => g.kind === "mcp")!.geom.type, "Point")
  })

  it("fixes on one line, and fixes at two places, are no polygon", () => {
    for (const path of [
      Array.from({ length: 60 }, (_, i) => [i * 50, 0] as const),
      Array.from({ length: 60 }, (_, i) => [(i % 2) * 500, 0] as const)
    ]) {
      const computed = run(walk(path))
      assert.strictEqual(metricsOf(computed)["mcp95_ha"], 0)
      assert.isNumber(metricsOf(computed)["kde95_ha"])
    }
  })

  it("infinite, missing and impossible numbers are counted as invalid", () => {
    const computed = run([
      ...good,
      { time: START, lon: Number.NaN, lat: 0 },
      { time: START + 1, lon: 200, lat: 0 },
      { time: Number.NaN, lon: 1, lat: 1 },
      { time: START + 2, lon: 0, lat: Infinity }
    ])
    assert.deepInclude(warningOf(computed, "timestamp_anomalies").counts, { invalid: 4 })
    assert.strictEqual(metricsOf(computed)["fixes"], 600)
  })

  it("noise over the whole earth ends with what can be, and a warning", () => {
    const random = randomFrom(9)
    const computed = run(
      Array.from({ length: 2000 }, (_, i) => ({
        time: START + i * 20 * MINUTE,
        lon: 360 * random() - 180,
        lat: 180 * random() - 90
      }))
    )
    assert.strictEqual(warningOf(computed, "impossible_speed").level, "warning")
  })

  it("both poles and the antimeridian at once are no special places", () => {
    const computed = run(
      Array.from({ length: 90 }, (_, i) => ({
        time: START + i * 6 * 60 * MINUTE,
        lon: ((i * 77) % 360) - 180,
        lat: i % 3 === 0 ? 90 : 89.9
      })),
      { parameters: { gap_hours: 8 } }
    )
    assert.isNumber(metricsOf(computed)["kde95_ha"])
  })
})

describe("clocks", () => {
  it("one that jumps back sends two tracks in one: the positions that do not fit go", () => {
    const far = wander(5, 200, { lon: 9 })
    const computed = run([...good, ...far])
    assert.isAbove(metricsOf(computed)["excluded_fixes"] as number, 150)
    assert.include(codes(computed), "impossible_speed")
  })

  it("one that stands still sends one time many times: one fix stays, the others are counted with those elsewhere", () => {
    const computed = run(good.map((row, i) => ({ ...row, time: i < 300 ? row.time : good[300]!.time })))
    assert.deepInclude(warningOf(computed, "duplicates").counts, { duplicates: 299, conflicting: 299 })
    assert.strictEqual(warningOf(computed, "duplicates").level, "warning")
  })

  it("fixes a millisecond apart at one place are no impossible speed", () => {
    const computed = run(
      walk(
        Array.from({ length: 50 }, () => [0, 0] as const),
        { minutes: 1 / MINUTE }
      )
    )
    assert.strictEqual(metricsOf(computed)["excluded_fixes"], 0)
  })
})

describe("parameters at their ends", () => {
  it("a tiny cell over a wide track, a wide cell over a narrow one, every method off", () => {
    run(good, { parameters: { cell_m: 1 } })
    run(good, { parameters: { cell_m: 100_000 } })
    const { homeRange, ...rest } = {
      homeRange: metricsOf(run(good, { parameters: { methods: [] } })),
      charts: null
    }
    assert.deepStrictEqual(
      [homeRange["mcp95_ha"], homeRange["kde50_ha"], homeRange["cluster_count"], rest.charts],
      [null, null, null, null]
    )
  })

  it("a stationary speed above every plausible speed, and a plausible speed that almost nothing keeps", () => {
    run(good, { parameters: { stationary_speed_mps: 100, max_speed_mps: 1 } })
    assert.include(codes(run(good, { parameters: { max_speed_mps: 1e-6 } })), "impossible_speed")
  })

  it("a bandwidth below a grid cell is used, and warned of", () => {
    const computed = run(good, { parameters: { kde_bandwidth_m: 1, kde_grid: 10 } })
    assert.strictEqual(metricsOf(computed)["kde_bandwidth_m"], 1)
    assert.strictEqual(warningOf(computed, "bandwidth_below_cell").level, "warning")
  })

  it("livestock is held to 5 m/s, wildlife to 15, and a number of the caller overrides both", () => {
    const fast = walk(Array.from({ length: 40 }, (_, i) => [i * 6000, 0] as const)) // 10 m/s
    const speed = (isLivestock: boolean, max_speed_mps: number | null) =>
      metricsOf(run(fast, { subjects: [subjectOf(1, { isLivestock })], parameters: { max_speed_mps } }))[
        "excluded_fixes"
      ] as number
    assert.strictEqual(speed(false, null), 0)
    assert.isAbove(speed(true, null), 0)
    assert.strictEqual(speed(true, 20), 0)
  })
})

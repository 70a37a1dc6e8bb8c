import { assert, describe, it } from "vitest"
import type { ComputedResult } from "../../../src/domain/analysis/SandboxJob.ts"
import { movement } from "../../../sandbox/movement/movement.ts"
import { type Given, idOf, jobOf, main, METRES_PER_DEGREE, type Row, START } from "../job.ts"
import { circle, MINUTE, walk } from "./walks.ts"

const run = (rows: ReadonlyArray<Row>, more: Partial<Given> = {}): ComputedResult =>
  movement(jobOf({ periods: [main(30)], rows: [{ main: rows }], ...more }), () => undefined)
const metricsOf = ({ document }: ComputedResult) =>
  document.summary["main"]![idOf(1)]! as Record<string, number>
const chart = ({ document }: ComputedResult, key: string) => document.charts.find((c) => c.key === key)!
const shapes = ({ geometries }: ComputedResult, kind: string) => geometries.filter((g) => g.kind === kind)

describe("a circle", () => {
  const computed = run(walk(circle(360, 1000), { minutes: 60 }), { parameters: { mcp_percent: 100 } })
  const m = metricsOf(computed)

  it("has its polygon's area", () =>
    assert.closeTo(m["mcp100_ha"]!, (360 / 2) * Math.sin(Math.PI / 180) * 100, 1e-4))

  it("is as long as its chords", () => {
    // the sphere of distances and the ellipsoid of the frame differ by up to 0.25%
    assert.closeTo(m["distance_km"]!, 359 * 2 * Math.sin(Math.PI / 360), 0.0025 * 6.3)
    assert.closeTo(m["max_displacement_km"]!, 2, 0.005)
    assert.closeTo(m["straightness"]!, 1 / 359, 0.0001)
    assert.closeTo(m["daily_distance_km"]!, m["distance_km"]! / (359 / 24), 1e-9)
  })

  it("turns by one degree at every fix", () => {
    assert.strictEqual(m["turning_angles"], 358)
    assert.closeTo(m["turning_mean_deg"]!, 1, 0.02)
    assert.isAbove(m["turning_resultant"]!, 0.9999)
    assert.deepStrictEqual(chart(computed, "turning_angles").series[0]!.y, [
      358,
      ...Array.from({ length: 15 }, () => 0)
    ])
  })

  it("has squared displacement 2 r² (1 - cos)", () => {
    const { x, y } = chart(computed, "net_squared_displacement").series[0]!
    assert.strictEqual(x.length, 360)
    y.forEach((value, i) => assert.closeTo(value!, 2 * (1 - Math.cos((i * Math.PI) / 180)), 0.02))
  })
})

describe("a straight line along the equator", () => {
  const rows = Array.from({ length: 101 }, (_, i): Row => ({
    time: START + i * 10 * MINUTE,
    lon: (i * 60) / METRES_PER_DEGREE,
    lat: 0
  }))
  const computed = run(rows)
  const m = metricsOf(computed)

  it("is as long as it is far, at one speed, in one direction", () => {
    for (const key of ["distance_km", "displacement_km", "max_displacement_km"])
      assert.closeTo(m[key]!, 6, 1e-9)
    for (const key of [
      "mean_speed_mps",
      "median_speed_mps",
      "p95_speed_mps",
      "distance_over_time_mps",
      "max_speed_mps"
    ])
      assert.closeTo(m[key]!, 0.1, 1e-9)
    assert.closeTo(m["straightness"]!, 1, 1e-12)
    assert.isAtMost(m["straightness"]!, 1, "no way is shorter than the straight one")
    assert.deepStrictEqual([m["stationary_share"], m["moving_share"], m["stationary_periods"]], [0, 1, 0])
    assert.closeTo(m["turning_mean_deg"]!, 0, 1e-9)
  })

  it("has a polygon without area, stored as a line", () => {
    assert.strictEqual(m["mcp95_ha"], 0)
    assert.strictEqual(shapes(computed, "mcp")[0]!.geom.type, "LineString")
    assert.isAbove(m["kde95_ha"]!, 0)
  })
})

describe("a walk round a square", () => {
  const side = Array.from({ length: 10 }, (_, i) => i * 100)
  const square = [
    ...side.map((d) => [0, d] as const),
    ...side.map((d) => [d, 1000] as const),
    ...side.map((d) => [1000, 1000 - d] as const),
    ...side.map((d) => [1000 - d, 0] as const),
    [0, 0] as const
  ]
  const computed = run(walk(square), { parameters: { mcp_percent: 100 } })
  const m = metricsOf(computed)

  it("encloses a hundred hectares and ends where it began", () => {
    assert.closeTo(m["mcp100_ha"]!, 100, 1e-5)
    assert.closeTo(m["displacement_km"]!, 0, 1e-6)
    assert.closeTo(m["distance_km"]!, 4, 0.01)
  })

  it("turns right three times and otherwise goes straight on", () => {
    const counts = chart(computed, "turning_angles").series[0]!.y
    assert.deepStrictEqual([counts[0], counts[4], m["turning_angles"]], [36, 3, 39])
  })
})

describe("two camps five kilometres apart", () => {
  // thirty hours in the first, then ten in the second, a fix every half hour
  // weighed by their fixes they lie round the centre of the frame, each well inside a cell
  const camp = (east: number, north: number, fixes: number) =>
    Array.from({ length: fixes }, (_, i) => [east + 5 * (i % 3), north + 5 * (i % 2)] as const)
  const computed = run(walk([...camp(-1250, 50, 60), ...camp(3750, -150, 20)], { minutes: 30 }), {
    parameters: { kde_bandwidth_m: 100 }
  })
  const m = metricsOf(computed)

  it("are two clusters with their time", () => {
    assert.deepStrictEqual([m["cluster_count"], m["cluster_noise_share"]], [2, 0])
    assert.deepStrictEqual(
      shapes(computed, "cluster").map((g) => [
        g.properties["rank"],
        g.properties["fixes"],
        g.properties["hours"]
      ]),
      [
        [1, 60, 29.75],
        [2, 20, 9.75]
      ]
    )
    assert.closeTo(m["weighted_hours"]!, 39.5, 1e-9)
  })

  it("are two cells, of which one is the hotspot", () => {
    assert.deepStrictEqual(
      [m["residence_cells"], m["visits"], m["hotspot_count"], m["hotspot_cells"]],
      [2, 2, 1, 1]
    )
    assert.closeTo(shapes(computed, "hotspot")[0]!.area_m2!, 10_000, 1e-6)
  })

  it("have a kernel density in two parts, of about a normal distribution each", () => {
    const outer = shapes(computed, "kde").find((g) => g.level === 0.95)!
    assert.strictEqual(outer.properties["parts"], 2)
    // three quarters and one quarter of two Gaussians above one common density
    // of the volume lies outside: half of it beside each part, as each has the same tail below that density
    const common = 0.05 / 2
    const area = (share: number) => -2 * Math.PI * 100 ** 2 * Math.log(common / share)
    assert.closeTo(outer.area_m2!, area(0.75) + area(0.25), 0.05 * outer.area_m2!)
  })
})

describe("three cells beside each other", () => {
  // 45, 30 and 25 percent of the fixes; weighed so, they lie round the centre of the frame
  const cells = [
    [-80, 20, 45],
    [20, 20, 30],
    [120, -60, 25]
  ] as const
  const computed = run(
    walk(cells.flatMap(([x, y, fixes]) => Array.from({ length: fixes }, () => [x, y] as const)))
  )

  it("hotspots are the cells that together hold half of the time; those that share a side are one", () => {
    const m = metricsOf(computed)
    assert.deepStrictEqual([m["residence_cells"], m["hotspot_cells"], m["hotspot_count"]], [3, 2, 1])
    const [hotspot] = shapes(computed, "hotspot")
    assert.closeTo(hotspot!.properties["share"] as number, 0.75, 0.01)
    assert.closeTo(hotspot!.area_m2!, 20_000, 1e-6)
  })
})

describe("a return after ten hours", () => {
  const there = [
    ...Array.from({ length: 5 }, () => [-150, -150] as const),
    ...Array.from({ length: 20 }, () => [50, 50] as const),
    ...Array.from({ length: 5 }, () => [-150, -150] as const)
  ]
  const visits = (revisit_hours: number) => {
    const m = metricsOf(run(walk(there, { minutes: 30 }), { parameters: { revisit_hours } }))
    return [m["residence_cells"], m["visits"], m["revisited_cells"]]
  }

  it("is a new visit where the minimum absence is shorter, and none where it is longer", () => {
    assert.deepStrictEqual(visits(12), [2, 2, 0])
    assert.deepStrictEqual(visits(9), [2, 3, 1])
  })
})

describe("one place", () => {
  it("has the area of the kernel alone: -2 π h² ln(1 - level), of what three bandwidths hold", () => {
    const held = 0.9973 ** 2
    const computed = run(walk(Array.from({ length: 40 }, () => [3, 4] as const)), {
      parameters: { kde_bandwidth_m: 200 }
    })
    for (const { area_m2, level } of shapes(computed, "kde"))
      assert.closeTo(area_m2! / (-2 * Math.PI * 200 ** 2 * Math.log(1 - held * level!)), 1, 0.01)
    const m = metricsOf(computed)
    assert.deepStrictEqual(
      [m["mcp95_ha"], m["distance_km"], m["stationary_share"], m["stationary_periods"], m["turning_angles"]],
      [0, 0, 1, 1, 0]
    )
  })
})

describe("the calendar of the project", () => {
  it("gives the day and the hour of a step's start by the project's clock", () => {
    // 23:30 to 00:30 in Madrid on the eve of 28 March 2022, when the day had 23 hours
    const start = Date.UTC(2022, 2, 27, 21, 30)
    const computed = run(
      walk(
        [
          [0, 0],
          [0, 1000],
          [0, 1500]
        ],
        { minutes: 60, start }
      ),
      {
        timezone: "Europe/Madrid",
        periods: [{ key: "main", from: Date.UTC(2022, 2, 26, 23), to: Date.UTC(2022, 2, 28, 22) }]
      }
    )
    const { x, y } = chart(computed, "daily_distance").series[0]!
    assert.deepStrictEqual(x, ["2022-03-27", "2022-03-28"])
    assert.closeTo(y[0]!, 1, 0.005)
    assert.closeTo(y[1]!, 0.5, 0.005)
    const m = metricsOf(computed)
    assert.deepStrictEqual(
      [m["day_distance_km"], m["twilight_distance_km"], m["night_distance_km"]],
      [0, 0, m["distance_km"]]
    )
    assert.deepStrictEqual(
      chart(computed, "hour_of_day").series[0]!.y.map((v) => (v === null ? 0 : Math.round(v * 10))),
      [5, ...Array.from({ length: 22 }, () => 0), 10]
    )
  })
})

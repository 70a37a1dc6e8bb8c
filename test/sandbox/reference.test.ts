// Real tracks against numbers by R (adehabitat, amt, dbscan, geosphere), Python (scikit-learn, pyproj,
// astropy) and their authors' manuals, within the tolerances that come with them.
import { assert, describe, it } from "vitest"
import { defaults } from "../../src/domain/analysis/modules/movement.ts"
import { distance } from "../../src/domain/geo/distance.ts"
import { localDays, zoneBetween } from "../../src/domain/zone.ts"
import { measure, type Measured } from "../../sandbox/movement/measure.ts"
import { frameAt } from "../../sandbox/space/localFrame.ts"
import { residenceGrid, hotspots } from "../../sandbox/space/grid.ts"
import { toPlaces, toPlane } from "../../sandbox/space/localFrame.ts"
import { visitsByCell } from "../../sandbox/space/visits.ts"
import { clusters } from "../../sandbox/space/clusters.ts"
import { logarithmicEdges } from "../../sandbox/stats/histogram.ts"
import { clean, type CleanedFixes } from "../../sandbox/track/clean.ts"
import {
  DAY_MIN_ALTITUDE_DEGREES,
  REFRACTION_DEGREES,
  lightAt,
  sunAltitude,
  TWILIGHT_MIN_ALTITUDE_DEGREES
} from "../../src/domain/geo/sun.ts"
import { speedsOf } from "../../sandbox/track/speeds.ts"
import { stepsOf } from "../../sandbox/track/steps.ts"
import { timeWeights } from "../../sandbox/track/timeWeight.ts"
import { describeShared } from "../support/describeShared.ts"
import { type Fixtures, fixtures } from "../support/fixtures.ts"
import { fixesOf, type Row, subjectOf } from "./job.ts"
import { type Numbers, numbersOf, table, tracksOf } from "./reference.ts"

const cut = (text: string): number => Number(text)

const assertNear = (actual: number, expected: number, relative: number, what: string, absolute = 0): void =>
  assert.isAtMost(
    Math.abs(actual - expected),
    relative * Math.abs(expected) + absolute,
    `${what}: ${actual}, expected ${expected}`
  )

/** The decimals a reference is printed with, as a relative tolerance beside the one that is asked for. */
const PRINTED = 1e-8

/** Degrees by which air lifts what stands so many degrees above the horizon. Meeus 1998, 16.4. */
const bendingOf = (degrees: number): number =>
  1.02 / 60 / Math.tan((degrees + 10.3 / (degrees + 5.11)) * (Math.PI / 180))

const frameIn = (text: string) =>
  frameAt(cut(/lon_0=(\S+)/.exec(text)![1]!), cut(/lat_0=(\S+)/.exec(text)![1]!))

const pipelines = ["no_speed_filter", "drop_fixes_path"] as const

interface Case {
  readonly title: string
  readonly set: string
  readonly name: string
  readonly track: ReadonlyArray<Row>
  /** the individual, and of it the pipeline */
  readonly individual: Numbers
  readonly expected: Numbers
  readonly timezone: string
  readonly maxSpeed: number
}

const casesOf = (from: Fixtures, sets: ReadonlyArray<string>): ReadonlyArray<Case> =>
  sets.flatMap((set) => {
    const file = numbersOf(from, `reference/movement_${set}.json`),
      tracks = tracksOf(from, set)
    return file.keys("individuals").flatMap((name) =>
      pipelines.flatMap((pipeline): ReadonlyArray<Case> => {
        const individual = file.at("individuals", name)
        return !individual.has("pipelines", pipeline)
          ? []
          : [
              {
                title: `${set} ${name}, ${pipeline}`,
                set,
                name,
                track: tracks.get(name)!,
                individual,
                expected: individual.at("pipelines", pipeline),
                timezone: file.text("config", "tz"),
                maxSpeed: pipeline === "no_speed_filter" ? Infinity : file.number("config", "vmax")
              }
            ]
      })
    )
  })

const known = new Map<string, Measured>()

const measured = (one: Case): Measured => {
  if (!known.has(one.title)) known.set(one.title, compute(one))
  return known.get(one.title)!
}

/**
 * Of several longest paths the reference follows the one whose fixes are last, where ours is the shortest in
 * metres. Its numbers are about the fixes that it kept: found here by trying, for each fix, those before it.
 */
const keptByReference = (cleaned: CleanedFixes, maxSpeed: number): CleanedFixes => {
  const { lat, lon, time } = cleaned.fixes
  const length = new Uint32Array(time.length),
    before = new Int32Array(time.length).fill(-1),
    most = new Uint32Array(time.length)
  for (let i = 0; i < time.length; i++) {
    for (let j = i - 1; j >= 0 && most[j]! > (before[i]! < 0 ? 0 : length[before[i]!]!); j--) {
      if (before[i]! >= 0 && length[j]! <= length[before[i]!]!) continue
      if (distance(lon[j]!, lat[j]!, lon[i]!, lat[i]!) / ((time[i]! - time[j]!) / 1000) <= maxSpeed)
        before[i] = j
    }
    length[i] = before[i]! < 0 ? 1 : length[before[i]!]! + 1
    most[i] = Math.max(length[i]!, most[i - 1] ?? 0)
  }
  const path: Array<number> = []
  for (let i = length.lastIndexOf(most.at(-1)!); i >= 0; i = before[i]!) path.unshift(i)
  const { fixes } = cleaned
  return {
    ...cleaned,
    tooFast: time.length - path.length,
    fixes: {
      time: Float64Array.from(path, (i) => time[i]!),
      lon: Float64Array.from(path, (i) => lon[i]!),
      lat: Float64Array.from(path, (i) => lat[i]!),
      accuracy_m: Float32Array.from(path, (i) => fixes.accuracy_m[i]!),
      satellites: Float32Array.from(path, (i) => fixes.satellites[i]!)
    }
  }
}

const compute = ({ expected, maxSpeed, name, timezone, track }: Case): Measured => {
  const fixes = fixesOf(track)
  const cleaned =
    maxSpeed === Infinity ? clean(fixes, Infinity) : keptByReference(clean(fixes, Infinity), maxSpeed)
  const period = { key: "main" as const, from: cleaned.fixes.time[0]!, to: cleaned.fixes.time.at(-1)! + 1 }
  const zone = zoneBetween(timezone, period.from, period.to)
  return measure(
    {
      subject: subjectOf(1, { name }),
      period,
      cleaned,
      maxSpeed,
      days: localDays(zone, period.from, period.to),
      frame: frameIn(expected.text("residence", "laea_capped", "frame")),
      setting: { parameters: defaults, zone, speedEdges: logarithmicEdges(0.05, 15, 24) }
    },
    () => undefined
  )
}

/** The tests that hold of every animal, and of the cells of some. */
const compare = (
  from: Fixtures,
  cases: ReadonlyArray<Case>,
  withCells: ReadonlyArray<readonly [set: string, name: string]>
): void => {
  it("every animal of the reference has its track", () =>
    assert.deepStrictEqual(
      cases.filter(({ track }) => (track ?? []).length === 0),
      []
    ))

  it.each(cases.filter(({ maxSpeed }) => maxSpeed < Infinity))(
    "$title: as many fixes stay as by the reference, on a path that is no longer in metres",
    ({ expected, maxSpeed, track }) => {
      const { fixes } = clean(fixesOf(track), maxSpeed)
      assert.strictEqual(fixes.time.length, expected.number("fixes"))
      assert.isAtMost(
        speedsOf(stepsOf(fixes, 4)).path,
        expected.number("distance", "all_steps_m") * (1 + PRINTED)
      )
    }
  )

  it.each(cases)("$title: quality, distance, speed, stationary periods, turning", (one) => {
    const m = measured(one)
    const { expected, individual } = one
    assert.deepStrictEqual(
      [m.cleaned.rows, m.cleaned.invalid, m.cleaned.duplicates],
      [
        individual.number("quality", "rows"),
        individual.number("quality", "invalid"),
        individual.number("quality", "duplicates")
      ]
    )
    if (one.maxSpeed < Infinity)
      assert.strictEqual(m.cleaned.tooFast, individual.number("impossible_speed", "fixes_dropped_path"))
    assert.strictEqual(m.cleaned.fixes.time.length, expected.number("fixes"))
    assert.strictEqual(m.gaps.count, expected.number("intervals", "gaps"))
    assertNear(m.gaps.medianInterval, expected.number("intervals", "median_s"), PRINTED, "median interval")
    assertNear(m.gaps.p90Interval, expected.number("intervals", "p90_s"), PRINTED, "p90 interval")
    assertNear(m.gaps.shareOfTrack, expected.number("intervals", "gap_share"), PRINTED, "gap share")
    assertNear(
      m.gaps.missingShare,
      expected.number("missing_fix_share", "share"),
      PRINTED,
      "missing share",
      1e-9
    )
    assert.strictEqual(m.gaps.expected, expected.number("missing_fix_share", "expected_round_plus1"))
    assertNear(m.displacement, expected.number("displacement_m"), PRINTED, "displacement")
    assertNear(m.maxDisplacement, expected.number("max_displacement_m"), PRINTED, "maximum displacement")
    assertNear(m.speeds.path, expected.number("distance", "all_steps_m"), PRINTED, "all steps")
    assertNear(
      m.netSquared.y.reduce((a, b) => Math.max(a, b)) * 1e6,
      expected.number("nsd", "max_m2"),
      PRINTED,
      "highest net squared displacement"
    )
    assertNear(
      m.netSquared.y.at(-1)! * 1e6,
      expected.numbers("nsd", "m2").at(-1)!,
      PRINTED,
      "last net squared displacement"
    )
    if (!expected.has("speed_mps")) {
      assert.isNaN(m.speeds.distance)
      assert.strictEqual(expected.number("distance", "nongap_m"), 0)
      return
    }
    assertNear(m.speeds.distance, expected.number("distance", "nongap_m"), PRINTED, "distance")
    assertNear(m.speeds.mean, expected.number("speed_mps", "mean_of_steps"), PRINTED, "mean speed")
    assertNear(
      m.speeds.overTime,
      expected.number("speed_mps", "distance_over_time"),
      PRINTED,
      "distance over time"
    )
    assertNear(m.speeds.median, expected.number("speed_mps", "median"), PRINTED, "median speed")
    assertNear(m.speeds.p95, expected.number("speed_mps", "p95"), PRINTED, "p95 speed")
    assertNear(m.speeds.max, expected.number("speed_mps", "max"), PRINTED, "highest speed")
    assertNear(
      m.stationary.seconds / m.gaps.coveredSeconds,
      expected.number("stationary", "share"),
      PRINTED,
      "stationary share",
      1e-12
    )
    assert.strictEqual(m.stationary.periods, expected.number("stationary", "periods"))
    assertNear(
      m.stationary.longestSeconds / 3600,
      expected.number("stationary", "longest_h"),
      PRINTED,
      "longest stationary period"
    )
    assert.strictEqual(m.turning.all.count, expected.number("turning", "pairs_used"))
    const angles = expected.at("turning", "vertex_turn")
    assert.deepStrictEqual([...m.turning.all.counts], angles.numbers("hist_centred_on_zero"))
    assertNear(m.turning.all.mean, angles.number("circular_mean_deg"), 1e-6, "circular mean")
    assertNear(m.turning.all.resultant, angles.number("resultant_length"), 1e-6, "resultant length")
    if (!expected.has("turning", "initial_bearings_moving_steps_only")) return
    // the reference has these from initial bearings alone, and says how many of all turns are in another bin
    // then; two that change places are none
    const moving = expected.at("turning", "initial_bearings_moving_steps_only")
    assert.strictEqual(m.turning.moving.count, moving.number("n"))
    const apart =
      moving
        .numbers("hist_centred_on_zero")
        .reduce((sum, n, bin) => sum + Math.abs(n - m.turning.moving.counts[bin]!), 0) / 2
    assert.isAtMost(apart, expected.number("turning", "binned_differently_initial_vs_vertex") + 1)
  })

  it.each(cases)("$title: days and hours of the project's zone", (one) => {
    const m = measured(one)
    const { expected } = one
    const byDay = Object.fromEntries(
      m.days.names.flatMap((name, i) =>
        m.calendar.steps[i] === 0 ? [] : [[name, m.calendar.distance[i]! / 1000]]
      )
    )
    if (expected.has("daily", "km_by_step_start")) {
      const names = expected.keys("daily", "km_by_step_start")
      assert.sameMembers(Object.keys(byDay), [...names])
      for (const name of names)
        assertNear(byDay[name]!, expected.number("daily", "km_by_step_start", name), 1e-6, name, 1e-9)
    }
    assert.strictEqual(
      m.calendar.fixes.filter((n) => n > 0).length,
      expected.number("daily", "days_with_fix")
    )
    assert.strictEqual(
      m.calendar.steps.filter((n) => n > 0).length,
      expected.number("daily", "days_with_step")
    )
    if (expected.has("hour_of_day", "km_by_step_start_hour"))
      expected
        .numbers("hour_of_day", "km_by_step_start_hour")
        .forEach((km, hour) => assertNear(m.calendar.hourDistance[hour]! / 1000, km, 1e-6, `hour ${hour}`))
    if (expected.has("hour_of_day", "hours_tracked"))
      expected
        .numbers("hour_of_day", "hours_tracked")
        .forEach((tracked, hour) =>
          assertNear(m.calendar.hourCovered[hour]!, tracked, 1e-6, `hours tracked ${hour}`)
        )
    assertNear(
      m.residence.hours,
      expected.number("time_weights", "total_capped_h"),
      PRINTED,
      "weighted hours"
    )
    assertNear(
      m.gaps.coveredSeconds / 3600,
      expected.number("time_weights", "total_gap_zero_h"),
      PRINTED,
      "covered hours"
    )
  })

  it.each(cases)("$title: residence, hotspots and visits in the frame of the reference", (one) => {
    const m = measured(one)
    const expected = one.expected.at("residence", "laea_capped")
    assert.strictEqual(m.residence.cells, expected.number("cells"))
    assert.strictEqual(m.residence.hotspotCells, expected.number("hotspot_cells"))
    assert.strictEqual(m.residence.hotspots.length, expected.number("hotspot_polygons_4"))
    assert.strictEqual(
      m.residence.visits,
      expected.number("visits_total", "C_from_first_outside_fix_to_return")
    )
    assert.strictEqual(m.residence.mostVisits, expected.number("max_visits_C"))
    assertNear(
      m.residence.top[0]!.hours,
      expected.number("max_cell_hours"),
      PRINTED,
      "hours of the first cell"
    )
    assertNear(
      m.residence.hotspots.reduce((sum, h) => sum + h.hours, 0) / m.residence.hours,
      expected.number("hotspot_weight_share"),
      PRINTED,
      "share of the hotspots"
    )
  })

  it.each(cases)("$title: home range and clusters", (one) => {
    const m = measured(one)
    if (!one.expected.has("home_range")) return assert.isNull(m.homeRange)
    const range = one.expected.at("home_range"),
      kde = range.at("kde", "laea")
    assertNear(m.homeRange!.mcp!.areaM2 / 10_000, range.number("mcp95", "laea", "geodesic_ha"), 1e-7, "MCP")
    assert.strictEqual(m.homeRange!.mcp!.kept, range.number("mcp95", "laea", "fixes_kept"))
    const { columns, bandwidthM, isopleths, rows, side } = m.homeRange!.kernel!
    assertNear(bandwidthM, kde.number("h_m"), PRINTED, "bandwidth")
    assert.deepStrictEqual([columns, rows], kde.numbers("grid"))
    assertNear(side, kde.number("cell_m"), PRINTED, "cell")
    const tolerance = bandwidthM < 5 * side ? 1e-4 : range.number("n") >= 500 ? 0.003 : 0.007
    assertNear(
      isopleths[0]!.areaM2 / 10_000,
      kde.number("area50_ha"),
      tolerance,
      "KDE 50",
      bandwidthM < 5 * side ? (side * side) / 10_000 : 0
    )
    assertNear(
      isopleths[1]!.areaM2 / 10_000,
      kde.number("area95_ha"),
      tolerance,
      "KDE 95",
      bandwidthM < 5 * side ? (side * side) / 10_000 : 0
    )
    if (!one.expected.has("dbscan_eps100_min5")) return
    const dbscan = one.expected.at("dbscan_eps100_min5")
    assert.strictEqual(m.places!.places.length, dbscan.number("clusters"))
    assert.strictEqual(m.places!.noise, dbscan.number("noise"))
    const { core } = clusters(m.cleaned.fixes, 100, 5)
    assert.strictEqual(
      core.reduce((sum, is) => sum + is, 0),
      dbscan.number("core_points")
    )
    if (dbscan.is("sizes_truncated")) return
    const sizes = m.places!.places.map((p) => p.fixes).sort((a, b) => b - a)
    assert.isAtMost(
      sizes.reduce((sum, size, i) => sum + Math.abs(size - dbscan.numbers("sizes_desc")[i]!), 0),
      dbscan.number("border_points")
    )
  })

  it.each(cases.filter(({ maxSpeed }) => maxSpeed === Infinity))("$title: the same core by R", (one) => {
    const m = measured(one)
    const r = numbersOf(from, `reference/R_${one.set}.json`).at("individuals", one.name)
    assert.strictEqual(m.cleaned.fixes.time.length, r.number("n"))
    assertNear(m.speeds.path, r.number("distance_geosphere", "all_m"), PRINTED, "all steps")
    if (r.has("speed") && !Number.isNaN(m.speeds.mean)) {
      assertNear(m.speeds.distance, r.number("distance_geosphere", "nongap_m"), PRINTED, "distance")
      assertNear(m.speeds.mean, r.number("speed", "mean"), PRINTED, "mean speed")
      assertNear(m.speeds.p95, r.number("speed", "p95_type7"), PRINTED, "p95 speed")
      assert.strictEqual(m.turning.all.count, r.number("turning_pairs"))
    }
    if (m.homeRange === null) return
    assertNear(
      m.homeRange.mcp!.areaM2 / 10_000,
      r.number("mcp95", "laea_hull_geosphere_areaPolygon_ha"),
      1e-7,
      "MCP"
    )
    assertNear(m.homeRange.kernel!.bandwidthM, r.number("kernelUD_spec_grid", "h"), PRINTED, "bandwidth")
    r.numbers("kernelUD_spec_grid", "kernel.area_ha").forEach((ha, i) =>
      assertNear(m.homeRange!.kernel!.isopleths[i]!.areaM2 / 10_000, ha, 0.009, "kernel area")
    )
    assertNear(
      m.places!.places.length,
      r.number("dbscan_planar_laea", "clusters"),
      0.02,
      "clusters in the plane",
      1
    )
  })

  it("summary.csv: counts of light, within the fixes that are near a limit", () => {
    const rows = table(from.text("reference/summary.csv"))
    for (const one of cases) {
      const row = rows.find(
        (r) => one.set === r["dataset"] && one.name === r["individual"] && one.title.endsWith(r["pipeline"]!)
      )!
      if (row["day"] === "") continue
      const { day, night, twilight } = measured(one).light
      const expected = [cut(row["day"]!), cut(row["twilight"]!), cut(row["night"]!)]
      ;[day.fixes, twilight.fixes, night.fixes].forEach((fixes, i) =>
        assert.isAtMost(
          Math.abs(fixes - expected[i]!),
          4,
          `${one.title} ${["day", "twilight", "night"][i]}: ${fixes}, expected ${expected[i]}`
        )
      )
    }
  })

  it("sun_samples.csv: the sun stands within 0.02 degrees of where astropy has it, and in its class", () => {
    const samples = table(from.text("reference/sun_samples.csv")).map((row) => ({
      time: Date.parse(row["timestamp"]!),
      lon: cut(row["lon"]!),
      lat: cut(row["lat"]!),
      geometric: cut(row["elev_astropy"]!)
    }))
    assert.isAbove(samples.length, 100)
    for (const { geometric, lat, lon, time } of samples) {
      const lift = geometric < 0 ? REFRACTION_DEGREES : bendingOf(geometric)
      assert.closeTo(sunAltitude(time, lon, lat), geometric + lift, 0.02)
      if (
        Math.min(
          Math.abs(geometric - DAY_MIN_ALTITUDE_DEGREES),
          Math.abs(geometric - TWILIGHT_MIN_ALTITUDE_DEGREES)
        ) < 0.02
      )
        continue
      const expected =
        geometric >= DAY_MIN_ALTITUDE_DEGREES
          ? "day"
          : geometric >= TWILIGHT_MIN_ALTITUDE_DEGREES
            ? "twilight"
            : "night"
      assert.strictEqual(lightAt(time, lon, lat), expected)
    }
  })

  it.each(withCells)("cells of %s %s: hours, visits and hotspots, cell by cell", (set, name) => {
    const one = cases.find((c) => c.set === set && c.name === name)!
    const { fixes } = clean(fixesOf(one.track), Infinity)
    const frame = frameIn(one.expected.text("residence", "laea_capped", "frame"))
    const grid = residenceGrid(toPlane(frame, fixes), timeWeights(fixes.time, 4), 100)
    const visits = visitsByCell(grid.cellOf, grid.ix.length, fixes.time, 12 * 3_600_000)
    const hot = new Set(hotspots(grid))
    const rows = table(from.text(`reference/cells/${set}_${name}_laea_capped.csv`))
    assert.strictEqual(grid.ix.length, rows.length)
    for (const row of rows) {
      const at = grid.ix.findIndex((ix, i) => ix === cut(row["ix"]!) && grid.iy[i] === cut(row["iy"]!))
      assert.deepStrictEqual(
        [grid.fixes[at], visits[at], hot.has(at)],
        [cut(row["fixes"]!), cut(row["visits_C"]!), row["hotspot"] === "1"],
        `cell ${row["ix"]} ${row["iy"]}`
      )
      assertNear(grid.weight[at]!, cut(row["weight_s"]!) / 3600, 0, "hours", 1e-6)
      const middle = toPlaces(frame, {
        x: Float64Array.of((grid.ix[at]! + 0.5) * 100),
        y: Float64Array.of((grid.iy[at]! + 0.5) * 100)
      })
      assertNear(middle.lon[0]!, cut(row["centre_lon"]!), 0, "longitude", 2e-8)
      assertNear(middle.lat[0]!, cut(row["centre_lat"]!), 0, "latitude", 2e-8)
    }
  })
}

const shipped = casesOf(fixtures, ["buffalo", "livestock_5min"])

describe("against reference software", () => {
  it("has tracks to compare, of wildlife and livestock, one with fixes that are too fast", () =>
    assert.deepStrictEqual(
      shipped.map(({ title }) => title.split(" ").slice(1).join(" ")),
      [
        ...["Cilla", "Gabs", "Mvubu", "Pepper", "Queen", "AV571"].map((name) => `${name}, no_speed_filter`),
        "AV571, drop_fixes_path"
      ]
    ))

  compare(fixtures, shipped, [["buffalo", "Cilla"]])
})

describeShared("the other animals against reference software", (shared) => {
  const cases = casesOf(shared, ["fisher", "buffalo", "ibex", "wildboar", "livestock_5min"]).filter(
    ({ title }) => shipped.every((other) => other.title !== title)
  )

  it("has tracks to compare", () => assert.isAbove(cases.length, 15))

  compare(shared, cases, [
    ["fisher", "Leroy"],
    ["livestock_5min", "AV584"]
  ])

  it("the adehabitatHR manual prints these polygons and bandwidths for four wild boar", () => {
    // computed there in Lambert zone III, whose plane is stretched by a little
    const printed = numbersOf(shared, "reference/extras_puechabonsp.json")
    for (const one of cases.filter(({ set }) => set === "wildboar")) {
      const m = measured(one)
      if (m.homeRange === null) continue
      assertNear(
        m.homeRange.mcp!.areaM2 / 10_000,
        printed.number("mcp95_ha", one.name),
        0.002,
        `${one.name} MCP`
      )
      assertNear(
        m.homeRange.kernel!.bandwidthM,
        printed.number("href_m", one.name),
        0.001,
        `${one.name} bandwidth`
      )
    }
  })
})

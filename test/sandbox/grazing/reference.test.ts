// Real livestock on overlapping areas with a hole, against an independent computation, within the tolerances
// that come with it.
import { assert, describe, it } from "vitest"
import { pasturesOf } from "../../../sandbox/grazing/areas.ts"
import { grazing } from "../../../sandbox/grazing/grazing.ts"
import { pressures } from "../../../sandbox/grazing/pressure.ts"
import { restOf } from "../../../sandbox/grazing/rest.ts"
import { type AreaUse, useOf } from "../../../sandbox/grazing/use.ts"
import { frameAt, toPlane } from "../../../sandbox/space/localFrame.ts"
import { clean } from "../../../sandbox/track/clean.ts"
import type { ChosenArea } from "../../../src/domain/analysis/Tracks.ts"
import { defaults } from "../../../src/domain/analysis/modules/grazing.ts"
import { localDays, zoneBetween } from "../../../src/domain/zone.ts"
import { describeShared } from "../../support/describeShared.ts"
import { type Fixtures, fixtures } from "../../support/fixtures.ts"
import { DAY_MS, fixesOf, type Row } from "../job.ts"
import { tracksOf } from "../reference.ts"
import { cow, grazingJob } from "./herd.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- each file is read as far as the tests look
type Json = any
const json = (from: Fixtures, path: string): Json => JSON.parse(from.text(`reference/grazing/${path}`))

/** The fixes that a scenario leaves out, as its file says. */
const isLeftOut = (scenario: string, name: string, { time }: Row): boolean =>
  scenario === "with_gaps" &&
  ((name === "AV585" && Math.floor(time / DAY_MS) % 7 === 0) ||
    (name === "AV571" && time >= Date.parse("2022-02-10T06:00Z") && time < Date.parse("2022-02-13T18:00Z")))

const near = (actual: number, expected: number, absolute: number, what: string) =>
  assert.isAtMost(Math.abs(actual - expected), absolute, `${what}: ${actual}, expected ${expected}`)
/** Figures are printed with nine digits. */
const PRINTED = 1e-8

const scenariosOf = (source: Fixtures) =>
  ["grazing_full_equal", "grazing_with_gaps_equal"].map((file) => {
    const expected = json(source, `${file}.json`)
    const areas: ReadonlyArray<ChosenArea> = json(source, "areas.geojson").features.map(
      ({ geometry, properties }: Json) => ({
        id: properties.key,
        name: properties.name,
        geometry,
        attributes: {}
      })
    )
    const from = Date.parse(expected.period.from_utc),
      to = Date.parse(expected.period.to_utc),
      tracks = tracksOf(source, "livestock_5min")
    const names = Object.keys(expected.fixes)
    const rows = names.map((name) =>
      tracks
        .get(name)!
        .filter((row) => row.time >= from && row.time < to && !isLeftOut(expected.scenario, name, row))
    )
    return {
      title: file,
      expected,
      areas,
      period: { key: "main" as const, from, to },
      names,
      rows,
      timezone: expected.period.tz as string
    }
  })

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

const compare = (from: Fixtures): void =>
  describe.each(scenariosOf(from))("$title", ({ areas, expected, names, period, rows, timezone }) => {
    const [, lat, lon] = /lat_0=(\S+) \+lon_0=(\S+)/.exec(expected.areas.north.frame)!
    const frame = frameAt(Number(lon), Number(lat))
    const pastures = pasturesOf(areas)
    const use = useOf(
      {
        period,
        pastures,
        parameters: defaults,
        days: localDays(zoneBetween(timezone, period.from, period.to), period.from, period.to),
        weights: { of: names.map(() => 1), missing: [] },
        herdSize: names.length,
        herd: rows.map((own, i) => {
          const cleaned = clean(fixesOf(own), Infinity)
          return { subject: cow(i), cleaned, plane: toPlane(frame, cleaned.fixes) }
        })
      },
      () => {}
    )
    const each = (check: (area: AreaUse, its: Json, id: string, at: number) => void) =>
      areas.forEach(({ id }, at) => check(use.areas[at]!, expected.areas[id], id, at))

    it("hectares and overlaps", () => {
      each((_, its, id, at) => assert.closeTo(pastures.all[at]!.hectares / its.hectares, 1, 1e-7, id))
      const overlaps = Object.fromEntries(
        pastures.overlaps.map(({ a, b, hectares }) => [`${areas[a]!.id}+${areas[b]!.id}`, hectares])
      )
      assert.sameMembers(Object.keys(overlaps), Object.keys(expected.overlaps_ha))
      // sides of a kilometre are straight in longitude and latitude there, geodesics here: 6 cm apart
      for (const [pair, hectares] of Object.entries<number>(expected.overlaps_ha))
        assert.closeTo(overlaps[pair]! / hectares, 1, 5e-4, pair)
    })

    /** Hours in an area, of all animals. */
    const hoursOf = (its: Json): number => sum(names.map((name) => its.animals[name].hours))

    it("hours of the areas and of each animal", () =>
      each((area, its, id) => {
        near(area.hours, hoursOf(its), 1e-6 * names.length + PRINTED * hoursOf(its), id)
        names.forEach((name, i) => {
          near(
            area.animals[i]!.hours,
            its.animals[name].hours,
            1e-6 + PRINTED * its.animals[name].hours,
            `${id} ${name}`
          )
          assert.strictEqual(area.animals[i]!.fixes, its.animals[name].fixes)
        })
      }))

    it("visits, first and last use, animals", () =>
      each((area, its) => {
        assert.strictEqual(area.visits, sum(names.map((name) => its.animals[name].visits.C)))
        assert.strictEqual(area.animalsUsed, names.filter((name) => its.animals[name].fixes > 0).length)
        names.forEach((name, i) => {
          const [own, theirs] = [area.animals[i]!, its.animals[name]]
          assert.strictEqual(own.visits, theirs.visits.C)
          // printed in seconds
          if (theirs.first_use === null) assert.isNaN(own.firstUse)
          else
            assert.isBelow(
              Math.abs(own.firstUse - Date.parse(theirs.first_use)) +
                Math.abs(own.lastUse - Date.parse(theirs.last_use)),
              2000
            )
          // the time of a fix near midnight reaches into another day, which counting fixes by their date does
          // not see
          if (expected.scenario === "full") assert.strictEqual(own.daysUsed, theirs.days_used)
          else assert.isTrue(own.daysUsed >= theirs.days_used && own.daysUsed <= theirs.days_used + 2)
        })
      }))

    it("relative pressure is the hours of a hectare over their mean of all areas", () => {
      const found = pressures(
        use.areas.map((area) => area.hours),
        pastures.all.map(({ hectares }) => hectares)
      )
      const perHectare = areas.map(({ id }) => hoursOf(expected.areas[id]) / expected.areas[id].hectares)
      found.forEach(({ rank, relative }, at) => {
        near(relative, perHectare[at]! / (sum(perHectare) / areas.length), 1e-6, areas[at]!.id)
        assert.strictEqual(rank, 1 + perHectare.filter((other) => other > perHectare[at]!).length)
      })
    })

    it("the whole module says the same", () => {
      const { document } = grazing(
        grazingJob({
          areas,
          periods: [period],
          timezone,
          parameters: { max_speed_mps: 1000 },
          rows: rows.map((own) => ({ main: own }))
        }),
        () => {}
      )
      assert.strictEqual(document.provenance["tracked"], `${names.length} of ${names.length} animals tracked`)
      each((_, its, id) => {
        const figures = document.summary["main"]![id]!,
          hours = hoursOf(its)
        const days = hours / 24
        for (const [key, value] of [
          ["animal_hours", hours],
          ["animal_days", days],
          ["animal_hours_per_ha", hours / its.hectares],
          ["animal_days_per_ha", days / its.hectares]
        ] as const) {
          near(figures[key] as number, value, 1e-6 * names.length + PRINTED * value, `${id} ${key}`)
        }
      })
    })

    // the rest is only known of a whole herd
    if (expected.herd === undefined) return

    it("hours of the herd", () => {
      near(use.hours, expected.herd.tracked_animal_hours_capped, 1e-6, "tracked")
      near(use.insideHours / use.hours, expected.herd.share_inside_any_capped, 1e-8, "inside")
      each((area, its, id) => {
        near(area.hours, its.animal_hours, 1e-6 + PRINTED * its.animal_hours, id)
        assert.strictEqual(area.visits, its.visits_sum_over_animals.C)
        assert.strictEqual(area.animalsUsed, its.animals_used)
      })
    })

    it("visits of the herd are no more than by a clock that runs through silence", () =>
      each((area, its) => {
        assert.isAtMost(area.herdVisits, its.herd_visits_any_animal_A)
        if (expected.scenario === "full") assert.isAtLeast(area.herdVisits, its.herd_visits_any_animal_A - 2)
      }))

    it("days of use and rest", () =>
      each((area, its) => {
        const rest = restOf(area.dailyHours, 0)
        assert.deepStrictEqual(
          [rest.useDays, rest.restDays, rest.longest, restOf(area.dailyHours, 1).restDays],
          [its.use_days_split_at_midnight, its.rest_days, its.longest_rest_days, its.rest_days_threshold_1h]
        )
      }))

    it("relative pressure and ranks", () => {
      const found = pressures(
        use.areas.map((area) => area.hours),
        pastures.all.map(({ hectares }) => hectares)
      )
      each((_, its, id, at) => {
        near(found[at]!.relative, its.relative_pressure, 1e-7, id)
        near(found[at]!.relativeToTotal, its.relative_pressure_variant_area_weighted_mean, 1e-6, id)
        assert.strictEqual(found[at]!.rank, its.rank)
      })
    })

    it("cells and hotspot cells in the frame of the reference", () =>
      each((area, its) => {
        assert.deepStrictEqual(
          [area.usedCells, area.hotspots.ix.length],
          [its.residence_cells, its.hotspot_cells_50_percent_of_area_time]
        )
      }))

    it("animal-hours of each local day, also of the one with 23 hours", () =>
      each((area, _, id) => {
        for (const [day, hours] of Object.entries<number>(
          expected.daily_animal_hours_split_at_midnight?.[id] ?? {}
        ))
          assert.closeTo(area.dailyHours[use.days.names.indexOf(day)]!, hours, 1e-6, `${id} ${day}`)
      }))

    it("the whole module says the same of the herd", () => {
      const { document } = grazing(
        grazingJob({
          areas,
          periods: [period],
          timezone,
          parameters: { max_speed_mps: 1000 },
          rows: rows.map((own) => ({ main: own }))
        }),
        () => {}
      )
      assert.strictEqual(document.provenance["tracked"], "4 of 4 animals tracked")
      each((_, its, id) => {
        const figures = document.summary["main"]![id]!
        for (const key of [
          "animal_hours",
          "animal_days",
          "animal_hours_per_ha",
          "animal_days_per_ha",
          "weighted_animal_days_per_ha",
          "relative_pressure",
          "share_of_herd_time",
          "animals_used",
          "use_days",
          "rest_days",
          "longest_rest_days"
        ]) {
          near(figures[key] as number, its[key], 1e-6 + PRINTED * Math.abs(its[key]), `${id} ${key}`)
        }
        if (its.hours_since_last_use === null) assert.isNull(figures["hours_since_last_use"])
        else near(figures["hours_since_last_use"] as number, its.hours_since_last_use, 1e-6, id)
        if (
          its.mean_visit_h_time_weight !== null &&
          its.visits_sum_over_animals.A === its.visits_sum_over_animals.C
        )
          near(figures["mean_visit_hours"] as number, its.mean_visit_h_time_weight, 1e-5, id)
      })
    })
  })

describe("one animal of the herd", () => {
  compare(fixtures)
})

describeShared("the whole herd", compare)

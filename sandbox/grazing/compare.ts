// Periods, herds and seasons beside each other. Specification 2.6, 2.8 rule 15.
import { changeOf } from "../../src/domain/analysis/compare/changes.ts"
import type { Cell } from "../../src/domain/analysis/Result.ts"
import { labelsOf } from "../result/labels.ts"
import { column, known, type ResultBuilder, weighted } from "../result/ResultBuilder.ts"
import { areaMetrics, columnsOf, herdMetrics, valuesOf } from "./figures.ts"
import { type Findings, sideName, trackedText } from "./Findings.ts"
import { pressures } from "./pressure.ts"
import { restOf } from "./rest.ts"
import { seasonDays, type SeasonDays } from "./seasons.ts"

/** Adds every number of the herd and of each area: main, comparison, and the change from the one to the other. */
export const addComparison = (builder: ResultBuilder, findings: Findings): void => {
  const { job, sides, weighting } = findings
  const [main, comparison] = sides
  if (main === undefined || comparison === undefined) return
  const rowsOf = <A>(
    id: string | null,
    name: string,
    metrics: Parameters<typeof valuesOf<A>>[0],
    a: A,
    b: A
  ): ReadonlyArray<ReadonlyArray<Cell>> => {
    const [before, after] = [valuesOf(metrics, b), valuesOf(metrics, a)]
    return columnsOf(metrics)
      .filter(({ type }) => type === "number")
      .map(({ key, label, note, unit }) => [
        id,
        name,
        key,
        note === undefined ? label : `${label} (${note})`,
        unit,
        after[key]!,
        before[key]!,
        ...changeOf(after[key]!, before[key]!)
      ])
  }
  builder.table(
    "comparison",
    `Changes (${trackedText(findings)})`,
    [
      column("area_id", "Area id", null, "text"),
      column("area", "Area", null, "text"),
      column("metric", "Metric", null, "text"),
      column("label", "What", null, "text"),
      column("unit", "Unit", null, "text"),
      column("main", sideName(job, "main")),
      column("comparison", sideName(job, "comparison")),
      column("change", "Change"),
      column("change_share", "Change as a share of the comparison")
    ],
    [
      ...rowsOf(null, "Herd", herdMetrics(weighting), main.herd, comparison.herd),
      ...main.figures.flatMap((one, i) =>
        rowsOf(
          one.pasture.id,
          one.pasture.name,
          areaMetrics(weighting).filter(({ key }) => key !== "hectares"),
          one,
          comparison.figures[i]!
        )
      )
    ]
  )
}

/** Returns the seasons of a run, as far as they fall into its period. */
export const seasonsOf = ({ job, sides }: Findings): ReadonlyArray<SeasonDays> =>
  job.parameters.seasons.map((season) => seasonDays(sides[0]!.herd.days, season))

const sumOver = (daily: Float64Array, { has }: SeasonDays): number =>
  daily.reduce((sum, hours, day) => sum + hours * has[day]!, 0)

/**
 * Adds a row for each area in each season of the main period. Days are parted between seasons, so seasons
 * that share none add up.
 */
export const addSeasons = (builder: ResultBuilder, findings: Findings): void => {
  const { job, pastures, sides, weighting } = findings
  const { herd } = sides[0]!
  const hectares = pastures.all.map((pasture) => pasture.hectares)
  const seasons = seasonsOf(findings).map((season) => {
    const hours = herd.areas.map(({ dailyHours }) => sumOver(dailyHours, season))
    return {
      season,
      hours,
      perHectare: hours.map((h, i) => h / 24 / hectares[i]!),
      pressure: pressures(hours, hectares),
      tracked: sumOver(herd.dailyHours, season)
    }
  })
  builder.table(
    "seasons",
    `Areas by season (${trackedText(findings)})`,
    [
      column("season", "Season", null, "text"),
      column("from", "From (month-day)", null, "text"),
      column("to", "To (month-day)", null, "text"),
      column("days", "Days of the period", "d"),
      column("area_id", "Area id", null, "text"),
      column("area", "Area", null, "text"),
      column("animal_hours", "Animal-hours", "h"),
      column("animal_days", "Animal-days", "d"),
      column("animal_days_per_ha", "Use", "animal-days/ha"),
      weighted(weighting, "weighted_animal_days_per_ha", "Weighted use", "animal-days/ha"),
      column("relative_pressure", "Relative pressure (1 is the mean of the areas)"),
      column("pressure_rank", "Rank by pressure"),
      column("share_of_herd_time", "Share of the herd's time"),
      column("use_days", "Days of use", "d"),
      column("rest_days", "Days of rest", "d"),
      column("longest_rest_days", "Longest rest", "d")
    ],
    seasons.flatMap(({ hours, perHectare, pressure, season, tracked }) =>
      pastures.all.map(({ id, name }, i) => {
        const { dailyHours, dailyWeightedHours } = herd.areas[i]!
        const rest = restOf(dailyHours, job.parameters.rest_threshold_hours, (day) => season.has[day] === 1)
        return [
          season.season.name,
          season.season.from,
          season.season.to,
          season.days,
          id,
          name,
          hours[i]!,
          hours[i]! / 24,
          perHectare[i]!,
          sumOver(dailyWeightedHours, season) / 24 / hectares[i]!,
          known(pressure[i]!.relative),
          pressure[i]!.rank,
          known(hours[i]! / tracked),
          rest.useDays,
          rest.restDays,
          rest.longest
        ]
      })
    )
  )
  builder.chart({
    key: "seasons",
    title: `Use by area and season (${trackedText(findings)})`,
    kind: "bar",
    unit: "animal-days/ha",
    x_type: "category",
    x_label: "Area",
    series: seasons.map(({ perHectare, season }) => ({
      key: season.season.name,
      label: season.season.name,
      subject_id: null,
      period: "main",
      x: [...labelsOf(pastures.all).values()],
      y: perHectare.map(known)
    }))
  })
}

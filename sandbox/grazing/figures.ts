// The metrics of each area and of the herd: their keys, labels and units. Specification 2.7.
import type { Cell, Column, Metrics } from "../../src/domain/analysis/Result.ts"
import { instantName } from "../../src/domain/zone.ts"
import { column, known, weighted } from "../result/ResultBuilder.ts"
import { excludedFixes } from "../track/qualityCounts.ts"
import type { Pasture, Pastures } from "./areas.ts"
import { type Pressure, pressures } from "./pressure.ts"
import { type Rest, restOf } from "./rest.ts"
import type { AreaUse, HerdUse } from "./use.ts"

/** Figures are one area in one period, with all that its metrics are computed from. */
export interface Figures {
  readonly pasture: Pasture
  readonly herd: HerdUse
  readonly use: AreaUse
  readonly rest: Rest
  readonly pressure: Pressure
  readonly weightedPressure: Pressure
}

/** Returns the figures of each area, in the order of the run. */
export const figuresOf = (
  herd: HerdUse,
  { all }: Pastures,
  restThresholdHours: number
): ReadonlyArray<Figures> => {
  const hectares = all.map((pasture) => pasture.hectares)
  const plain = pressures(
    herd.areas.map((use) => use.hours),
    hectares
  )
  const weighted = pressures(
    herd.areas.map((use) => use.weightedHours),
    hectares
  )
  return all.map((pasture, i) => {
    const use = herd.areas[i]!
    return {
      pasture,
      herd,
      use,
      rest: restOf(use.dailyHours, restThresholdHours),
      pressure: plain[i]!,
      weightedPressure: weighted[i]!
    }
  })
}

interface Metric<A> extends Column {
  readonly of: (figures: A) => Cell
}

const number = <A>(
  key: string,
  label: string,
  unit: string | null,
  of: (figures: A) => number
): Metric<A> => ({ ...column(key, label, unit), of: (figures) => known(of(figures)) })
const weighed = <A>(
  weighting: string,
  ...[key, label, unit, of]: Parameters<typeof number<A>>
): Metric<A> => ({ ...weighted(weighting, key, label, unit), of: (figures) => known(of(figures)) })
const time = <A>(key: string, label: string, of: (figures: A) => number): Metric<A> => ({
  ...column(key, label, null, "time"),
  of: (figures) => (Number.isNaN(of(figures)) ? null : instantName(of(figures)))
})

const HOUR_MS = 3_600_000

/** Returns the metrics of an area; `weighting` is its name in headers of weighted figures. */
export const areaMetrics = (weighting: string): ReadonlyArray<Metric<Figures>> => [
  number("hectares", "Size", "ha", ({ pasture }) => pasture.hectares),
  number("animal_hours", "Animal-hours", "h", ({ use }) => use.hours),
  number("animal_days", "Animal-days", "d", ({ use }) => use.hours / 24),
  number(
    "animal_hours_per_ha",
    "Use in hours",
    "animal-hours/ha",
    ({ pasture, use }) => use.hours / pasture.hectares
  ),
  number(
    "animal_days_per_ha",
    "Use",
    "animal-days/ha",
    ({ pasture, use }) => use.hours / 24 / pasture.hectares
  ),
  weighed(
    weighting,
    "weighted_animal_days_per_ha",
    "Weighted use",
    "animal-days/ha",
    ({ pasture, use }) => use.weightedHours / 24 / pasture.hectares
  ),
  number(
    "relative_pressure",
    "Relative pressure (1 is the mean of the areas)",
    null,
    ({ pressure }) => pressure.relative
  ),
  number(
    "relative_pressure_by_area",
    "Relative pressure (1 is the use per ha of all areas together)",
    null,
    ({ pressure }) => pressure.relativeToTotal
  ),
  weighed(
    weighting,
    "weighted_relative_pressure",
    "Weighted relative pressure",
    null,
    ({ weightedPressure }) => weightedPressure.relative
  ),
  number("pressure_rank", "Rank by pressure", null, ({ pressure }) => pressure.rank),
  number("share_of_herd_time", "Share of the herd's time", null, ({ herd, use }) => use.hours / herd.hours),
  number("animals_used", "Animals that used it", null, ({ use }) => use.animalsUsed),
  number("visits", "Visits (sum over the animals)", null, ({ use }) => use.visits),
  number("mean_visit_hours", "Mean visit", "h", ({ use }) => use.hours / use.visits),
  number("herd_visits", "Visits of the herd (any animal)", null, ({ use }) => use.herdVisits),
  number("use_days", "Days of use", "d", ({ rest }) => rest.useDays),
  number("rest_days", "Days of rest", "d", ({ rest }) => rest.restDays),
  number("longest_rest_days", "Longest rest", "d", ({ rest }) => rest.longest),
  time("first_use", "First use", ({ use }) => use.firstUse),
  time("last_use", "Last use", ({ use }) => use.lastUse),
  number(
    "hours_since_last_use",
    "Since the last use, at the end of the period",
    "h",
    ({ herd, use }) => (herd.period.to - use.lastUse) / HOUR_MS
  ),
  number("used_cells", "Cells used", null, ({ use }) => use.usedCells),
  number("hotspot_cells", "Hotspot cells (half of the time)", null, ({ use }) => use.hotspots.ix.length),
  number("gini", "Unevenness of use (Gini over its cells; 0 is even)", null, ({ use }) => use.gini)
]

/** Counts the animals of the herd with at least one fix. */
export const trackedCount = ({ herd }: HerdUse): number =>
  herd.filter(({ cleaned }) => cleaned.fixes.time.length > 0).length

const sumOf = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0)

/** Returns the metrics of a herd; `weighting` is its name in headers of weighted figures. */
export const herdMetrics = (weighting: string): ReadonlyArray<Metric<HerdUse>> => [
  number("animals_tracked", "Animals tracked", null, trackedCount),
  number("herd_size", "Animals of the herd", null, (herd) => herd.herdSize),
  number("fixes", "Fixes", null, ({ herd }) => sumOf(herd.map(({ cleaned }) => cleaned.fixes.time.length))),
  number("excluded_fixes", "Fixes left out: invalid or too fast", null, ({ herd, period }) =>
    sumOf(herd.map((animal) => excludedFixes({ ...animal, period })))
  ),
  number("tracked_animal_hours", "Animal-hours tracked", "h", (herd) => herd.hours),
  weighed(
    weighting,
    "weighted_animal_hours",
    "Weighted animal-hours tracked",
    "h",
    (herd) => herd.weightedHours
  ),
  number("inside_animal_hours", "Animal-hours in any area", "h", (herd) => herd.insideHours),
  number(
    "outside_animal_hours",
    "Animal-hours outside the areas",
    "h",
    (herd) => herd.hours - herd.insideHours
  ),
  number("share_inside", "Share of the time in any area", null, (herd) => herd.insideHours / herd.hours),
  number(
    "share_outside",
    "Share of the time outside the areas",
    null,
    (herd) => 1 - herd.insideHours / herd.hours
  ),
  number(
    "areas_used",
    "Areas used",
    null,
    ({ areas }) => areas.filter(({ animalsUsed }) => animalsUsed > 0).length
  )
]

/** Returns the values of metrics by key, in the order of the metrics. */
export const valuesOf = <A>(metrics: ReadonlyArray<Metric<A>>, figures: A): Metrics =>
  Object.fromEntries(metrics.map(({ key, of }) => [key, of(figures)]))

/** Returns the table columns of metrics, in the same order. */
export const columnsOf = <A>(metrics: ReadonlyArray<Metric<A>>): ReadonlyArray<Column> =>
  metrics.map(({ key, label, note, type, unit }) => ({
    key,
    label,
    type,
    unit,
    ...(note === undefined ? {} : { note })
  }))

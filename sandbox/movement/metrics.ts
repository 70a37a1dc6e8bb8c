// The metrics of movement: their keys, what people call them, their units, and where each comes from.
// Specification 2.7.
import type { Column, Metrics } from "../../src/domain/analysis/Result.ts"
import type { MovementParameters } from "../../src/domain/analysis/modules/movement.ts"
import { column, known } from "../result/ResultBuilder.ts"
import { excludedFixes } from "../track/qualityCounts.ts"
import { hectares, type Measured } from "./measure.ts"

type Asked = Pick<MovementParameters, "mcp_percent">

interface Metric extends Column {
  readonly of: (measured: Measured) => number
}

const metric = (key: string, label: string, unit: string | null, of: Metric["of"]): Metric => ({
  ...column(key, label, unit),
  of
})

const sum = (values: Iterable<number>): number => {
  let total = 0
  for (const value of values) total += value
  return total
}

const isCovered = ({ gaps }: Measured): boolean => gaps.coveredSeconds > 0
const stationaryShare = (m: Measured): number => m.stationary.seconds / m.gaps.coveredSeconds
const kernelArea =
  (level: number) =>
  (m: Measured): number =>
    hectares(m.homeRange?.kernel?.isopleths.find((i) => i.level === level)?.areaM2)
/** Nothing can be said about light that no step was in, but of a track with steps it is 0 km. */
const lightKm =
  (light: keyof Measured["light"]) =>
  (m: Measured): number =>
    isCovered(m) ? m.light[light].distance / 1000 : Number.NaN

/** The polygon is called by the share it holds: one of 50% is no `mcp95_ha`. */
const polygonOf = (percent: number): Metric =>
  metric(`mcp${String(percent).replace(".", "_")}_ha`, `Minimum convex polygon ${percent}%`, "ha", (m) =>
    hectares(m.homeRange?.mcp?.areaM2)
  )

const metrics = ({ mcp_percent }: Asked): ReadonlyArray<Metric> => [
  metric("fixes", "Fixes", null, (m) => m.cleaned.fixes.time.length),
  metric("excluded_fixes", "Fixes left out: invalid or too fast", null, excludedFixes),
  metric("days_with_data", "Days with data", null, (m) => sum(m.calendar.fixes.map((n) => (n > 0 ? 1 : 0)))),
  metric("median_interval_min", "Median sampling interval", "min", (m) => m.gaps.medianInterval / 60),
  metric("p90_interval_min", "90th percentile of the intervals", "min", (m) => m.gaps.p90Interval / 60),
  metric("missing_share", "Share of missing fixes", null, (m) => m.gaps.missingShare),
  metric("gaps", "Gaps", null, (m) => m.gaps.count),
  metric("gap_share", "Silent share of the period", null, (m) => m.gaps.shareOfPeriod),
  metric("gap_share_track", "Gap share between first and last fix", null, (m) => m.gaps.shareOfTrack),
  metric("covered_share", "Share of the period covered", null, (m) => m.gaps.coveredShare),
  metric("covered_hours", "Hours covered by steps", "h", (m) => m.gaps.coveredSeconds / 3600),
  metric(
    "weighted_hours",
    "Hours the fixes stand for, gaps up to the threshold",
    "h",
    (m) => m.residence.hours
  ),
  metric("distance_km", "Distance", "km", (m) => m.speeds.distance / 1000),
  metric(
    "daily_distance_km",
    "Mean daily distance, per 24 h covered",
    "km",
    (m) => m.speeds.distance / 1000 / (m.gaps.coveredSeconds / 86_400)
  ),
  metric(
    "distance_per_day_km",
    "Mean distance per day with data",
    "km",
    (m) => m.speeds.distance / 1000 / sum(m.calendar.fixes.map((n) => (n > 0 ? 1 : 0)))
  ),
  metric("displacement_km", "Displacement", "km", (m) => m.displacement / 1000),
  metric("max_displacement_km", "Maximum displacement", "km", (m) => m.maxDisplacement / 1000),
  metric(
    "straightness",
    "Straightness (displacement / path, gaps bridged)",
    null,
    // on a straight line the sum of the steps can be less than the whole by rounding; NaN stays
    (m) => Math.min(1, m.displacement / m.speeds.path)
  ),
  metric("mean_speed_mps", "Mean speed of the steps", "m/s", (m) => m.speeds.mean),
  metric("distance_over_time_mps", "Distance over time", "m/s", (m) => m.speeds.overTime),
  metric("median_speed_mps", "Median speed", "m/s", (m) => m.speeds.median),
  metric("p95_speed_mps", "95th percentile speed", "m/s", (m) => m.speeds.p95),
  metric("max_speed_mps", "Highest speed", "m/s", (m) => m.speeds.max),
  metric("stationary_share", "Stationary share", null, stationaryShare),
  metric("moving_share", "Moving share", null, (m) => 1 - stationaryShare(m)),
  metric("stationary_periods", "Stationary periods", null, (m) =>
    isCovered(m) ? m.stationary.periods : Number.NaN
  ),
  metric("longest_stationary_h", "Longest stationary period", "h", (m) =>
    isCovered(m) ? m.stationary.longestSeconds / 3600 : Number.NaN
  ),
  metric("day_distance_km", "Distance by day", "km", lightKm("day")),
  metric("twilight_distance_km", "Distance in twilight", "km", lightKm("twilight")),
  metric("night_distance_km", "Distance by night", "km", lightKm("night")),
  metric("turning_angles", "Turning angles", null, (m) => m.turning.all.count),
  metric("turning_mean_deg", "Mean turning angle (circular)", "°", (m) => m.turning.all.mean),
  metric("turning_resultant", "Mean resultant length of turning", null, (m) => m.turning.all.resultant),
  polygonOf(mcp_percent),
  metric("kde50_ha", "Kernel density 50%", "ha", kernelArea(0.5)),
  metric("kde95_ha", "Kernel density 95%", "ha", kernelArea(0.95)),
  metric(
    "kde_bandwidth_m",
    "Kernel bandwidth used",
    "m",
    (m) => m.homeRange?.kernel?.bandwidthM ?? Number.NaN
  ),
  metric(
    "effective_fixes",
    "Effective sample size by autocorrelation (too high for short tracks)",
    null,
    (m) => m.effectiveSize
  ),
  metric("residence_cells", "Cells visited", null, (m) => m.residence.cells),
  metric("visits", "Visits to cells", null, (m) => m.residence.visits),
  metric("revisited_cells", "Cells visited more than once", null, (m) => m.residence.revisitedCells),
  metric("hotspot_count", "Hotspots", null, (m) => m.residence.hotspots.length),
  metric("hotspot_cells", "Hotspot cells", null, (m) => m.residence.hotspotCells),
  metric("cluster_count", "Clusters", null, (m) => m.places?.places.length ?? Number.NaN),
  metric("cluster_noise_share", "Share of fixes in no cluster", null, (m) =>
    m.places === null ? Number.NaN : m.places.noise / m.cleaned.fixes.time.length
  )
]

/** What a run with these parameters says of each track. */
export const metricColumns = (asked: Asked): ReadonlyArray<Column> =>
  metrics(asked).map(({ key, label, type, unit }) => ({ key, label, type, unit }))

/** Returns the values, in one order; null where one cannot be said. */
export const metricsOf = (measured: Measured, asked: Asked): Metrics =>
  Object.fromEntries(metrics(asked).map(({ key, of }) => [key, known(of(measured))]))

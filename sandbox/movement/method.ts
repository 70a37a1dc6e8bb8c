// How the numbers of a movement run were made, so that a reader can check them and an author can describe
// them.
import type { MovementJob } from "../../src/domain/analysis/modules/movement.ts"
import { instantName } from "../../src/domain/zone.ts"
import { EARTH_RADIUS_M } from "../../src/domain/geo/earth.ts"
import { HASH_ALGORITHM } from "../result/inputHash.ts"
import { rounded, type ResultBuilder } from "../result/ResultBuilder.ts"
import { DAY_MIN_ALTITUDE_DEGREES, TWILIGHT_MIN_ALTITUDE_DEGREES } from "../../src/domain/geo/sun.ts"
import { MIN_FIXES } from "../track/quality.ts"
import { SENTINEL_DECISION, sentinelSentence } from "../track/sentinels.ts"
import { ISOPLETH_LEVELS } from "./homeRange.ts"
import type { Measured } from "./measure.ts"
import { MIN_CLUSTER_FIXES } from "./places.ts"

/** The definitions behind the numbers: each choice that changes results. */
const definitions = {
  effective_fix:
    "valid positions of the device's own receiver, with curated time and place where there are; " +
    "period [from, to)",
  duplicates:
    "of fixes at one instant the one with the best accuracy stays, else the most satellites, else the " +
    "first stored",
  plausible_speed:
    "the fewest fixes go that leave every consecutive pair at or below the limit (longest " +
    "speed-consistent path; of several the one that is shortest in metres, and of those the earliest, " +
    "seen from its end); steps are computed from what stays",
  distance: `haversine on a sphere of ${EARTH_RADIUS_M} m`,
  gap:
    "an interval strictly longer than the threshold; excluded from distance, speed, turning and " +
    "stationary periods, which it interrupts",
  time_weight: "half of the interval to each neighbour, an interval counted up to the gap threshold",
  percentiles: "linear interpolation, type 7 of Hyndman and Fan (1996)",
  calendar:
    "computed on UTC instants; the time zone names days and hours; a step belongs to the day and hour " +
    "of its start",
  stationary: "steps strictly below the speed, in runs unbroken by a gap; share by time",
  turning:
    "from the bearing at which a step arrives to that at which the next departs, both no gaps and " +
    "with a length; bins centred on 0",
  light:
    `geometric elevation of the sun's centre (Meeus 1998, by suncalc 2) at the start of a step, without ` +
    `refraction: day from ${DAY_MIN_ALTITUDE_DEGREES} degrees, twilight from ` +
    `${TWILIGHT_MIN_ALTITUDE_DEGREES}; figures are ratios of totals`,
  frame:
    "Lambert azimuthal equal-area on WGS 84, centred on the mean direction of all fixes of the " +
    "subject in all periods; its centre is a corner of the residence cells",
  visits: "the absence runs from the first fix outside a cell to the return; silence alone ends no visit",
  hotspots:
    "cells by time, until half of the time is held (the cell that reaches it included); cells that " +
    "share a side are one hotspot",
  clusters: `DBSCAN, haversine distance up to the cell size, at least ${MIN_CLUSTER_FIXES} fixes with the fix itself`,
  mcp:
    "convex hull of the fixes up to the quantile of their distance from the mean centre; area on the " +
    "ellipsoid with geodesic edges",
  kde:
    "Gaussian kernel, unweighted; grid over the fixes and three bandwidths round them; smallest set of " +
    "cells, the one that reaches the level included; area of the cells before the outline is simplified",
  effective_fixes:
    "n / (1 + 2 sum of the autocorrelation of position up to its first zero), lags in fixes; below " +
    "some 20 it is too high, by half to twice what a fitted movement model (ctmm) gives",
  range_stability: "points before the last take the kernel from a grid of 64 cells",
  minimum_fixes: `below ${MIN_FIXES} fixes no home range and no clusters`
}

/** Returns a paragraph for the methods section of a paper. */
const methodsParagraph = (
  { methodVersion, parameters: p, periods, subjects, timezone }: MovementJob,
  measured: ReadonlyArray<Measured>
): string => {
  const limits = [...new Set(measured.map((m) => m.maxSpeed))].sort((a, b) => a - b).join(" or ")
  const spans = periods
    .map(({ from, to }) => `${instantName(from)} to ${instantName(to)}`)
    .join(", compared with ")
  const excluded = measured.reduce((sum, m) => sum + m.cleaned.tooFast, 0),
    sentinels = measured.reduce((sum, m) => sum + m.cleaned.sentinels, 0)
  const has = (method: "mcp" | "kde" | "clusters") => p.methods.includes(method)
  const bandwidth =
    p.kde_bandwidth_m === null
      ? "the reference bandwidth (Worton 1995)"
      : `a bandwidth of ${p.kde_bandwidth_m} m`
  return [
    `We analysed ${measured.reduce((sum, m) => sum + m.cleaned.fixes.time.length, 0)} fixes ` +
      `of ${subjects.length} ${subjects.length === 1 ? "animal" : "animals"} (${spans}; UTC) with ` +
      `Pugmark (method ${methodVersion}).`,
    ...(sentinels === 0 ? [] : [sentinelSentence(sentinels)]),
    `Fixes at one instant were collapsed to one, ` +
      `and ${excluded} ${excluded === 1 ? "fix was" : "fixes were"} removed as the smallest number that ` +
      `left no consecutive pair faster than ${limits} m/s.`,
    `Step lengths are great-circle distances (haversine, R = ${EARTH_RADIUS_M} m); intervals ` +
      `above ${p.gap_hours} h were treated as gaps and left out of distance, speed, turning angles and ` +
      `stationary periods.`,
    `Animals were stationary while consecutive steps were slower than ${p.stationary_speed_mps} m/s ` +
      `for at least ${p.stationary_min_minutes} min.`,
    `Steps were assigned to day, civil twilight or night by the geometric elevation of the sun at ` +
      `their start (limits ${DAY_MIN_ALTITUDE_DEGREES} and ${TWILIGHT_MIN_ALTITUDE_DEGREES} degrees; ` +
      `Meeus 1998), and to days and hours ` +
      `of ${timezone}.`,
    `Residence time was summed over square cells of ${p.cell_m} m in a Lambert azimuthal equal-area ` +
      `frame centred on each animal, each fix weighted by half of the interval to either neighbour up to ` +
      `the gap threshold; a return after more than ${p.revisit_hours} h outside was a new visit, and ` +
      `hotspots are the cells that together hold 50% of the time.`,
    ...(has("clusters")
      ? [`Clusters were found by DBSCAN (Ester et al. 1996; eps ${p.cell_m} m, minPts ${MIN_CLUSTER_FIXES}).`]
      : []),
    ...(has("mcp")
      ? [`Minimum convex polygons hold the ${p.mcp_percent}% of the fixes nearest to their mean centre.`]
      : []),
    ...(has("kde")
      ? [
          `Utilisation distributions were estimated with a Gaussian kernel on a grid of at ` +
            `most ${p.kde_grid} by ${p.kde_grid} cells, ` +
            `with ${bandwidth}, and ${ISOPLETH_LEVELS.map((l) => `${l * 100}%`).join(" and ")} isopleths as the ` +
            `smallest sets of cells with that share of the volume.`
        ]
      : []),
    ...(has("mcp") || has("kde") ? ["Areas are on the WGS 84 ellipsoid."] : [])
  ].join(" ")
}

const notes = [
  "Fixes of a collar repeat each other. A kernel with the reference bandwidth takes them as " +
    "independent: on three of four animals with autocorrelated fixes it gave 23 to 58% less area than an " +
    "autocorrelated kernel (AKDE). Compare the effective sample size with the number of fixes.",
  "Home ranges are estimates of where an animal may be expected; the residence grid says where it was " +
    "in the period."
]

/** Writes the provenance of a run. */
export const addProvenance = (
  builder: ResultBuilder,
  job: MovementJob,
  hash: string,
  measured: ReadonlyArray<Measured>
): void => {
  builder.note("method", methodsParagraph(job, measured))
  builder.note("notes", notes)
  builder.note("input_hash", hash)
  builder.note("input_hash_algorithm", HASH_ALGORITHM)
  builder.note("timezone", job.timezone)
  builder.note("parameters", { ...job.parameters })
  builder.note("decisions", {
    ...definitions,
    ...(job.ownPeriods === true
      ? {
          judged_over:
            "each animal from its first fix to its last: silence and the shares of the period are of " +
            "that time"
        }
      : {}),
    ...(job.dropSentinels === true ? { sentinels: SENTINEL_DECISION } : {})
  })
  builder.note(
    "subjects",
    measured.map(({ cleaned, frame, homeRange, maxSpeed, period, subject }) => ({
      subject_id: subject.id,
      period: period.key,
      fixes: cleaned.fixes.time.length,
      max_speed_mps: maxSpeed,
      frame: { projection: "laea", datum: "WGS84", lon: frame.lon, lat: frame.lat },
      kernel:
        homeRange === null || homeRange.kernel === null
          ? null
          : {
              bandwidth_m: homeRange.kernel.bandwidthM,
              bandwidth_rule: job.parameters.kde_bandwidth_m === null ? "reference" : "given",
              cell_m: rounded(homeRange.kernel.side, 9),
              columns: homeRange.kernel.columns,
              rows: homeRange.kernel.rows
            }
    }))
  )
}

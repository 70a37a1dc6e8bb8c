// How the numbers of a grazing run were made, so that a reader can check them and an author can describe
// them.
import { instantName } from "../../src/domain/zone.ts"
import { HASH_ALGORITHM } from "../result/inputHash.ts"
import type { ResultBuilder } from "../result/ResultBuilder.ts"
import { SENTINEL_DECISION, sentinelSentence } from "../track/sentinels.ts"
import { type Findings, sideName, trackedText } from "./Findings.ts"

/** Each choice where another one would give other numbers. */
const decisions = {
  effective_fix:
    "valid positions of the device's own receiver, with curated time and place where there are; " +
    "period [from, to)",
  duplicates:
    "of fixes at one instant the one with the best accuracy stays, else the most satellites, else the " +
    "first stored",
  plausible_speed:
    "the fewest fixes go that leave every consecutive pair at or below the limit (longest " +
    "speed-consistent path; of several the one that is shortest in metres, and of those the earliest, " +
    "seen from its end)",
  inside:
    "the predicate of the rules, on the fix: a border is inside, a hole outside; sides of areas are " +
    "straight in longitude and latitude",
  hectares:
    "on the WGS 84 ellipsoid with geodesic sides, at run time; common ground of two areas in an " +
    "equal-area plane round the first",
  time_weight:
    "half of the interval to each neighbour, an interval counted up to the gap threshold; the first " +
    "and the last fix have one side",
  days:
    "local days of the project, of 23, 24 or 25 hours; the time a fix stands for is parted at local " +
    "midnight",
  overlaps: "a fix counts in every area it is in; shares inside and outside are of the union",
  visits:
    "by animal; begins with a fix inside and ends when the animal was outside for longer than the " +
    "minimum; the absence runs from the first fix outside to the return; silence alone ends no visit; " +
    "mean visit is hours by visits",
  herd_visits:
    "the herd is in an area from an animal's first fix inside to its first fix outside; a new visit " +
    "begins after all animals were away for longer than the minimum",
  animal_days: "animal-hours / 24",
  relative_pressure:
    "animal-days per hectare by its unweighted mean over all chosen areas, used or not; beside it by " +
    "the animal-days per hectare of all areas together",
  use_and_rest:
    "a day of use has more animal-hours than the threshold; every other local day of the period is " +
    "one of rest, at its beginning and end too",
  hotspots:
    "cells by animal-hours of all animals together, until half of the area's animal-hours is held " +
    "(the cell that reaches it included); cells that share a side are one hotspot",
  frame:
    "Lambert azimuthal equal-area on WGS 84, centred on the mean direction of all fixes of the run; " +
    "its centre is a corner of the cells",
  gini:
    "over as many cells as the area has room for (its size by that of a cell, rounded); cells without " +
    "use count with 0",
  weights:
    "attribute: the number itself; metabolic: mass^0.75 by its mean over the animals of the herd that " +
    "have a mass; an animal without counts one",
  stocking:
    "mean number of (weighted) animals in the area over the period; `carrying_capacity` of an area is " +
    "the number it carries all the time"
}

const notes = [
  "Use is presence (animal-days per ha). It was not measured what the animals ate.",
  "In one published study of dairy cows 45 to 62% of the fixes fell into the right paddock: narrow " +
    "areas need accurate fixes."
]

const paragraph = ({ job, pastures, sides, weighting }: Findings, tracked: string): string => {
  const { cell_m, gap_hours, max_speed_mps, min_absence_hours, rest_threshold_hours } = job.parameters
  const fixes = sides.reduce(
    (sum, { herd }) => sum + herd.herd.reduce((of, { cleaned }) => of + cleaned.fixes.time.length, 0),
    0
  )
  const all = sides.flatMap(({ herd }) => herd.herd)
  const excluded = all.reduce((sum, { cleaned }) => sum + cleaned.tooFast, 0),
    sentinels = all.reduce((sum, { cleaned }) => sum + cleaned.sentinels, 0)
  const spans = sides
    .map(
      ({ herd, key }) =>
        (sides.length > 1 ? `${sideName(job, key).toLowerCase()} ` : "") +
        `${instantName(herd.period.from)} to ${instantName(herd.period.to)}`
    )
    .join(", compared with ")
  return [
    `We analysed the use of ${pastures.all.length} ${pastures.all.length === 1 ? "area" : "areas"} ` +
      `from ${fixes} fixes (${tracked}; ${spans}; UTC) with Pugmark (method ${job.methodVersion}).`,
    ...(sentinels === 0 ? [] : [sentinelSentence(sentinels)]),
    `Fixes at one instant were collapsed to one, ` +
      `and ${excluded} ${excluded === 1 ? "fix was" : "fixes were"} removed as the smallest number that ` +
      `left no consecutive pair faster ` +
      `than ${max_speed_mps === null ? "5 m/s (livestock) or 15 m/s (other animals)" : `${max_speed_mps} m/s`}.`,
    `Each fix stood for half of the interval to either neighbour, an interval counted up ` +
      `to ${gap_hours} h, and counted for every area it was in; the time was parted at midnight ` +
      `of ${job.timezone}.`,
    `Use is given in animal-days per hectare (areas on the WGS 84 ellipsoid; ` +
      `weighting: ${weighting}), relative pressure as its ratio to the mean over the areas.`,
    `A visit ended after more than ${min_absence_hours} h outside; days with at ` +
      `most ${rest_threshold_hours} animal-hours were days of rest.`,
    `Hotspots are the square cells of ${cell_m} m that together hold half of an area's animal-hours.`
  ].join(" ")
}

/** Writes the provenance of a run. */
export const addProvenance = (builder: ResultBuilder, findings: Findings, hash: string): void => {
  const { frame, job, pastures, sides, weighting } = findings
  const tracked = trackedText(findings)
  builder.note("method", paragraph(findings, tracked))
  builder.note("notes", notes)
  builder.note("input_hash", hash)
  builder.note("input_hash_algorithm", HASH_ALGORITHM)
  builder.note("timezone", job.timezone)
  builder.note("tracked", tracked)
  builder.note("weighting", weighting)
  builder.note("parameters", {
    ...job.parameters,
    seasons: job.parameters.seasons.map(({ from, name, to }) => ({ name, from, to }))
  })
  builder.note("decisions", {
    ...decisions,
    ...(job.ownPeriods === true
      ? {
          judged_over:
            "what is said of an animal's silence is of the time from its first fix to its last; " +
            "figures of areas and of the herd are of the whole period"
        }
      : {}),
    ...(job.dropSentinels === true ? { sentinels: SENTINEL_DECISION } : {})
  })
  builder.note("frame", { projection: "laea", datum: "WGS84", lon: frame.lon, lat: frame.lat })
  builder.note(
    "areas",
    pastures.all.map(({ hectares, id, name, widthM }) => ({
      area_id: id,
      name,
      hectares,
      width_m: Math.round(widthM * 10) / 10
    }))
  )
  builder.note(
    "herds",
    sides.map(({ herd, key }) => ({
      period: key,
      subject_ids: herd.herd.map(({ subject }) => subject.id),
      herd_size: herd.herdSize
    }))
  )
}

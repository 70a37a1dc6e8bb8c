// The tables of a grazing run. Specification 2.7, 2.8 rules 16 to 19 and 21.
import { column, known, type ResultBuilder, rounded, weighted } from "../result/ResultBuilder.ts"
import { excludedFixes } from "../track/qualityCounts.ts"
import { areaMetrics, columnsOf, herdMetrics, valuesOf } from "./figures.ts"
import { type Findings, trackedText } from "./Findings.ts"
import { animalColumns, areaColumns, periodColumn } from "./tableColumns.ts"
import { addPairs } from "./pairTable.ts"
import { addMatrix } from "./dayMatrix.ts"
import { addStocking } from "./stockingTable.ts"

/** MAX_REST_PERIODS is how many periods of rest the table lists for an area, the longest ones. */
const MAX_REST_PERIODS = 20

/** Adds every table except those that compare. */
export const addTables = (builder: ResultBuilder, findings: Findings): void => {
  const { pastures, sides, weighting } = findings
  const tracked = trackedText(findings)
  const ofHerd = herdMetrics(weighting)
  const ofAreas = areaMetrics(weighting)
  builder.table(
    "summary",
    `Herd (${tracked})`,
    [periodColumn, ...columnsOf(ofHerd)],
    sides.map(({ herd, key }) => [key, ...Object.values(valuesOf(ofHerd, herd))])
  )
  builder.table(
    "areas",
    `Use of the areas (${tracked})`,
    [periodColumn, ...areaColumns, ...columnsOf(ofAreas)],
    sides.flatMap(({ figures, key }) =>
      figures.map((one) => [key, one.pasture.id, one.pasture.name, ...Object.values(valuesOf(ofAreas, one))])
    )
  )
  builder.table(
    "overlaps",
    "Areas that overlap: their common ground counts in each",
    [
      column("area_id", "Area id", null, "text"),
      column("area", "Area", null, "text"),
      column("other_area_id", "Other area id", null, "text"),
      column("other_area", "Other area", null, "text"),
      column("hectares", "Common ground", "ha")
    ],
    pastures.overlaps.map(({ a, b, hectares }) => [
      pastures.all[a]!.id,
      pastures.all[a]!.name,
      pastures.all[b]!.id,
      pastures.all[b]!.name,
      hectares
    ])
  )

  addPairs(builder, findings)
  builder.table(
    "animals",
    "Animals of the herd",
    [
      periodColumn,
      ...animalColumns,
      weighted(weighting, "weight", "Weight"),
      column("fixes", "Fixes"),
      column("excluded_fixes", "Fixes left out: invalid or too fast"),
      column("tracked_hours", "Hours tracked", "h"),
      column("inside_hours", "Hours in any area", "h"),
      column("share_inside", "Share in any area")
    ],
    sides.flatMap(({ herd, key }) =>
      herd.herd.map(({ cleaned, subject }, i) => {
        const { hours, insideHours } = herd.tracked[i]!
        return [
          key,
          subject.id,
          subject.name,
          herd.weights.of[i]!,
          cleaned.fixes.time.length,
          excludedFixes({ cleaned, period: herd.period, subject }),
          hours,
          insideHours,
          known(insideHours / hours)
        ]
      })
    )
  )
  addStocking(builder, findings, tracked, weighting)

  addMatrix(
    builder,
    findings,
    "timeline",
    `Animal-hours by local day and area (${tracked})`,
    "h",
    ({ herd }, at, day) => rounded(herd.areas[at]!.dailyHours[day]!, 8)
  )
  const threshold = findings.job.parameters.rest_threshold_hours
  addMatrix(
    builder,
    findings,
    "rest_calendar",
    "Rest calendar: 1 is a day of rest, 0 a day of use",
    null,
    ({ herd }, at, day) => (herd.areas[at]!.dailyHours[day]! <= threshold ? 1 : 0)
  )
  builder.table(
    "rest_periods",
    `Periods of rest, the ${MAX_REST_PERIODS} longest of each area`,
    [
      periodColumn,
      ...areaColumns,
      column("from", "First day", null, "date"),
      column("to", "Last day", null, "date"),
      column("days", "Days", "d")
    ],
    sides.flatMap(({ figures, herd, key }) =>
      figures.flatMap(({ pasture, rest }) =>
        rest.periods
          .toSorted((a, b) => b.to - b.from - a.to + a.from || a.from - b.from)
          .slice(0, MAX_REST_PERIODS)
          .map(({ from, to }) => [
            key,
            pasture.id,
            pasture.name,
            herd.days.names[from]!,
            herd.days.names[to - 1]!,
            to - from
          ])
      )
    )
  )
}

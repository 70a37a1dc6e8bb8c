// The tables of a grazing run. Specification 2.7, 2.8 rules 16 to 19 and 21.
import type { Cell } from "../../src/domain/analysis/Result.ts"
import { instantName } from "../../src/domain/zone.ts"
import { labelsOf } from "../result/labels.ts"
import { column, known, type ResultBuilder, rounded, weighted } from "../result/ResultBuilder.ts"
import { excludedFixes } from "../track/quality.ts"
import { areaMetrics, columnsOf, herdMetrics, trackedCount, valuesOf } from "./figures.ts"
import { type Findings, type Side, trackedText } from "./Findings.ts"

/** Rows of area and animal, those with the most hours: all of them if a run is not at its limits. */
const PAIRS = 5000
/** Periods of rest by area, the longest ones. */
const REST_PERIODS = 20

const period = column("period", "Period", null, "text")
const area = [column("area_id", "Area id", null, "text"), column("area", "Area", null, "text")]
const animal = [column("subject_id", "Animal id", null, "text"), column("subject", "Animal", null, "text")]

const pairRows = ({
  figures,
  herd,
  key
}: Side): ReadonlyArray<{ readonly hours: number; readonly row: ReadonlyArray<Cell> }> =>
  figures.flatMap(({ pasture, use }) =>
    use.animals.flatMap((own, i) => {
      if (own.fixes === 0) return []
      const { subject } = herd.herd[i]!
      return [
        {
          hours: own.hours,
          row: [
            key,
            pasture.id,
            pasture.name,
            subject.id,
            subject.name,
            known(own.hours),
            known(own.weightedHours),
            own.visits,
            known(own.hours / own.visits),
            own.daysUsed,
            instantName(own.firstUse),
            instantName(own.lastUse),
            own.fixes
          ]
        }
      ]
    })
  )

/** Adds a row for each day with a value for each area: `of` a day of an area. */
const addMatrix = (
  builder: ResultBuilder,
  { pastures, sides }: Findings,
  key: string,
  title: string,
  unit: string | null,
  of: (side: Side, at: number, day: number) => Cell
): void =>
  builder.table(
    key,
    title,
    [
      period,
      column("day", "Day", null, "date"),
      ...Array.from(labelsOf(pastures.all), ([id, label]) => column(id, label, unit))
    ],
    sides.flatMap((side) =>
      side.herd.days.names.map((name, day) => [
        side.key,
        name,
        ...pastures.all.map((_, at) => of(side, at, day))
      ])
    )
  )

const addStocking = (
  builder: ResultBuilder,
  { pastures, sides }: Findings,
  tracked: string,
  weighting: string
): void =>
  builder.table(
    "stocking",
    `Stocking beside carrying capacity (${tracked})`,
    [
      period,
      ...area,
      column("hectares", "Size", "ha"),
      column("carrying_capacity", "Carrying capacity", "animals"),
      weighted(weighting, "animals_tracked", "Animals there on average, of those tracked", "animals"),
      weighted(weighting, "animals_herd", "Animals there on average, if the others did alike", "animals"),
      weighted(weighting, "stocking_rate", "Stocking rate, if the others did alike", "animals/ha"),
      weighted(weighting, "share_of_capacity", "Share of the carrying capacity")
    ],
    pastures.all.some(({ carryingCapacity }) => carryingCapacity > 0)
      ? sides.flatMap(({ figures, herd, key }) =>
          figures.map(({ pasture, use }) => {
            const present = use.weightedHours / ((herd.period.to - herd.period.from) / 3_600_000)
            const whole = (present * herd.herdSize) / trackedCount(herd)
            return [
              key,
              pasture.id,
              pasture.name,
              pasture.hectares,
              known(pasture.carryingCapacity),
              present,
              known(whole),
              known(whole / pasture.hectares),
              pasture.carryingCapacity > 0 ? known(whole / pasture.carryingCapacity) : null
            ]
          })
        )
      : []
  )

/** Adds every table but those that compare. */
export const addTables = (builder: ResultBuilder, findings: Findings): void => {
  const { pastures, sides, weighting } = findings
  const tracked = trackedText(findings)
  const ofHerd = herdMetrics(weighting)
  const ofAreas = areaMetrics(weighting)
  builder.table(
    "summary",
    `Herd (${tracked})`,
    [period, ...columnsOf(ofHerd)],
    sides.map(({ herd, key }) => [key, ...Object.values(valuesOf(ofHerd, herd))])
  )
  builder.table(
    "areas",
    `Use of the areas (${tracked})`,
    [period, ...area, ...columnsOf(ofAreas)],
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

  const pairs = sides.flatMap(pairRows)
  const least = pairs.length <= PAIRS ? -1 : pairs.map(({ hours }) => hours).sort((a, b) => b - a)[PAIRS]!
  builder.table(
    "area_animals",
    `Areas by animal${least < 0 ? "" : `, the ${PAIRS} rows with the most hours`}`,
    [
      period,
      ...area,
      ...animal,
      column("hours", "Hours", "h"),
      weighted(weighting, "weighted_animal_hours", "Weighted animal-hours", "h"),
      column("visits", "Visits"),
      column("mean_visit_hours", "Mean visit", "h"),
      column("days_used", "Days used", "d"),
      column("first_use", "First use", null, "time"),
      column("last_use", "Last use", null, "time"),
      column("fixes", "Fixes")
    ],
    pairs.filter(({ hours }) => hours > least).map(({ row }) => row)
  )
  builder.table(
    "animals",
    "Animals of the herd",
    [
      period,
      ...animal,
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
    `Periods of rest, the ${REST_PERIODS} longest of each area`,
    [
      period,
      ...area,
      column("from", "First day", null, "date"),
      column("to", "Last day", null, "date"),
      column("days", "Days", "d")
    ],
    sides.flatMap(({ figures, herd, key }) =>
      figures.flatMap(({ pasture, rest }) =>
        rest.periods
          .toSorted((a, b) => b.to - b.from - a.to + a.from || a.from - b.from)
          .slice(0, REST_PERIODS)
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

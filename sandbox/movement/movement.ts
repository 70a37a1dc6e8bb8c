// The movement module: what tracked animals did in a period, in named steps. Specification 2.6 to 2.9.
import type { MovementJob } from "../../src/domain/analysis/modules/movement.ts"
import type { Period, Subject } from "../../src/domain/analysis/Tracks.ts"
import { localDays, zoneBetween } from "../../src/domain/zone.ts"
import type { Module } from "../Module.ts"
import { inputHash } from "../result/inputHash.ts"
import { ResultBuilder } from "../result/ResultBuilder.ts"
import { frameOf } from "../space/localFrame.ts"
import { logarithmicEdges } from "../stats/histogram.ts"
import { clean } from "../track/clean.ts"
import type { Fixes } from "../track/Fixes.ts"
import { excludedFixes } from "../track/qualityCounts.ts"
import { plausibleSpeed } from "../track/plausibleSpeed.ts"
import { qualityWarnings } from "../track/quality.ts"
import { addCharts } from "./charts.ts"
import { addComparison } from "./compare.ts"
import { resultWarnings, runWarnings } from "./resultWarnings.ts"
import { measure, type Measured, measuringSteps, type MeasuringStep, type Setting } from "./measure.ts"
import { addProvenance } from "./method.ts"
import { metricColumns, metricsOf } from "./metrics.ts"
import { addShapes, shapesPerTrack } from "./shapes.ts"
import { addTables } from "./tables.ts"

/** SPEED_BINS is how many bins the histogram of speeds has. */
const SPEED_BINS = 24

const nothing: Fixes = {
  time: new Float64Array(),
  lon: new Float64Array(),
  lat: new Float64Array(),
  accuracy_m: new Float32Array(),
  satellites: new Float32Array()
}

/** Percent of progress at which the subjects begin and end. */
const READING_PERCENT = 3
const WRITING_PERCENT = 97

/** The movement module: measures each track and compares subjects and periods. */
export const movement: Module<MovementJob> = (job, progress) => {
  const { parameters, periods, subjects, tracks } = job
  progress(0, "reading")
  const hash = inputHash(job)
  const isCompared = periods.length > 1
  const zone = zoneBetween(
    job.timezone,
    Math.min(...periods.map((p) => p.from)),
    Math.max(...periods.map((p) => p.to))
  )
  const daysOf = new Map(periods.map((period) => [period, localDays(zone, period.from, period.to)]))
  const speedOf = (subject: Subject): number => plausibleSpeed(subject, parameters)
  const speedEdges = logarithmicEdges(
    parameters.stationary_speed_mps,
    Math.max(...subjects.map(speedOf)),
    SPEED_BINS
  )
  const setting: Setting = { parameters, zone, ownPeriods: job.ownPeriods, speedEdges }
  const fixesOf = (subject: number, period: Period): Fixes =>
    tracks.find((t) => t.subject === subject && t.period === period.key) ?? nothing

  const total = Math.max(
    1,
    tracks.reduce((sum, t) => sum + t.time.length, 0)
  )
  let done = 0
  /** tells how far a track of so many rows is in its own steps */
  const tellOf =
    (name: string, rows: number) =>
    (step: MeasuringStep): void => {
      const before = measuringSteps
        .slice(
          0,
          measuringSteps.findIndex(([key]) => key === step)
        )
        .reduce((sum, [, share]) => sum + share, 0)
      progress(
        READING_PERCENT +
          Math.floor(((WRITING_PERCENT - READING_PERCENT) * (done + (rows * before) / 100)) / total),
        `${name}: ${step}`
      )
    }
  const measured = subjects.flatMap((subject, index): ReadonlyArray<Measured> => {
    const maxSpeed = speedOf(subject)
    const cleaned = periods.map((period) => clean(fixesOf(index, period), maxSpeed, job.dropSentinels))
    const frame = frameOf(cleaned.map(({ fixes }) => fixes))
    return periods.map((period, at) => {
      const { rows } = cleaned[at]!
      const one = measure(
        { subject, period, days: daysOf.get(period)!, maxSpeed, cleaned: cleaned[at]!, frame, setting },
        tellOf(subject.name, rows)
      )
      done += rows
      return one
    })
  })

  progress(WRITING_PERCENT, "writing")
  // period by period, subjects in the order of the job
  const all = periods.flatMap((period) => measured.filter((m) => m.period === period))
  const builder = new ResultBuilder(job)
  const rows = all.map((m) => ({
    subject: m.subject,
    period: m.period.key,
    metrics: metricsOf(m, parameters)
  }))
  for (const { metrics, period, subject } of rows) builder.metrics(period, subject.id, metrics)
  addComparison(builder, rows, metricColumns(parameters))
  addTables(builder, all, job.dropSentinels === true)
  addCharts(builder, all, setting.speedEdges, isCompared)
  const most = shapesPerTrack(all.length)
  for (const m of all) addShapes(builder, m, most, isCompared, parameters.mcp_percent)
  for (const m of all) {
    const { cell_m, gap_hours, max_speed_mps } = parameters
    const examined = {
      ...m,
      isCompared,
      isOwnPeriod: job.ownPeriods,
      gapHours: gap_hours,
      isDefaultSpeed: max_speed_mps === null,
      cellM: cell_m
    }
    builder.warn(...qualityWarnings(examined), ...resultWarnings(m, isCompared))
  }
  builder.warn(...runWarnings(all))
  addProvenance(builder, job, hash, all)
  return builder.build(all.reduce((sum, m) => sum + excludedFixes(m), 0))
}

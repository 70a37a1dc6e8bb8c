// The grazing module: how a herd used its pastures in a period, step by step, each named in its provenance.
// Specification 2.6 to 2.9.
import type { GrazingJob } from "../../src/domain/analysis/modules/grazing.ts"
import type { Period, Subject } from "../../src/domain/analysis/Tracks.ts"
import type { Warning } from "../../src/domain/analysis/Result.ts"
import { localDays, zoneBetween } from "../../src/domain/zone.ts"
import type { Module, Progress } from "../Module.ts"
import { inputHash } from "../result/inputHash.ts"
import { ResultBuilder } from "../result/ResultBuilder.ts"
import { frameOf, toPlane } from "../space/localFrame.ts"
import { clean, type CleanedFixes } from "../track/clean.ts"
import type { Fixes } from "../track/Fixes.ts"
import { gapsOf, judgedSeconds } from "../track/gaps.ts"
import { excludedFixes } from "../track/qualityCounts.ts"
import { plausibleSpeed } from "../track/plausibleSpeed.ts"
import { qualityWarnings } from "../track/quality.ts"
import { stepsOf } from "../track/steps.ts"
import { pasturesOf } from "./areas.ts"
import { addCharts } from "./charts.ts"
import { addComparison, addSeasons } from "./compare.ts"
import { herdWarnings } from "./herdWarnings.ts"
import { areaMetrics, figuresOf, herdMetrics, valuesOf } from "./figures.ts"
import type { Findings, Side } from "./Findings.ts"
import { addProvenance } from "./method.ts"
import { addShapes } from "./shapes.ts"
import { addTables } from "./tables.ts"
import { useOf } from "./use.ts"
import { weightingName, weightsOf } from "./weighting.ts"

const nothing: Fixes = {
  time: new Float64Array(),
  lon: new Float64Array(),
  lat: new Float64Array(),
  accuracy_m: new Float32Array(),
  satellites: new Float32Array()
}

/** Percent of progress at which each part begins. */
const CLEANING_PERCENT = 5
const USE_PERCENT = 35
const WRITING_PERCENT = 95

/**
 * Tracked is an animal in a period of its herd. With two herds, herd B is the period `comparison` over the
 * same dates.
 */
interface Tracked {
  readonly subject: Subject
  readonly period: Period
  readonly maxSpeed: number
  readonly cleaned: CleanedFixes
}

/** Returns every animal in every period of its herd, period by period, its fixes cleaned. */
const cleanedOf = (
  { dropSentinels, herdB, parameters, periods, subjects, tracks }: GrazingJob,
  progress: Progress
): ReadonlyArray<Tracked> => {
  const isInHerdB = (subject: number) => herdB.includes(subject)
  const pairs = periods.flatMap((period) =>
    subjects
      .map((subject, index) => ({ period, subject, index }))
      .filter(({ index }) => herdB.length === 0 || isInHerdB(index) === (period.key === "comparison"))
  )
  return pairs.map(({ index, period, subject }, at) => {
    progress(
      CLEANING_PERCENT + Math.floor(((USE_PERCENT - CLEANING_PERCENT) * at) / pairs.length),
      `${subject.name}: fixes`
    )
    const maxSpeed = plausibleSpeed(subject, parameters)
    const given = tracks.find((t) => t.subject === index && t.period === period.key) ?? nothing
    return { subject, period, maxSpeed, cleaned: clean(given, maxSpeed, dropSentinels) }
  })
}

/** Returns the warnings about single tracks; what they say of home ranges does not concern a herd. */
const warningsOf = (
  { herdB, ownPeriods, parameters, periods }: GrazingJob,
  { cleaned, maxSpeed, period, subject }: Tracked
): ReadonlyArray<Warning> => {
  const { cell_m, gap_hours, max_speed_mps } = parameters
  const { time } = cleaned.fixes
  const gaps = gapsOf(
    stepsOf(cleaned.fixes, gap_hours),
    gap_hours,
    time.length,
    judgedSeconds(period, time, ownPeriods)
  )
  return qualityWarnings({
    subject,
    period,
    isOwnPeriod: ownPeriods,
    isCompared: periods.length > 1 && herdB.length === 0,
    cleaned,
    gaps,
    gapHours: gap_hours,
    maxSpeed,
    isDefaultSpeed: max_speed_mps === null,
    cellM: cell_m
  }).map((warning) =>
    warning.code === "few_fixes"
      ? {
          ...warning,
          text: `Only ${cleaned.fixes.time.length} fixes: its hours say little about where it was.`
        }
      : warning
  )
}

/** The grazing module: computes how a herd used its pastures in one or two periods. */
export const grazing: Module<GrazingJob> = (job, progress) => {
  const { parameters, periods } = job
  progress(0, "reading")
  const hash = inputHash(job)
  progress(3, "areas")
  const pastures = pasturesOf(job.areas)
  const zone = zoneBetween(
    job.timezone,
    Math.min(...periods.map((p) => p.from)),
    Math.max(...periods.map((p) => p.to))
  )
  const tracked = cleanedOf(job, progress)
  const frame = frameOf(tracked.map(({ cleaned }) => cleaned.fixes))

  let looked = 0
  const sides = periods.map((period): Side => {
    const own = tracked.filter((t) => t.period === period)
    const herd = useOf(
      {
        period,
        days: localDays(zone, period.from, period.to),
        pastures,
        parameters,
        herd: own.map(({ cleaned, subject }) => ({ subject, cleaned, plane: toPlane(frame, cleaned.fixes) })),
        weights: weightsOf(
          own.map(({ subject }) => subject),
          parameters
        ),
        herdSize: job.herdB.length > 0 && period.key === "comparison" ? job.herdB.length : job.herdSize
      },
      (animal) =>
        progress(
          USE_PERCENT + Math.floor(((WRITING_PERCENT - USE_PERCENT) * looked++) / tracked.length),
          `${own[animal]!.subject.name}: areas`
        )
    )
    return { key: period.key, herd, figures: figuresOf(herd, pastures, parameters.rest_threshold_hours) }
  })

  progress(WRITING_PERCENT, "writing")
  const findings: Findings = { job, pastures, frame, sides, weighting: weightingName(parameters) }
  const builder = new ResultBuilder(job)
  for (const { figures, herd, key } of sides) {
    builder.metrics(key, "herd", valuesOf(herdMetrics(findings.weighting), herd))
    for (const one of figures)
      builder.metrics(key, one.pasture.id, valuesOf(areaMetrics(findings.weighting), one))
  }
  addTables(builder, findings)
  addComparison(builder, findings)
  addSeasons(builder, findings)
  addCharts(builder, findings)
  addShapes(builder, findings)
  builder.warn(...herdWarnings(findings), ...tracked.flatMap((one) => warningsOf(job, one)))
  addProvenance(builder, findings, hash)
  return builder.build(tracked.reduce((sum, one) => sum + excludedFixes(one), 0))
}

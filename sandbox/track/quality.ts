// What a reader must know about the fixes of one subject in one period before believing a number.
// Specification 2.9.
import type { Warning } from "../../src/domain/analysis/Result.ts"
import type { Period, Subject } from "../../src/domain/analysis/Tracks.ts"
import { instantName } from "../../src/domain/zone.ts"
import { quantile, sorted } from "../stats/quantile.ts"
import type { Cleaned } from "./clean.ts"
import type { Gaps } from "./gaps.ts"
import { repeatedPosition } from "./repeatedPosition.ts"

/** What the warnings are made from. */
export interface Examined {
  readonly subject: Subject
  readonly period: Period
  /** the run has two periods, so each warning says which one it is about */
  readonly isCompared: boolean
  readonly cleaned: Cleaned
  readonly gaps: Gaps
  readonly gapHours: number
  /** m/s, and whether it is the default of the subject's kind */
  readonly maxSpeed: number
  readonly isDefaultSpeed: boolean
  readonly cellM: number
  /** silence is judged from the first fix to the last, not over the period */
  readonly isOwnPeriod?: boolean | undefined
}

/**
 * Counts that the warnings and the table of data quality share. Records that never reached the track are
 * among them.
 */
export interface QualityCounts {
  readonly records: number
  readonly invalid: number
  readonly duplicates: number
  readonly conflicting: number
  readonly tooFast: number
  readonly fixes: number
  readonly poorAccuracy: number
  readonly fewSatellites: number
  /** metres; NaN: no fix says */
  readonly medianAccuracy: number
}

/** A fix this far off is counted, and so is one from fewer satellites. Specification 2.9. */
const POOR_ACCURACY_M = 100
const FEW_SATELLITES = 4
/** A subject with fewer has no home range. Specification 2.8, rule 14. */
const MIN_FIXES = 30

const count = (values: Float32Array, is: (value: number) => boolean): number => {
  let found = 0
  for (const value of values) if (is(value)) found++
  return found
}

export const qualityCounts = ({
  cleaned,
  period,
  subject
}: Pick<Examined, "cleaned" | "period" | "subject">): QualityCounts => {
  const discarded = subject.discarded[period.key] ?? { invalid: 0, duplicates: 0, conflicting: 0 }
  const { accuracy_m, satellites, time } = cleaned.fixes
  return {
    records: cleaned.rows + discarded.invalid + discarded.duplicates,
    invalid: cleaned.invalid + discarded.invalid,
    duplicates: cleaned.duplicates + discarded.duplicates,
    conflicting: cleaned.conflicting + discarded.conflicting,
    tooFast: cleaned.tooFast,
    fixes: time.length,
    poorAccuracy: count(accuracy_m, (metres) => metres > POOR_ACCURACY_M),
    fewSatellites: count(satellites, (seen) => seen < FEW_SATELLITES),
    medianAccuracy: quantile(
      sorted(Float64Array.from(accuracy_m.filter((metres) => !Number.isNaN(metres)))),
      0.5
    )
  }
}

/**
 * Fixes that quality rules leave out, in every figure that says so: too fast, sentinels where that was asked
 * for, and those already invalid (specification 2.9).
 */
export const excludedFixes = (examined: Pick<Examined, "cleaned" | "period" | "subject">): number => {
  const { invalid, tooFast } = qualityCounts(examined)
  return invalid + tooFast + examined.cleaned.sentinels
}

const percent = (share: number): string =>
  share > 0 && share < 0.0005 ? "below 0.1%" : `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`
const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`
const duration = (seconds: number): string =>
  seconds < 120
    ? `${Math.round(seconds)} s`
    : seconds < 7200
      ? `${(seconds / 60).toFixed(0)} min`
      : seconds < 259_200
        ? `${(seconds / 3600).toFixed(1)} h`
        : `${(seconds / 86_400).toFixed(1)} days`

type Draft = Omit<Warning, "subject">

const notice = (code: Warning["code"], text: string, counts: Warning["counts"]): Draft => ({
  code,
  level: "notice",
  text,
  counts
})
const warning = (code: Warning["code"], text: string, counts: Warning["counts"]): Draft => ({
  code,
  level: "warning",
  text,
  counts
})

const ofSampling = ({ cleaned, gapHours, gaps, isOwnPeriod }: Examined): ReadonlyArray<Draft> => {
  const fixes = cleaned.fixes.time.length
  const steps = fixes - 1
  const drafts: Array<Draft> = []
  if (gaps.missingShare > 0.05) {
    drafts.push(
      (gaps.missingShare > 0.2 ? warning : notice)(
        "missing_fixes",
        `${percent(gaps.missingShare)} of the fixes expected from a median interval ` +
          `of ${duration(gaps.medianInterval)} are missing.`,
        { fixes, expected: gaps.expected, share: gaps.missingShare }
      )
    )
  }
  if (gaps.shareOfPeriod > 0.25) {
    const silence =
      isOwnPeriod === true
        ? `of the time from the first fix to the last is silence: ${plural(gaps.count, "gap")} longer ` +
          `than ${gapHours} h.`
        : `of the period is silence: ${plural(gaps.count, "gap")} longer than ${gapHours} h, and the ` +
          `time before the first and after the last fix.`
    drafts.push(
      warning("gaps", `${percent(gaps.shareOfPeriod)} ${silence}`, {
        gaps: gaps.count,
        gap_hours: gaps.gapSeconds / 3600,
        share: gaps.shareOfPeriod
      })
    )
  }
  if (gaps.p90Interval > 3 * gaps.medianInterval) {
    drafts.push(
      notice(
        "irregular_sampling",
        `Fixes came irregularly: a tenth of the intervals is longer ` +
          `than ${duration(gaps.p90Interval)}, half of them shorter ` +
          `than ${duration(gaps.medianInterval)}. The mean of step speeds then weighs the short ` +
          `intervals; distance over time stands beside it.`,
        { median_interval_s: gaps.medianInterval, p90_interval_s: gaps.p90Interval }
      )
    )
  }
  if (gaps.medianInterval > gapHours * 1800 || gaps.nearThreshold > 0.05 * steps) {
    const tried = Math.ceil(Math.max(gapHours * 1.25, (1.5 * gaps.medianInterval) / 3600) * 2) / 2
    drafts.push(
      warning(
        "gap_threshold_near_interval",
        `The gap threshold of ${gapHours} h is close to how often the device reports ` +
          `(median ${duration(gaps.medianInterval)}): ${gaps.count} of ${plural(steps, "step")} are ` +
          `gaps${gaps.nearThreshold === 0 ? "" : `, ${gaps.nearThreshold} of them by a few minutes`}, ` +
          `and no distance is counted in them. Try a gap threshold of ${tried} h.`,
        {
          gaps: gaps.count,
          steps,
          just_above: gaps.nearThreshold,
          median_interval_s: gaps.medianInterval,
          suggested_gap_hours: tried
        }
      )
    )
  }
  return drafts
}

const ofRecords = (
  { cellM, cleaned, isDefaultSpeed, maxSpeed, subject }: Examined,
  counts: QualityCounts
): ReadonlyArray<Draft> => {
  const drafts: Array<Draft> = []
  if (counts.tooFast > 0) {
    const share = counts.tooFast / (counts.fixes + counts.tooFast)
    const birds =
      isDefaultSpeed && !subject.isLivestock && share > 0.01
        ? " Birds in flight are faster than that: give a higher `max_speed_mps` for them."
        : ""
    drafts.push(
      (share > 0.01 ? warning : notice)(
        "impossible_speed",
        `${plural(counts.tooFast, "fix", "fixes")} (${percent(share)}) left out: reaching them takes ` +
          `more than ${maxSpeed} m/s.${birds}`,
        { excluded: counts.tooFast, share, max_speed_mps: maxSpeed }
      )
    )
  }
  if (counts.duplicates > 0) {
    drafts.push(
      (counts.conflicting > 0 ? warning : notice)(
        "duplicates",
        `${plural(counts.duplicates, "fix", "fixes")} had the time of another one ` +
          `and ${counts.duplicates === 1 ? "was" : "were"} left ` +
          `out${counts.conflicting === 0 ? "." : `, ${counts.conflicting} of them at a different place. The one with the best accuracy was kept, else the one from more satellites, else the first.`}`,
        { duplicates: counts.duplicates, conflicting: counts.conflicting }
      )
    )
  }
  if (counts.invalid > 0) {
    drafts.push(
      notice(
        "timestamp_anomalies",
        `${plural(counts.invalid, "record")} already marked as invalid, or with an impossible time or ` +
          `place, ${counts.invalid === 1 ? "was" : "were"} left out.`,
        { invalid: counts.invalid }
      )
    )
  }
  if (counts.poorAccuracy + counts.fewSatellites > 0) {
    drafts.push(
      notice(
        "poor_gnss",
        `${plural(counts.poorAccuracy, "fix", "fixes")} with an accuracy worse ` +
          `than ${POOR_ACCURACY_M} m and ${counts.fewSatellites} from fewer than ${FEW_SATELLITES} ` +
          `satellites; they are counted in all figures.`,
        { poor_accuracy: counts.poorAccuracy, few_satellites: counts.fewSatellites, fixes: counts.fixes }
      )
    )
  }
  if (counts.medianAccuracy > cellM) {
    drafts.push(
      notice(
        "cell_below_accuracy",
        `The grid cell of ${cellM} m is smaller than the accuracy of the fixes ` +
          `(median ${counts.medianAccuracy.toFixed(0)} m): neighbouring cells cannot be told apart.`,
        { cell_m: cellM, median_accuracy_m: counts.medianAccuracy }
      )
    )
  }
  if (cleaned.sentinels > 0) {
    const { rows, sentinelPlaces, sentinels } = cleaned,
      where = sentinelPlaces
        .slice(0, 5)
        .map(({ lat, lon }) => `${lat}, ${lon}`)
        .join("; ")
    const places =
      `at ${sentinelPlaces.length === 1 ? "a far position" : "far positions"} that the device repeats ` +
      `(${where}${sentinelPlaces.length > 5 ? "; ..." : ""})`
    drafts.push(
      notice(
        "repeated_position",
        `${plural(sentinels, "fix", "fixes")} ` +
          `(${percent(sentinels / rows)}) ${places} ${sentinels === 1 ? "was" : "were"} left out, as ` +
          `asked.`,
        { left_out: sentinels, records: rows }
      )
    )
  }
  const repeated = repeatedPosition(cleaned.fixes)
  if (repeated !== null) {
    const where = `${repeated.lat}, ${repeated.lon}`
    drafts.push(
      warning(
        "repeated_position",
        repeated.awayM === null
          ? `All ${counts.fixes} fixes are at exactly one position (${where}).`
          : `${plural(repeated.count, "fix", "fixes")} ` +
              `(${percent(repeated.count / counts.fixes)}) ${repeated.count === 1 ? "is" : "are"} at ` +
              `exactly one position (${where}), ${(repeated.awayM / 1000).toFixed(0)} km from the others: ` +
              `probably what the device sends without a fix. Mark them as invalid and run again.`,
        { count: repeated.count, fixes: counts.fixes, lon: repeated.lon, lat: repeated.lat }
      )
    )
  }
  return drafts
}

const ofDeployments = ({ period, subject }: Examined): ReadonlyArray<Draft> => {
  if (subject.deployments === null) return []
  const worn = subject.deployments
    .map((d) => ({
      device: d.device,
      from: Math.max(d.from, period.from),
      to: Math.min(d.to ?? Infinity, period.to)
    }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from || a.to - b.to)
  let until = period.from,
    bare = 0
  for (const { from, to } of worn) {
    bare += Math.max(0, from - until)
    until = Math.max(until, to)
  }
  bare += Math.max(0, period.to - until)
  const changes = worn
    .slice(1)
    .flatMap((next, i) =>
      next.device === worn[i]!.device
        ? []
        : [
            `on ${instantName(next.from).slice(0, 16).replace("T", " ")} UTC from ${worn[i]!.device} ` +
              `to ${next.device}`
          ]
    )
  return [
    ...(changes.length === 0
      ? []
      : [
          notice(
            "collar_change",
            `The device changed inside the ` +
              `period: ${changes.slice(0, 10).join("; ")}${changes.length > 10 ? `; and ${changes.length - 10} times more` : ""}.`,
            { changes: changes.length }
          )
        ]),
    ...(bare === 0
      ? []
      : [
          notice(
            "unassigned_period",
            `No device was assigned for ${duration(bare / 1000)} of the period ` +
              `(${percent(bare / (period.to - period.from))}).`,
            { hours: bare / 3_600_000, share: bare / (period.to - period.from) }
          )
        ])
  ]
}

const ofNumber = (fixes: number): ReadonlyArray<Draft> =>
  fixes === 0
    ? [warning("no_fixes", "No fixes in the period.", { fixes })]
    : fixes < MIN_FIXES
      ? [
          warning(
            "few_fixes",
            `Only ${plural(fixes, "fix", "fixes")}: below ${MIN_FIXES} no home range and no clusters ` +
              `are computed.`,
            { fixes }
          )
        ]
      : []

/** Every warning of one subject in one period, in one order. Each says what was counted. */
export const qualityWarnings = (examined: Examined): ReadonlyArray<Warning> => {
  const { isCompared, period, subject } = examined
  const counts = qualityCounts(examined)
  const drafts = [
    ...ofNumber(counts.fixes),
    ...(counts.fixes === 0 ? [] : ofSampling(examined)),
    ...ofRecords(examined, counts),
    ...ofDeployments(examined)
  ]
  return drafts.map((draft) => ({
    code: draft.code,
    level: draft.level,
    subject: subject.id,
    text: isCompared && period.key === "comparison" ? `Comparison period: ${draft.text}` : draft.text,
    counts: { ...draft.counts, period: period.key }
  }))
}

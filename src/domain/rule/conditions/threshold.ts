// threshold: compares a number with a value. The number is the triggering measurement, a figure of the latest
// fix (speed_kmh, speed_mps, altitude_m), or the latest value of another metric, at most seven days old
// (specification 2.1).
import * as Schema from "effect/Schema"
import { MetricKey, tag } from "../documentFields.ts"
import { type Facts, LOOKBACK_MS, type Truth } from "../Facts.ts"
import { type RecordTypes, recordTypesOf } from "../PositionFilter.ts"
import { shownInstant, shownValue } from "../words/shown.ts"
import { shortNumber } from "../words/title.ts"
import {
  amountWords,
  comparisonWords,
  metricTitle,
  metricWords,
  type Names,
  plain,
  strong
} from "../words/words.ts"
import { compare } from "./compare.ts"
import { Comparison } from "./Comparison.ts"
import type { Level } from "./Condition.ts"
import type { ConditionKind } from "./ConditionKind.ts"

/** A number now. */
const Threshold = Schema.Struct({
  type: tag("threshold"),
  metric: MetricKey.annotate({
    title: "Metric",
    description:
      "speed_kmh, speed_mps or altitude_m of the latest position, or the latest value of a measured " +
      "metric; values older than seven days are not known",
    examples: ["speed_kmh", "speed_mps", "altitude_m", "battery_voltage"]
  }),
  op: Comparison,
  value: Schema.Finite.annotate({
    title: "Value",
    description: "What the number is compared with, in the unit of the metric",
    examples: [40]
  })
}).annotate({ identifier: "Threshold", title: "Number", description: "Compares a number with a value" })

export type Threshold = typeof Threshold.Type

export interface ThresholdFound {
  readonly type: "threshold"
  readonly truth: Truth
  readonly metric: string
  readonly op: Comparison
  readonly limit: number
  readonly value: number | null
  readonly sample_at: number | null
  readonly record_id: number | null
  readonly missing?: string
}

type Meaning = ReturnType<Names["metric"]>

interface Read {
  readonly value: number | null
  readonly at: number | null
  readonly recordId: number | null
  readonly missing?: string
}

/** What figures of a fix are called and counted in: no catalogue has them. */
const figuresOfFix: ReadonlyMap<string, Meaning> = new Map([
  ["speed_kmh", { label: "Speed", unit: "km/h" }],
  ["speed_mps", { label: "Speed", unit: "m/s" }],
  ["altitude_m", { label: "Altitude", unit: "m" }]
])

/** Metrics that are read from the latest fix instead of from measurements. */
export const derivedMetrics: ReadonlySet<string> = new Set(figuresOfFix.keys())

/** What is said of a metric: of those of fixes by us, of the others by their catalogue. */
const withMeanings = (names: Names): Names => ({
  ...names,
  metric: (key) => figuresOfFix.get(key) ?? names.metric(key)
})

const derived =
  (recordTypes: RecordTypes) =>
  (metric: string, facts: Facts): Read => {
    const fix = facts.fix(recordTypes)
    if (fix === undefined || facts.at - fix.at > LOOKBACK_MS)
      return { value: null, at: null, recordId: null, missing: "no position in the last 7 days" }
    const value =
      metric === "altitude_m"
        ? fix.altitudeM
        : fix.speedMps === null
          ? null
          : metric === "speed_kmh"
            ? fix.speedMps * 3.6
            : fix.speedMps
    return value === null
      ? {
          value,
          at: fix.at,
          recordId: fix.recordId,
          missing: `the latest position carries no ${metric === "altitude_m" ? "altitude_m" : "speed_mps"}`
        }
      : { value, at: fix.at, recordId: fix.recordId }
  }

const measured = (metric: string, facts: Facts): Read => {
  const seen = facts.trigger
  if (seen !== null && seen._tag === "Measurement" && seen.metric === metric)
    return { value: seen.value, at: seen.at, recordId: seen.recordId }
  const sample = facts.latest(metric)
  return sample === undefined || facts.at - sample.at > LOOKBACK_MS
    ? { value: null, at: null, recordId: null, missing: `no ${metric} in the last 7 days` }
    : { value: sample.value, at: sample.at, recordId: sample.recordId }
}

/** `recordTypes`: which positions the derived metrics are read from. */
const level = (c: Threshold, recordTypes: RecordTypes): Level<ThresholdFound> => {
  const holds = compare[c.op]
  const read = derivedMetrics.has(c.metric) ? derived(recordTypes) : measured
  return {
    spatialOnly: false,
    holds: (facts) => {
      const { value } = read(c.metric, facts)
      return value === null ? null : holds(value, c.value)
    },
    evaluate: (facts) => {
      const { value, at, recordId, missing } = read(c.metric, facts)
      return {
        type: "threshold",
        truth: value === null ? null : holds(value, c.value),
        metric: c.metric,
        op: c.op,
        limit: c.value,
        value,
        sample_at: at,
        record_id: recordId,
        ...(missing === undefined ? {} : { missing })
      }
    }
  }
}

export const threshold: ConditionKind<Threshold, ThresholdFound> = {
  schema: Threshold,
  check: () => () => [],
  publish: { restrictions: [], bound: null },
  names: ({ metric }) => (derivedMetrics.has(metric) ? [] : [{ kind: "metric", metric, pointer: "/metric" }]),
  selects: () => null,
  needs: ({ metric }) => (derivedMetrics.has(metric) ? { readsFix: true } : { metrics: [metric] }),
  compares: ({ metric, op, value }) => ({ metric, op, limit: value, seconds: null }),
  compile: (c, { trigger }) => level(c, recordTypesOf(trigger)),
  explain: ({ limit, metric, missing, op, value }, wanted) =>
    value === null
      ? missing!
      : `${metric} was ${shortNumber(value)}, ${wanted ? "must be" : "must not be"} ${op} ${shortNumber(limit)}`,
  say: ({ metric, op, value }, all) => {
    const names = withMeanings(all)
    return [
      strong(metricWords(names, metric), "/metric"),
      plain(` ${comparisonWords[op]} `),
      strong(amountWords(value, names.metric(metric).unit), "/value")
    ]
  },
  figure: ({ metric, op, value: limit }, all) => {
    const names = withMeanings(all)
    return {
      metric,
      label: metricTitle(names, metric),
      op,
      limit,
      unit: names.metric(metric).unit,
      value: ({ [metric]: value }) => (typeof value === "number" ? value : null)
    }
  },
  readings: () => [],
  write: (found, at) => ({
    ...found,
    value: shownValue(found.value),
    sample_at: shownInstant(found.sample_at),
    ...(at === null
      ? {}
      : { sample_age_seconds: found.sample_at === null ? null : (at - found.sample_at) / 1000 })
  }),
  tell: ({ metric, value }) => ({ figure: { name: metric, metric, value } }),
  evidence: ({ metric, record_id: id, sample_at, value }) => {
    const values = [[metric, shownValue(value)]] as const,
      at = shownInstant(sample_at)
    if (id === null || at === null) return { values }
    return {
      values,
      records: [
        derivedMetrics.has(metric) ? { kind: "position", id, at } : { kind: "measurement", id, at, value }
      ]
    }
  },
  example: ({ metric, op, value }) => ({ metric, compared: { op, value } })
}

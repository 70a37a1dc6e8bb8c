// threshold: compares a number with a value. The number is the triggering measurement, a figure of the latest
// fix (speed_kmh, speed_mps, altitude_m), or the latest value of another metric, at most seven days old
// (specification 2.1).
import * as Schema from "effect/Schema"
import type { Message } from "../../../words/message.ts"
import { MetricKey, kindTag } from "../documentFields.ts"
import { type Facts, type Fix, LOOKBACK_MS, type Sample, type Truth } from "../Facts.ts"
import { type RecordTypes, recordTypesOf } from "../PositionFilter.ts"
import { displayInstant, displayValue } from "../words/displayValue.ts"
import { shortNumber } from "../words/title.ts"
import { amountWords, data, metricTitle, metricWords, type Names } from "../words/phrases.ts"
import { compare } from "./compare.ts"
import { Comparison } from "./Comparison.ts"
import type { Level } from "./Condition.ts"
import type { ConditionKind } from "./ConditionKind.ts"

/** Threshold is a condition about a number. */
const Threshold = Schema.Struct({
  type: kindTag("threshold"),
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

/** Threshold is a condition about a number. */
type Threshold = typeof Threshold.Type

/** ThresholdFinding is that condition, evaluated. */
export interface ThresholdFinding {
  readonly type: "threshold"
  readonly truth: Truth
  readonly metric: string
  readonly op: Comparison
  readonly limit: number
  readonly value: number | null
  readonly sample_at: number | null
  readonly record_id: number | null
  readonly missing?: Message
}

interface Read {
  readonly value: number | null
  readonly at: number | null
  readonly recordId: number | null
  readonly missing?: Message
}

/** Units of the figures of a fix, which no catalogue has; the messages have their names. */
const figuresOfFix: ReadonlyMap<string, string> = new Map([
  ["speed_kmh", "km/h"],
  ["speed_mps", "m/s"],
  ["altitude_m", "m"]
])

/** Metrics that are read from the latest fix instead of from measurements. */
export const derivedMetrics: ReadonlySet<string> = new Set(figuresOfFix.keys())

const unitOf = (names: Names, metric: string): string | null =>
  figuresOfFix.get(metric) ?? names.metric(metric).unit

/** Reader reads a metric; `value` returns the number alone, which is read at every record. */
interface Reader {
  readonly value: (facts: Facts) => number | null
  readonly read: (facts: Facts) => Read
}

/** Returns a value unless it is too old to count. */
const recent = <S extends { readonly at: number }>(known: S | undefined, facts: Facts): S | undefined =>
  known === undefined || facts.at - known.at > LOOKBACK_MS ? undefined : known

const figureOf = (metric: string, { altitudeM, speedMps }: Fix): number | null =>
  metric === "altitude_m"
    ? altitudeM
    : metric === "speed_kmh" && speedMps !== null
      ? speedMps * 3.6
      : speedMps

const ofFix = (metric: string, recordTypes: RecordTypes): Reader => ({
  value: (facts) => {
    const fix = recent(facts.fix(recordTypes), facts)
    return fix === undefined ? null : figureOf(metric, fix)
  },
  read: (facts) => {
    const fix = recent(facts.fix(recordTypes), facts)
    if (fix === undefined)
      return { value: null, at: null, recordId: null, missing: { code: "missing.noPosition" } }
    const { at, recordId } = fix,
      value = figureOf(metric, fix)
    if (value !== null) return { value, at, recordId }
    const member = metric === "altitude_m" ? "altitude_m" : "speed_mps"
    return { value, at, recordId, missing: { code: "missing.noFigure", args: { member } } }
  }
})

/** Returns the evaluated record if it is of the metric, else the newest before it. */
const measuredIn = (metric: string, facts: Facts): Sample | undefined => {
  const seen = facts.trigger
  return seen !== null && seen._tag === "Measurement" && seen.metric === metric
    ? seen
    : recent(facts.latest(metric), facts)
}

const ofMeasurements = (metric: string): Reader => ({
  value: (facts) => measuredIn(metric, facts)?.value ?? null,
  read: (facts) => {
    const sample = measuredIn(metric, facts)
    return sample === undefined
      ? {
          value: null,
          at: null,
          recordId: null,
          missing: { code: "missing.noMetric", args: { metric: data(metric) } }
        }
      : { value: sample.value, at: sample.at, recordId: sample.recordId }
  }
})

/** Makes the level; `recordTypes`: the positions from which derived metrics are read. */
const level = (c: Threshold, recordTypes: RecordTypes): Level<ThresholdFinding> => {
  const holds = compare[c.op]
  const reader = derivedMetrics.has(c.metric) ? ofFix(c.metric, recordTypes) : ofMeasurements(c.metric)
  return {
    spatialOnly: false,
    truth: (facts) => {
      const value = reader.value(facts)
      return value === null ? null : holds(value, c.value)
    },
    evaluate: (facts) => {
      const { value, at, recordId, missing } = reader.read(facts)
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

/** The kind threshold. */
export const threshold: ConditionKind<Threshold, ThresholdFinding> = {
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
      : {
          code: "unmet.threshold",
          args: {
            metric: data(metric),
            value: shortNumber(value),
            wanted: wanted ? "must" : "mustNot",
            op,
            limit: shortNumber(limit)
          }
        },
  message: ({ metric, op, value }, names, path) => ({
    code: "condition.threshold",
    args: {
      metric: derivedMetrics.has(metric)
        ? { code: `figureOfFix.${metric}`, path: `${path}/metric` }
        : data(metricWords(names, metric), `${path}/metric`),
      op,
      value: data(amountWords(value, unitOf(names, metric)), `${path}/value`)
    }
  }),
  figure: ({ metric, op, value: limit }, names) => ({
    metric,
    label: derivedMetrics.has(metric) ? { code: `reading.${metric}` } : data(metricTitle(names, metric)),
    op,
    limit,
    unit: unitOf(names, metric),
    value: ({ [metric]: value }) => (typeof value === "number" ? value : null)
  }),
  readings: () => [],
  write: (found, at) => ({
    ...found,
    value: displayValue(found.value),
    sample_at: displayInstant(found.sample_at),
    ...(at === null
      ? {}
      : { sample_age_seconds: found.sample_at === null ? null : (at - found.sample_at) / 1000 })
  }),
  summarize: ({ metric, value }) => ({ figure: { name: metric, metric, value } }),
  evidence: ({ metric, record_id: id, sample_at, value }) => {
    const values = [[metric, displayValue(value)]] as const,
      at = displayInstant(sample_at)
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

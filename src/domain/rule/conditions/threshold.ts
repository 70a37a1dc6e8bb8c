// threshold: compares a number with a value. The number is the triggering measurement, a figure of the latest
// fix (speed_kmh, speed_mps, altitude_m), or the latest value of another metric, at most seven days old
// (specification 2.1).
import type { Threshold } from "../ConditionNode.ts"
import { type Facts, LOOKBACK_MS } from "../Facts.ts"
import type { RecordTypes } from "../PositionFilter.ts"
import { compare } from "./compare.ts"
import type { Level } from "./Condition.ts"

interface Read {
  readonly value: number | null
  readonly at: number | null
  readonly recordId: number | null
  readonly missing?: string
}

/** Metrics that are read from the latest fix instead of from measurements. */
export const derivedMetrics: ReadonlySet<string> = new Set(["speed_kmh", "speed_mps", "altitude_m"])

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
export const threshold = (c: Threshold, recordTypes: RecordTypes): Level => {
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

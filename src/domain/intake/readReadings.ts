// The measured values of an item, without those that its sender does not know. Runs for every item.
import { memberAt } from "../jsonPointer.ts"
import { maxTextLength, metricKeyPattern } from "../tracking/Metric.ts"
import { noteUnknown, type Notes } from "./itemNotes.ts"
import { type Item, type Reading, refuse, type Refusal, type Value } from "./Report.ts"
import { saysNoFix } from "./scalars/fixFlags.ts"
import { isUnknownText } from "./scalars/notKnown.ts"
import { isOwnMetric, isUnknownMetricValue } from "./scalars/quantities.ts"
import { readQuantity } from "./scalars/readQuantity.ts"

const none: ReadonlyArray<never> = []

/**
 * Returns a measured value as it is kept: texts of numbers of our own metrics as numbers; null: it is not
 * known.
 */
const knownValue = (metric: string, value: Value | null): Value | null => {
  if (typeof value === "number") return isUnknownMetricValue(metric, value) ? null : value
  if (typeof value !== "string") return value
  if (isUnknownText(value)) return null
  if (!isOwnMetric(metric)) return value
  const reading = readQuantity(metric, value)
  return reading === "not known" ? null : typeof reading === "number" ? reading : value
}

/** Returns the measured values of an item, or why it is refused. */
export const readReadings = (item: Item, notes: Notes): ReadonlyArray<Reading> | Refusal => {
  if (item.measurements === undefined && item.metric === undefined && item.value === undefined) return none
  if (item.metric === undefined && item.value !== undefined)
    return refuse("ITEM_INVALID", "/metric", "a value without a metric")
  if (item.metric !== undefined && item.value === undefined)
    return refuse("ITEM_INVALID", "/value", "a metric without a value")
  const readings: Array<Reading> = []
  for (const metric in item.measurements) {
    const sent = item.measurements[metric]!,
      value = knownValue(metric, sent)
    if (value === null) noteUnknown(notes, memberAt("/measurements", metric), sent)
    else readings.push({ metric, value, unit: null })
    if (saysNoFix(metric, sent)) notes.hasNoFix = true
  }
  if (item.metric !== undefined) {
    const value = knownValue(item.metric, item.value!)
    if (value === null) noteUnknown(notes, "/value", item.value)
    else readings.push({ metric: item.metric, value, unit: item.unit ?? null })
  }
  for (const { metric, value } of readings) {
    if (!metricKeyPattern.test(metric))
      return refuse(
        "METRIC_KEY",
        item.metric === metric ? "/metric" : "/measurements",
        `"${metric.slice(0, 80)}" cannot be a metric`
      )
    if (typeof value === "string" && value.length > maxTextLength)
      return refuse(
        "ITEM_TOO_LARGE",
        `/measurements/${metric}`,
        `the text of ${metric} has more than ${maxTextLength} characters`
      )
  }
  return readings
}

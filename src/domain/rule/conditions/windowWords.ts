// Texts about a condition over a window of time.
import { amountWords, data, durationWords, metricTitle, metricWords, type Names } from "../words/phrases.ts"
import type { Message } from "../../../words/message.ts"
import type { ConditionFigure, Reading } from "./ConditionKind.ts"
import type { WindowAggregate, WindowFinding } from "./windowDocument.ts"

/** Returns a condition as a message; `path`: JSON Pointer to it. */
export const windowMessage = (
  { aggregate, metric, min_samples, op, seconds, value }: WindowAggregate,
  names: Names,
  path: string
): Message => {
  const unit = aggregate === "count" ? null : names.metric(metric).unit
  return {
    code: "condition.window",
    args: {
      aggregate: { code: `aggregate.${aggregate}`, path: `${path}/aggregate` },
      metric: data(metricWords(names, metric), `${path}/metric`),
      op,
      value: data(amountWords(value, unit), `${path}/value`),
      duration: data(durationWords(seconds), `${path}/seconds`),
      ...(min_samples === undefined ? {} : { samples: data(String(min_samples), `${path}/min_samples`) })
    }
  }
}

/** Returns label, unit and limit of the number that is compared. */
export const windowFigure = (
  { aggregate, metric, op, seconds, value }: WindowAggregate,
  names: Names
): Omit<ConditionFigure, "value"> => ({
  metric,
  label: {
    code: `reading.window.${aggregate}`,
    args: { metric: data(metricTitle(names, metric)), duration: data(durationWords(seconds)) }
  },
  op,
  limit: value,
  unit: aggregate === "count" ? null : names.metric(metric).unit
})

/** Returns the number of values as a row, if the condition asks for a least number. */
export const windowReadings = (
  { count }: WindowFinding,
  { min_samples }: WindowAggregate
): ReadonlyArray<Reading> =>
  min_samples === undefined
    ? []
    : [{ label: { code: "reading.valuesInWindow" }, value: count, op: ">=", limit: min_samples, unit: null }]

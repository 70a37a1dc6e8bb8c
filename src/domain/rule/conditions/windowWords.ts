// Texts about a condition over a window of time.
import { amountWords, data, durationWords, metricTitle, metricWords, type Names } from "../words/phrases.ts"
import type { Message } from "../../../words/message.ts"
import type { ConditionFigure, Reading } from "./ConditionKind.ts"
import type { Aggregate, WindowAggregate, WindowFinding } from "./windowDocument.ts"

const aggregateWords: Readonly<Record<Aggregate, string>> = {
  avg: "mean",
  min: "lowest",
  max: "highest",
  sum: "sum of",
  count: "number of values of"
}

/** Returns a condition as a message. */
export const windowMessage = (
  { aggregate, metric, min_samples, op, seconds, value }: WindowAggregate,
  names: Names
): Message => {
  const unit = aggregate === "count" ? null : names.metric(metric).unit
  return {
    code: "condition.window",
    args: {
      aggregate: { code: `aggregate.${aggregate}`, path: "/aggregate" },
      metric: data(metricWords(names, metric), "/metric"),
      op,
      value: data(amountWords(value, unit), "/value"),
      duration: data(durationWords(seconds), "/seconds"),
      ...(min_samples === undefined ? {} : { samples: data(String(min_samples), "/min_samples") })
    }
  }
}

/** Returns label, unit and limit of the number that is compared. */
export const windowFigure = (
  { aggregate, metric, op, seconds, value }: WindowAggregate,
  names: Names
): Omit<ConditionFigure, "value"> => {
  const title = metricTitle(names, metric),
    span = durationWords(seconds)
  return {
    metric,
    label:
      aggregate === "count"
        ? `${title}, values in ${span}`
        : `${title}, ${aggregate === "sum" ? "sum" : aggregateWords[aggregate]} in ${span}`,
    op,
    limit: value,
    unit: aggregate === "count" ? null : names.metric(metric).unit
  }
}

/** Returns the number of values as a row, if the condition asks for a least number. */
export const windowReadings = (
  { count }: WindowFinding,
  { min_samples }: WindowAggregate
): ReadonlyArray<Reading> =>
  min_samples === undefined
    ? []
    : [{ label: "Values in the window", value: count, op: ">=", limit: min_samples, unit: null }]

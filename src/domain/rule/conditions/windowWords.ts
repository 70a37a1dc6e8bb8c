// What a condition over time says of itself to people.
import {
  amountWords,
  comparisonWords,
  durationWords,
  metricTitle,
  metricWords,
  type Names,
  plain,
  strong
} from "../words/words.ts"
import type { Figured, Reading } from "./ConditionKind.ts"
import type { Aggregate, WindowAggregate, WindowFound } from "./windowDocument.ts"

const aggregateWords: Readonly<Record<Aggregate, string>> = {
  avg: "mean",
  min: "lowest",
  max: "highest",
  sum: "sum of",
  count: "number of values of"
}

export const sayWindow = (
  { aggregate, metric, min_samples, op, seconds, value }: WindowAggregate,
  names: Names
) => [
  strong(aggregateWords[aggregate], "/aggregate"),
  plain(" "),
  strong(metricWords(names, metric), "/metric"),
  plain(" in "),
  strong(durationWords(seconds), "/seconds"),
  plain(` ${comparisonWords[op]} `),
  strong(amountWords(value, aggregate === "count" ? null : names.metric(metric).unit), "/value"),
  ...(min_samples === undefined
    ? []
    : [plain(" from at least "), strong(String(min_samples), "/min_samples"), plain(" values")])
]

/** What its number is called and counted in, and the limit. */
export const windowFigure = (
  { aggregate, metric, op, seconds, value }: WindowAggregate,
  names: Names
): Omit<Figured, "value"> => {
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

/** How many values there were, where there is a least of them. */
export const windowReadings = (
  { count }: WindowFound,
  { min_samples }: WindowAggregate
): ReadonlyArray<Reading> =>
  min_samples === undefined
    ? []
    : [{ label: "Values in the window", value: count, op: ">=", limit: min_samples, unit: null }]

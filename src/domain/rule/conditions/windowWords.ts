// Texts about a condition over a window of time.
import {
  amountWords,
  comparisonWords,
  durationWords,
  metricTitle,
  metricWords,
  type Names,
  plain,
  strong
} from "../words/phrases.ts"
import type { ConditionFigure, Reading } from "./ConditionKind.ts"
import type { Aggregate, WindowAggregate, WindowFinding } from "./windowDocument.ts"

const aggregateWords: Readonly<Record<Aggregate, string>> = {
  avg: "mean",
  min: "lowest",
  max: "highest",
  sum: "sum of",
  count: "number of values of"
}

/** Returns a condition as phrases of a sentence. */
export const windowPhrases = (
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

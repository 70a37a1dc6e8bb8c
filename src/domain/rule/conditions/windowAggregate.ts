// window: an aggregate of a metric over the last so many seconds, compared with a value (specification 2.1).
// The window is (t - seconds, t] in effective time. Fewer samples than `min_samples` leave it unknown; the
// count of an empty window is 0.
import type { Message } from "../../../words/message.ts"
import { formatInstant } from "../../time.ts"
import type { Truth, WindowFigures } from "../Facts.ts"
import { displayValue } from "../words/displayValue.ts"
import { data } from "../words/phrases.ts"
import { shortNumber } from "../words/title.ts"
import { compare } from "./compare.ts"
import type { Level } from "./Condition.ts"
import type { ConditionKind } from "./ConditionKind.ts"
import { type Aggregate, WindowAggregate, type WindowFinding } from "./windowDocument.ts"
import { windowMessage, windowFigure, windowReadings } from "./windowWords.ts"

/**
 * MAX_WINDOW_SECONDS bounds the windows of a document together, each metric and length once: their samples
 * are in memory for every subject.
 */
export const MAX_WINDOW_SECONDS = 31_536_000

const figure: Readonly<Record<Aggregate, (w: WindowFigures) => number>> = {
  avg: (w) => w.sum / w.count,
  min: (w) => w.min,
  max: (w) => w.max,
  sum: (w) => w.sum,
  count: (w) => w.count
}

const level = (c: WindowAggregate): Level<WindowFinding> => {
  const { aggregate, metric, op, seconds } = c
  const least = c.min_samples ?? (aggregate === "count" ? 0 : 1)
  const holds = compare[op],
    of = figure[aggregate]
  const truth = (w: WindowFigures): Truth => (w.count < least ? null : holds(of(w), c.value))
  return {
    spatialOnly: false,
    truth: (facts) => truth(facts.window(metric, seconds)),
    evaluate: (facts) => {
      const w = facts.window(metric, seconds)
      return {
        type: "window",
        truth: truth(w),
        metric,
        aggregate,
        seconds,
        op,
        limit: c.value,
        value: w.count < least || (w.count === 0 && aggregate !== "count") ? null : of(w),
        count: w.count,
        from: facts.at - seconds * 1000,
        to: facts.at,
        first_id: w.oldest?.recordId ?? null,
        last_id: w.newest?.recordId ?? null,
        ...(w.count < least
          ? {
              missing: {
                code: "missing.fewSamples",
                args: { count: w.count, least, metric: data(metric), seconds }
              }
            }
          : {})
      }
    }
  }
}

/** Adds up the windows of a document. */
const check = () => {
  const windows = new Set<string>()
  let total = 0
  return ({ metric, seconds }: WindowAggregate) => {
    const key = `${metric} ${seconds}`,
      before = total
    if (!windows.has(key)) total += seconds
    windows.add(key)
    return before <= MAX_WINDOW_SECONDS && total > MAX_WINDOW_SECONDS
      ? [
          {
            member: "seconds",
            code: "RULE_TOO_LARGE",
            detail: `the different windows are longer than ${MAX_WINDOW_SECONDS} s together`
          }
        ]
      : []
  }
}

const explain = (found: WindowFinding, wanted: boolean): Message => {
  const { aggregate, count, limit, metric, missing, op, seconds, truth, value } = found
  if (truth === null)
    return count === 0
      ? { code: "missing.noSample", args: { metric: data(metric), seconds, missing: missing! } }
      : missing!
  return {
    code: "unmet.window",
    args: {
      aggregate,
      metric: data(metric),
      seconds,
      value: shortNumber(value ?? count),
      wanted: wanted ? "must" : "mustNot",
      op,
      limit: shortNumber(limit)
    }
  }
}

/** Returns the aggregate by name: `max(activity, 43200 s)`. */
const nameOf = ({
  aggregate,
  metric,
  seconds
}: Pick<WindowFinding, "aggregate" | "metric" | "seconds">): string => `${aggregate}(${metric}, ${seconds} s)`

/** The kind window. */
export const windowAggregate: ConditionKind<WindowAggregate, WindowFinding> = {
  schema: WindowAggregate,
  check,
  publish: {
    restrictions: [],
    bound: `its different windows are not longer than ${MAX_WINDOW_SECONDS} s together`
  },
  names: ({ metric }) => [{ kind: "metric", metric, pointer: "/metric" }],
  selects: () => null,
  needs: ({ metric, seconds }) => ({ windows: [{ metric, seconds }] }),
  // how many values there are, or their sum, is on another scale than they
  compares: ({ aggregate, metric, op, seconds, value }) =>
    aggregate === "count" || aggregate === "sum" ? null : { metric, op, limit: value, seconds },
  compile: level,
  explain,
  message: windowMessage,
  figure: (c, names) => ({
    ...windowFigure(c, names),
    value: ({ [nameOf(c)]: value }) => (typeof value === "number" ? value : null)
  }),
  readings: windowReadings,
  write: (found) => ({
    ...found,
    value: displayValue(found.value),
    from: formatInstant(found.from),
    to: formatInstant(found.to)
  }),
  summarize: (found) => ({ figure: { name: nameOf(found), metric: found.metric, value: found.value } }),
  evidence: (found) => ({
    values: [[nameOf(found), displayValue(found.value)]],
    windows: [
      {
        metric: found.metric,
        from: formatInstant(found.from),
        to: formatInstant(found.to),
        count: found.count,
        value: found.value,
        first_id: found.first_id,
        last_id: found.last_id
      }
    ]
  }),
  example: ({ aggregate, metric, min_samples = 1, op, seconds, value }) => ({
    metric,
    // any number counts
    ...(aggregate === "count" ? {} : { compared: { op, value } }),
    items: Math.max(min_samples, aggregate === "count" && op.startsWith(">") ? Math.ceil(value) + 1 : 1),
    windowSeconds: seconds
  })
}

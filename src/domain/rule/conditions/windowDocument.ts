// The schema of a condition over a window of time, and its finding.
import * as Schema from "effect/Schema"
import type { Message } from "../../../words/message.ts"
import { MetricKey, kindTag, wholeNumber } from "../documentFields.ts"
import type { Truth } from "../Facts.ts"
import { Comparison } from "./Comparison.ts"

/** The figures of a window that may be compared. */
export const aggregates = ["avg", "min", "max", "sum", "count"] as const
/** Aggregate is the figure of a window that a condition compares. */
export type Aggregate = (typeof aggregates)[number]

/** WindowAggregate is a condition about a number over time. */
export const WindowAggregate = Schema.Struct({
  type: kindTag("window"),
  metric: MetricKey.annotate({ title: "Metric", description: "A measured metric", examples: ["activity"] }),
  aggregate: Schema.Literals(aggregates).annotate({
    title: "Aggregate",
    description: "What is taken of the values in the window",
    examples: ["max"]
  }),
  seconds: wholeNumber(1, 7_776_000).annotate({
    title: "Window (s)",
    description: "How far back from the evaluation the window reaches",
    examples: [43_200]
  }),
  op: Comparison,
  value: Schema.Finite.annotate({
    title: "Value",
    description:
      "What the aggregate is compared with, in the unit of the metric; for count a number of values",
    examples: [1]
  }),
  min_samples: Schema.optionalKey(
    wholeNumber(1, 1_000_000).annotate({
      title: "Fewest values",
      description:
        "With fewer values in the window the condition is not known; without this one is enough, and " +
        "for count none",
      examples: [3]
    })
  )
}).annotate({
  identifier: "Window",
  title: "Number over time",
  description: "Compares an aggregate of a metric over the last so many seconds with a value"
})

export type WindowAggregate = typeof WindowAggregate.Type

/** WindowFinding is that condition, evaluated. */
export interface WindowFinding {
  readonly type: "window"
  readonly truth: Truth
  readonly metric: string
  readonly aggregate: Aggregate
  readonly seconds: number
  readonly op: Comparison
  readonly limit: number
  readonly value: number | null
  readonly count: number
  /** the window (from, to], epoch ms */
  readonly from: number
  readonly to: number
  /** its oldest and newest record */
  readonly first_id: number | null
  readonly last_id: number | null
  readonly missing?: Message
}

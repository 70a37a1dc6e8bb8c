// The conditions of a rule document: the kinds there are, and the tree they stand in. Shapes only; what they
// mean is in `conditions`.
import * as Schema from "effect/Schema"
import { ids, MetricKey, tag, whole } from "./documentFields.ts"

export const comparisons = ["<", "<=", ">", ">=", "==", "!="] as const
export type Comparison = (typeof comparisons)[number]
const Comparison = Schema.Literals(comparisons).annotate({
  title: "Comparison",
  description: "How the number lies to the value: below it, at most, above it, at least, equal or not",
  examples: [">"]
})

export const relations = ["enter", "exit", "inside", "outside"] as const
export type Relation = (typeof relations)[number]

export const featureTypes = ["site", "zone", "geofence", "route"] as const
export type FeatureType = (typeof featureTypes)[number]

/** A number now. */
export const Threshold = Schema.Struct({
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

/** A place, or a border. */
export const Spatial = Schema.Struct({
  type: tag("spatial"),
  relation: Schema.Literals(relations).annotate({
    title: "Relation",
    description:
      "enter and exit happen when a border is crossed; inside and outside hold as long as they are " +
      "true, outside of all features",
    examples: ["exit"]
  }),
  feature_ids: Schema.optionalKey(ids("Features", "Only these features")),
  feature_type: Schema.optionalKey(
    Schema.Literals(featureTypes).annotate({
      title: "Type of feature",
      description: "Only features of this type; without it and without feature_ids all geofences and zones",
      examples: ["geofence"]
    })
  ),
  max_accuracy_m: Schema.optionalKey(
    Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(100_000)).annotate({
      title: "Worst accuracy (m)",
      description: "Fixes known to be worse are ignored; without it none is",
      examples: [50]
    })
  ),
  exit_buffer_m: Schema.optionalKey(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100_000 })).annotate({
      title: "Exit buffer (m)",
      description: "Who was inside is outside only beyond this distance from the feature",
      default: 0,
      examples: [25]
    })
  ),
  confirm_samples: Schema.optionalKey(
    whole(1, 100).annotate({
      title: "Fixes to confirm",
      description: "So many consecutive fixes must agree before the side changes",
      default: 1,
      examples: [3]
    })
  )
}).annotate({
  identifier: "Spatial",
  title: "Place",
  description: "Where the subject is, or which border it crosses"
})

export type Spatial = typeof Spatial.Type

/** Silence. */
export const NoData = Schema.Struct({
  type: tag("no_data"),
  for_seconds: whole(1, 31_536_000).annotate({
    title: "Silence (s)",
    description:
      "Nothing of the subject was received for so long; a subject that never reported does not count",
    examples: [43_200]
  })
}).annotate({
  identifier: "NoData",
  title: "No data",
  description: "Nothing of the subject was received for so long; needs a schedule"
})

export type NoData = typeof NoData.Type

export const aggregates = ["avg", "min", "max", "sum", "count"] as const
export type Aggregate = (typeof aggregates)[number]

/** A number over time. */
export const WindowAggregate = Schema.Struct({
  type: tag("window"),
  metric: MetricKey.annotate({ title: "Metric", description: "A measured metric", examples: ["activity"] }),
  aggregate: Schema.Literals(aggregates).annotate({
    title: "Aggregate",
    description: "What is taken of the values in the window",
    examples: ["max"]
  }),
  seconds: whole(1, 7_776_000).annotate({
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
    whole(1, 1_000_000).annotate({
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

/** Kinds that can be saved and not run (specification 2.1). */
export const reservedKinds = ["near", "dwell", "crossed", "baseline", "correlation", "event_chain"] as const

export interface Reserved {
  readonly type: (typeof reservedKinds)[number]
}

const forbidden = Schema.optionalKey(Schema.Never)
const OpenReserved = Schema.StructWithRest(
  Schema.Struct({
    type: Schema.Literals(reservedKinds).annotate({
      title: "Kind",
      description: "A kind of condition that has a name and no meaning yet",
      examples: ["near"]
    }),
    all: forbidden,
    any: forbidden,
    not: forbidden
  }),
  [Schema.Record(Schema.String, Schema.Json)]
).annotate({
  identifier: "Reserved",
  title: "Reserved",
  description: "A kind the evaluator does not know yet, with any members: saved with a warning, never enabled"
})

/** Whatever members it has are kept as they are; the program looks at the kind alone. */
export const Reserved: Schema.Codec<Reserved> = OpenReserved

export type ConditionNode =
  | Threshold
  | Spatial
  | NoData
  | WindowAggregate
  | Reserved
  | { readonly all: ReadonlyArray<ConditionNode> }
  | { readonly any: ReadonlyArray<ConditionNode> }
  | { readonly not: ConditionNode }

/** One condition, or `all`, `any`, `not` over conditions. */
export const ConditionNode: Schema.Codec<ConditionNode> = Schema.suspend((): Schema.Codec<ConditionNode> =>
  Schema.Union([Threshold, Spatial, NoData, WindowAggregate, Reserved, All, Any, Not], { mode: "oneOf" })
).annotate({
  identifier: "Condition",
  title: "Condition",
  description: "One condition, or all, any, not over conditions"
})

const parts = (title: string, description: string) =>
  Schema.Array(ConditionNode)
    .check(Schema.isMinLength(1))
    .annotate({
      title,
      description,
      examples: [[{ type: "threshold", metric: "speed_kmh", op: ">", value: 40 }]]
    })

const All = Schema.Struct({ all: parts("All of", "Conditions that must all be true") }).annotate({
  identifier: "All",
  title: "All of",
  description: "True when all of its conditions are"
})

const Any = Schema.Struct({ any: parts("Any of", "Conditions of which one must be true") }).annotate({
  identifier: "Any",
  title: "Any of",
  description: "True when one of its conditions is"
})

const Not = Schema.Struct({ not: ConditionNode }).annotate({
  identifier: "Not",
  title: "Not",
  description: "True when its condition is false; the contrary of what is not known is not known either"
})

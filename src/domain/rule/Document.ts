// The rule document: its members, their bounds, what an editor says about each of them, and its canonical
// form. Shapes only; what a document means is compile.ts.
import * as Schema from "effect/Schema"
import { Uuid } from "../fields.ts"
import { metricKeyPattern } from "../tracking/Metric.ts"

const EXAMPLE_ID = "0190b1d4-7d1c-7000-8000-000000000001"

const ids = (title: string, description: string) =>
  Schema.Array(Uuid)
    .check(Schema.isMinLength(1), Schema.isMaxLength(1000))
    .annotate({ title, description, examples: [[EXAMPLE_ID]] })

/** What a union tells its branches apart by. */
const tag = <const T extends string>(value: T) =>
  Schema.Literal(value).annotate({ title: "Kind", description: "Tells this kind from the others" })

/** Metric names start with a letter, so that no name can be a property every object has. */
const MetricKey = Schema.String.check(Schema.isPattern(metricKeyPattern))

const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

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

export const severities = ["info", "warning", "critical"] as const
export type Severity = (typeof severities)[number]

export const recordTypes = ["gnss", "network"] as const
export type RecordType = (typeof recordTypes)[number]

/** A schedule ticks at multiples of its interval since the epoch; this long where the document does not say. */
export const DEFAULT_EVERY_SECONDS = 300

/** What starts an evaluation (specification 2.1). */
export const Trigger = Schema.Union([
  Schema.Struct({
    kind: tag("position"),
    record_types: Schema.optionalKey(
      Schema.Array(Schema.Literals(recordTypes))
        .check(Schema.isMinLength(1), Schema.isUnique())
        .annotate({
          title: "Kinds of position",
          description:
            "Fixes of the device, locations by the network, or both; the conditions look at these " +
            "positions alone",
          default: ["gnss"],
          examples: [["gnss", "network"]]
        })
    )
  }).annotate({
    identifier: "PositionTrigger",
    title: "New position",
    description: "A new position of the subject starts an evaluation"
  }),
  Schema.Struct({
    kind: tag("measurement"),
    metric_key: Schema.optionalKey(
      MetricKey.annotate({
        title: "Metric",
        description: "Only measurements of this metric; without it those of any",
        examples: ["battery_voltage"]
      })
    )
  }).annotate({
    identifier: "MeasurementTrigger",
    title: "New measurement",
    description: "A new measurement of the subject starts an evaluation"
  }),
  Schema.Struct({
    kind: tag("state"),
    state_keys: Schema.optionalKey(
      Schema.Array(MetricKey)
        .check(Schema.isMinLength(1), Schema.isMaxLength(100), Schema.isUnique())
        .annotate({
          title: "Keys",
          description: "Only changes of these keys; without them those of any",
          examples: [["door", "charging"]]
        })
    )
  }).annotate({
    identifier: "StateTrigger",
    title: "Change of state",
    description:
      "A change of the state of the subject's device starts an evaluation: a report of another value " +
      "than the one before it, or the first in seven days"
  }),
  Schema.Struct({
    kind: tag("schedule"),
    every_seconds: Schema.optionalKey(
      whole(10, 86_400).annotate({
        title: "Interval (s)",
        description: "Evaluations are at the multiples of this interval since 1970-01-01T00:00:00Z",
        default: DEFAULT_EVERY_SECONDS,
        examples: [300, 3600]
      })
    )
  }).annotate({
    identifier: "ScheduleTrigger",
    title: "Schedule",
    description: "The clock starts an evaluation, of every subject that ever reported"
  })
]).annotate({
  identifier: "Trigger",
  title: "Trigger",
  description: "What starts an evaluation",
  message: "Expected a trigger of kind position, measurement, state or schedule"
})
export type Trigger = typeof Trigger.Type

/** Which subjects the rule applies to: OR inside a key, AND between keys, empty for all. */
export const Scope = Schema.Struct({
  entity_type_ids: Schema.optionalKey(ids("Types", "Entities of one of these types")),
  entity_ids: Schema.optionalKey(ids("Entities", "One of these entities")),
  group_ids: Schema.optionalKey(ids("Groups", "Entities of one of these groups or of their subgroups")),
  device_ids: Schema.optionalKey(
    ids(
      "Devices",
      "Data of one of these devices; where a schedule asks, entities while they wear one of them"
    )
  )
}).annotate({
  identifier: "Scope",
  title: "Scope",
  description:
    "Which subjects the rule applies to: whatever meets every member that is given; without any, all " +
    "of the project"
})
export type Scope = typeof Scope.Type

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

export const EventTemplate = Schema.Struct({
  event_type: Schema.String.check(Schema.isPattern(/^[A-Z][A-Z0-9_]{1,63}$/u)).annotate({
    title: "Type",
    description: "The kind of event, for lists and automations",
    examples: ["GEOFENCE_EXIT"]
  }),
  severity: Schema.optionalKey(
    Schema.Literals(severities).annotate({ title: "Severity", description: "How bad it is", default: "info" })
  ),
  title: Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(300)).annotate({
    title: "Title",
    description:
      "{entity} {device} {feature} {metric} {value} {rule} are replaced, any other placeholder shows as ?",
    examples: ["{entity} left {feature}"]
  }),
  description: Schema.optionalKey(
    Schema.String.check(Schema.isMaxCodePoints(5000)).annotate({
      title: "Description",
      description: "What to know or to do about it",
      default: "",
      examples: ["Call the herder on duty."]
    })
  ),
  create_alert: Schema.optionalKey(
    Schema.Boolean.annotate({
      title: "Create an alert",
      description: "Whether a person has to look at it",
      default: false
    })
  )
}).annotate({
  identifier: "EventTemplate",
  title: "Event",
  description: "What to create when the rule fires"
})
export type EventTemplate = typeof EventTemplate.Type

const members = {
  schema_version: Schema.optionalKey(
    Schema.Literal(1).annotate({
      title: "Version of the format",
      description: "The format this document is written in",
      default: 1
    })
  ),
  trigger: Trigger,
  scope: Schema.optionalKey(Scope),
  for_seconds: Schema.optionalKey(
    whole(0, 7_776_000).annotate({
      title: "Hold (s)",
      description: "How long the condition must hold without a break before the rule fires; 0 fires at once",
      default: 0,
      examples: [30]
    })
  ),
  cooldown_seconds: Schema.optionalKey(
    whole(0, 31_536_000).annotate({
      title: "Reminder after (s)",
      description: "While the condition stays true, fire again as a reminder after so long; 0: never",
      default: 0,
      examples: [600, 86_400]
    })
  ),
  max_gap_seconds: Schema.optionalKey(
    whole(1, 7_776_000).annotate({
      title: "Longest gap (s)",
      description:
        "Two samples further apart break what is held, and only a sample completes it; without it a " +
        "hold bridges any gap",
      examples: [900]
    })
  ),
  event: EventTemplate
}

/** A rule document as people write it. */
export const RuleDocument = Schema.Struct({ ...members, conditions: ConditionNode }).annotate({
  identifier: "RuleDocument"
})
export type RuleDocument = typeof RuleDocument.Type

/**
 * The same with its conditions unread: they are checked node by node, so that an error names its own branch
 * only.
 */
export const Frame = Schema.Struct({ ...members, conditions: Schema.Unknown })

/** A document with every default written out: two documents mean the same when these are equal as text. */
export interface CanonicalDocument {
  readonly schema_version: 1
  readonly trigger: Trigger
  readonly scope: Scope
  readonly conditions: ConditionNode
  readonly for_seconds: number
  readonly cooldown_seconds: number
  /** absent: a hold bridges any gap */
  readonly max_gap_seconds?: number
  readonly event: {
    readonly event_type: string
    readonly severity: Severity
    readonly title: string
    readonly description: string
    readonly create_alert: boolean
  }
}

const canonicalTrigger = (t: Trigger): Trigger =>
  t.kind === "schedule" ? { kind: "schedule", every_seconds: t.every_seconds ?? DEFAULT_EVERY_SECONDS } : t

export const canonical = (d: RuleDocument): CanonicalDocument => ({
  schema_version: 1,
  trigger: canonicalTrigger(d.trigger),
  scope: d.scope ?? {},
  conditions: d.conditions,
  for_seconds: d.for_seconds ?? 0,
  cooldown_seconds: d.cooldown_seconds ?? 0,
  ...(d.max_gap_seconds === undefined ? {} : { max_gap_seconds: d.max_gap_seconds }),
  event: {
    event_type: d.event.event_type,
    severity: d.event.severity ?? "info",
    title: d.event.title,
    description: d.event.description ?? "",
    create_alert: d.event.create_alert ?? false
  }
})

/** JSON with sorted members: equal values, equal text, whatever order they were written in. */
export const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_, v: unknown) =>
    v !== null && typeof v === "object" && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v
  )

/**
 * Whether a rule that had `before` begins blank under `after`: another trigger or other conditions do,
 * another scope, event, hold or cooldown does not (the state of a subject still means the same).
 */
export const beginsBlank = (before: CanonicalDocument, after: CanonicalDocument): boolean =>
  canonicalText([before.trigger, before.conditions]) !== canonicalText([after.trigger, after.conditions])

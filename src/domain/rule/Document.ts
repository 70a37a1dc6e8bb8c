// The rule document: its members, their bounds, and its canonical form. Shapes only; what a document means is compile.ts.
import * as Schema from "effect/Schema"

const Uuid = Schema.String.check(Schema.isUUID())
const ids = (what: string) => Schema.Array(Uuid).check(Schema.isMinLength(1), Schema.isMaxLength(1000)).annotate({ description: what })

/** Metric names start with a letter, so that no name can be a property every object has. */
export const MetricKey = Schema.String.check(Schema.isPattern(/^[A-Za-z][A-Za-z0-9_.:-]{0,63}$/u))

export const comparisons = ["<", "<=", ">", ">=", "==", "!="] as const
export type Comparison = typeof comparisons[number]

export const relations = ["enter", "exit", "inside", "outside"] as const
export type Relation = typeof relations[number]

export const featureTypes = ["site", "zone", "geofence", "route"] as const
export type FeatureType = typeof featureTypes[number]

export const severities = ["info", "warning", "critical"] as const
export type Severity = typeof severities[number]

/** What starts an evaluation (specification 2.1). */
export const Trigger = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("position") }).annotate({ description: "A new position of the subject" }),
  Schema.Struct({ kind: Schema.Literal("measurement"), metric_key: Schema.optionalKey(MetricKey) })
    .annotate({ description: "A new measurement of the subject, of one metric or of any" })
])
export type Trigger = typeof Trigger.Type

/** Which subjects the rule applies to: OR inside a key, AND between keys, empty for all. */
export const Scope = Schema.Struct({
  entity_type_ids: Schema.optionalKey(ids("Entities of these types")),
  entity_ids: Schema.optionalKey(ids("These entities")),
  group_ids: Schema.optionalKey(ids("Entities of these groups and their subgroups")),
  device_ids: Schema.optionalKey(ids("Data of these devices"))
})
export type Scope = typeof Scope.Type

export const Threshold = Schema.Struct({
  type: Schema.Literal("threshold"),
  metric: MetricKey.annotate({ description: "speed_kmh, speed_mps, altitude_m, or a measured metric" }),
  op: Schema.Literals(comparisons),
  value: Schema.Finite
}).annotate({ identifier: "Threshold", description: "Compares a number with a value" })
export type Threshold = typeof Threshold.Type

export const Spatial = Schema.Struct({
  type: Schema.Literal("spatial"),
  relation: Schema.Literals(relations),
  feature_ids: Schema.optionalKey(ids("These features")),
  feature_type: Schema.optionalKey(Schema.Literals(featureTypes))
}).annotate({ identifier: "Spatial", description: "Where the subject is, or which border it crossed" })
export type Spatial = typeof Spatial.Type

/** Kinds that can be saved and not run (specification 2.1). */
export const reservedKinds = ["near", "dwell", "crossed", "baseline", "correlation", "event_chain"] as const
export interface Reserved {
  readonly type: typeof reservedKinds[number]
}
const OpenReserved = Schema.StructWithRest(
  Schema.Struct({ type: Schema.Literals(reservedKinds) }),
  [Schema.Record(Schema.String, Schema.Json)]
).annotate({ identifier: "Reserved", description: "A kind the evaluator does not know yet: saved, never enabled" })
/** Whatever members it has are kept as they are; the program looks at the kind alone. */
export const Reserved: Schema.Codec<Reserved> = OpenReserved

export type ConditionNode =
  | Threshold
  | Spatial
  | Reserved
  | { readonly all: ReadonlyArray<ConditionNode> }
  | { readonly any: ReadonlyArray<ConditionNode> }
  | { readonly not: ConditionNode }

/** One condition, or `all`, `any`, `not` over conditions. */
export const ConditionNode: Schema.Codec<ConditionNode> = Schema.suspend((): Schema.Codec<ConditionNode> =>
  Schema.Union([
    Threshold,
    Spatial,
    Reserved,
    Schema.Struct({ all: Schema.Array(ConditionNode).check(Schema.isMinLength(1)) }),
    Schema.Struct({ any: Schema.Array(ConditionNode).check(Schema.isMinLength(1)) }),
    Schema.Struct({ not: ConditionNode })
  ], { mode: "oneOf" })
).annotate({ identifier: "Condition" })

export const EventTemplate = Schema.Struct({
  event_type: Schema.String.check(Schema.isPattern(/^[A-Z][A-Z0-9_]{1,63}$/u)),
  severity: Schema.optionalKey(Schema.Literals(severities)),
  title: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(300)),
  description: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(5000))),
  create_alert: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "EventTemplate", description: "What to create when the rule fires. Placeholders of the title: {entity} {device} {feature} {metric} {value} {rule}" })
export type EventTemplate = typeof EventTemplate.Type

const seconds = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

const members = {
  schema_version: Schema.optionalKey(Schema.Literal(1)),
  trigger: Trigger,
  scope: Schema.optionalKey(Scope),
  for_seconds: Schema.optionalKey(seconds(7_776_000)),
  cooldown_seconds: Schema.optionalKey(seconds(31_536_000)),
  event: EventTemplate
}

/** A rule document as people write it. */
export const RuleDocument = Schema.Struct({ ...members, conditions: ConditionNode }).annotate({ identifier: "RuleDocument" })
export type RuleDocument = typeof RuleDocument.Type

/** The same with its conditions unread: they are checked node by node, so that an error names its own branch only. */
export const Frame = Schema.Struct({ ...members, conditions: Schema.Unknown })

/** A document with every default written out: two documents mean the same when these are equal as text. */
export interface CanonicalDocument {
  readonly schema_version: 1
  readonly trigger: Trigger
  readonly scope: Scope
  readonly conditions: ConditionNode
  readonly for_seconds: number
  readonly cooldown_seconds: number
  readonly event: { readonly event_type: string; readonly severity: Severity; readonly title: string; readonly description: string; readonly create_alert: boolean }
}

export const canonical = (d: RuleDocument): CanonicalDocument => ({
  schema_version: 1,
  trigger: d.trigger,
  scope: d.scope ?? {},
  conditions: d.conditions,
  for_seconds: d.for_seconds ?? 0,
  cooldown_seconds: d.cooldown_seconds ?? 0,
  event: {
    event_type: d.event.event_type,
    severity: d.event.severity ?? "info",
    title: d.event.title,
    description: d.event.description ?? "",
    create_alert: d.event.create_alert ?? false
  }
})

/** JSON with sorted members: equal values, equal text, whatever order they were written in. */
export const canonicalText = (value: unknown): string => JSON.stringify(value, (_, v: unknown) =>
  v !== null && typeof v === "object" && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => a < b ? -1 : 1)) : v)

/**
 * Whether a rule that had `before` begins blank under `after`: another trigger or other conditions do, another scope,
 * event, hold or cooldown does not (the state of a subject still means the same).
 */
export const beginsBlank = (before: CanonicalDocument, after: CanonicalDocument): boolean =>
  canonicalText([before.trigger, before.conditions]) !== canonicalText([after.trigger, after.conditions])

// The rule document: its members, their bounds, what an editor says about each of them, and its canonical
// form. Shapes only; what a document means is compile.ts.
import * as Schema from "effect/Schema"
import { idList, wholeNumber } from "./documentFields.ts"
import { DEFAULT_EVERY_SECONDS, Trigger } from "./Trigger.ts"
import { ConditionNode } from "./ConditionNode.ts"
import { isObject } from "../isObject.ts"

/** severities are the severities of events, the least severe first. */
export const severities = ["info", "warning", "critical"] as const
/** Severity is the severity of an event. */
export type Severity = (typeof severities)[number]

/** Scope tells which subjects the rule applies to: OR inside a key, AND between keys, empty for all. */
export const Scope = Schema.Struct({
  entity_type_ids: Schema.optionalKey(idList("Types", "Entities of one of these types")),
  entity_ids: Schema.optionalKey(idList("Entities", "One of these entities")),
  group_ids: Schema.optionalKey(idList("Groups", "Entities of one of these groups or of their subgroups")),
  device_ids: Schema.optionalKey(
    idList(
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

/** EventTemplate tells which event to create when the rule fires. */
const EventTemplate = Schema.Struct({
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
type EventTemplate = typeof EventTemplate.Type

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
    wholeNumber(0, 7_776_000).annotate({
      title: "Hold (s)",
      description: "How long the condition must hold without a break before the rule fires; 0 fires at once",
      default: 0,
      examples: [30]
    })
  ),
  cooldown_seconds: Schema.optionalKey(
    wholeNumber(0, 31_536_000).annotate({
      title: "Reminder after (s)",
      description: "While the condition stays true, fire again as a reminder after so long; 0: never",
      default: 0,
      examples: [600, 86_400]
    })
  ),
  max_gap_seconds: Schema.optionalKey(
    wholeNumber(1, 7_776_000).annotate({
      title: "Longest gap (s)",
      description:
        "Two samples further apart break what is held, and only a sample completes it; without it a " +
        "hold bridges any gap",
      examples: [900]
    })
  ),
  event: EventTemplate
}

/** RuleDocument is a rule as it is written. */
export const RuleDocument = Schema.Struct({ ...members, conditions: ConditionNode }).annotate({
  identifier: "RuleDocument"
})
export type RuleDocument = typeof RuleDocument.Type

/**
 * Frame is a rule document with its conditions unread: they are checked node by node, so that an error names
 * its own branch only.
 */
export const Frame = Schema.Struct({ ...members, conditions: Schema.Unknown })

/**
 * CanonicalDocument is a rule document with every default written out: two documents mean the same if they
 * are equal as text.
 */
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

/** Writes the defaults out. */
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

/** Returns JSON with sorted members: equal values give equal text, whatever order they were written in. */
export const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_, v: unknown) =>
    isObject(v) ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1))) : v
  )

/**
 * Whether a rule that had `before` begins blank under `after`: another trigger or other conditions reset its
 * states; another scope, event, hold or cooldown does not, because a state still means the same.
 */
export const beginsBlank = (before: CanonicalDocument, after: CanonicalDocument): boolean =>
  canonicalText([before.trigger, before.conditions]) !== canonicalText([after.trigger, after.conditions])

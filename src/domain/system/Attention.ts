// Problems of a project that need attention, each with its remedy.
import * as Schema from "effect/Schema"
import { permissions } from "../access/Permission.ts"
import { Message, SENTENCE_MESSAGE_DESCRIPTION } from "../messageSchemas.ts"
import { Instant } from "../schemas.ts"

/** attentionCodes are the kinds of problems. */
export const attentionCodes = [
  "RULE_FAILING",
  "DEVICE_SILENT",
  "UNKNOWN_IDENTITIES",
  "METRIC_UNDEFINED",
  "CLOCK_WRONG",
  "PAYLOADS_REFUSED",
  "POSITIONS_WITHOUT_FIX",
  "SOURCE_DISCONNECTED",
  "JOB_STUCK",
  "JOB_FAILED",
  "DELIVERIES_FAILED",
  "RULES_OVER_LIMIT",
  "RULE_STORM",
  "RULE_SET_UNUSABLE",
  "METRIC_LIMIT"
] as const
/** AttentionCode is the kind of a problem that needs a person. */
export type AttentionCode = (typeof attentionCodes)[number]

/** RECENT_HOURS is how long refusals, failed jobs and failed deliveries are shown. */
export const RECENT_HOURS = 24
/** ENDED_DAYS is how long problems that ended are shown. */
export const ENDED_DAYS = 7
/** STUCK_MINUTES is how long a job or delivery may wait before it counts as stuck. */
export const STUCK_MINUTES = 10

/**
 * What a person can open or do to mend a matter, as a closed list. `open_…` leads to the page of the object,
 * the others do what they are called.
 */
const actionKinds = [
  "open_rule",
  "open_rules",
  "open_entity",
  "open_device",
  "open_source",
  "open_health",
  "open_traces",
  "test_source",
  "register_devices",
  "define_metric",
  "redeliver"
] as const
/** ActionKind is an action that the console offers for a problem. */
export type ActionKind = (typeof actionKinds)[number]

const Subject = Schema.Struct({ type: Schema.String, id: Schema.String, name: Schema.NullOr(Schema.String) })

/** AttentionAction is an action with the record that it opens or changes. */
export const AttentionAction = Schema.Struct({
  kind: Schema.Literals(actionKinds),
  object: Schema.NullOr(Subject).annotate({
    description: "What is opened, or with what it is done; null: all of the project"
  }),
  code: Schema.NullOr(Schema.String).annotate({
    description: "Of `open_traces`: only traces of this code; null elsewhere"
  }),
  since: Schema.NullOr(Instant).annotate({
    description: "Of `redeliver`: what failed at this moment or later; null elsewhere"
  }),
  permission: Schema.Literals(permissions).annotate({ description: "What one must have to mend it so" })
}).annotate({ identifier: "AttentionAction" })
export type AttentionAction = typeof AttentionAction.Type

/** Attention is one problem, as the API returns it. */
export const Attention = Schema.Struct({
  id: Schema.String.annotate({ description: "The same as long as the matter is the same" }),
  code: Schema.Literals(attentionCodes),
  severity: Schema.Literals(["info", "warning", "critical"]),
  since: Instant,
  ended_at: Schema.NullOr(Instant).annotate({
    description: "When the service, which looks every minute, found it over; null: it is not"
  }),
  object: Subject,
  count: Schema.Int.annotate({ description: "How often, or how many" }),
  detail: Schema.String.annotate({ description: "What is wrong" }),
  detail_message: Message.annotate({ description: SENTENCE_MESSAGE_DESCRIPTION }),
  remedy: Schema.String.annotate({ description: "What to do about it" }),
  remedy_message: Message.annotate({ description: SENTENCE_MESSAGE_DESCRIPTION }),
  action: Schema.NullOr(AttentionAction).annotate({
    description: "Where it is mended; null where nothing of the service does it"
  }),
  api: Schema.NullOr(Schema.String).annotate({
    description:
      "What mends it, or says more, over the API: method and path below `/api/v1`; null where nothing does"
  })
}).annotate({ identifier: "Attention" })
export type Attention = typeof Attention.Type

/** Matter is a problem as it is found, before it has words. */
export interface Matter {
  readonly id: string
  readonly code: AttentionCode
  readonly since: string
  readonly type: string
  readonly object_id: string
  readonly name: string | null
  readonly count: number
  /** an error text about it, where there is one */
  readonly said: string | null
  /** hours after which the project counts a subject as silent */
  readonly silent_hours: number
  /** from when on refusals and failures are shown; null: it is over */
  readonly recent_since: string | null
  /** null: it is still so */
  readonly ended_at: string | null
  /** of a device: who carries it, as far as the caller sees them */
  readonly carrier: { readonly id: string; readonly name: string } | null
}

// A trace: what the program did with something, step by step, for the person who asks why.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../schemas.ts"
import { readFieldsMembers } from "../intake/readFields.ts"
import { formatInstant, parseInstant } from "../time.ts"

export const traceKinds = [
  "ingest",
  "rule",
  "attribution",
  "export",
  "curation",
  "delivery",
  "analysis",
  "system"
] as const
export const traceStatuses = ["ok", "skipped", "duplicate", "failed"] as const

/** Days that traces are kept which explain no event. */
export const traceDays = { well: 30, failed: 90 } as const
/** Days that a trace is kept which explains an event. */
export const eventTraceDays = 400

/**
 * TraceStep is one step of a trace. Names and details are chosen by the component that wrote it; times are
 * RFC 3339.
 */
export const TraceStep = Schema.Struct({
  name: Schema.String,
  status: Schema.Literals(traceStatuses),
  at: Schema.optionalKey(Instant),
  duration_ms: Schema.optionalKey(Schema.Finite),
  detail: Schema.optionalKey(Schema.Json)
}).annotate({ identifier: "TraceStep" })

export const ProcessingTrace = Schema.Struct({
  id: Uuid,
  kind: Schema.Literals(traceKinds),
  status: Schema.Literals(traceStatuses),
  code: Schema.NullOr(Schema.String),
  started_at: Instant,
  duration_ms: Schema.Finite,
  project_id: Schema.NullOr(Uuid),
  data_source_id: Schema.NullOr(Uuid),
  device_id: Schema.NullOr(Uuid),
  entity_id: Schema.NullOr(Uuid),
  rule_id: Schema.NullOr(Uuid),
  rule_version: Schema.NullOr(Schema.Int),
  event_id: Schema.NullOr(Uuid),
  alert_id: Schema.NullOr(Uuid),
  error: Schema.NullOr(Schema.String),
  steps: Schema.Array(TraceStep)
}).annotate({ identifier: "ProcessingTrace" })
export type ProcessingTrace = typeof ProcessingTrace.Type

/** names are the current names of the things that a trace is about; null: none, or it was deleted. */
const names = {
  data_source_name: Schema.NullOr(Schema.String),
  device_name: Schema.NullOr(Schema.String),
  entity_name: Schema.NullOr(Schema.String),
  rule_name: Schema.NullOr(Schema.String)
}

/** A trace in a list: its steps may be left out, the one that decided is there. */
export const ListedTrace = Schema.Struct({
  ...ProcessingTrace.fields,
  ...names,
  steps: Schema.Array(TraceStep).annotate({
    description: "Empty where they were not asked for (steps=false)"
  }),
  decisive: Schema.NullOr(TraceStep).annotate({
    description: "The step that says how it ended; null of a trace without steps"
  })
}).annotate({ identifier: "ListedTrace" })
export type ListedTrace = typeof ListedTrace.Type

/** A trace on a page of its own, with what stands around it, of what the caller sees. */
export const TracePage = Schema.Struct({
  ...ProcessingTrace.fields,
  ...names,
  decisive: Schema.NullOr(TraceStep).annotate({
    description: "The step that says how it ended; null of a trace without steps"
  }),
  not_reached: Schema.Array(Schema.String).annotate({
    description: "Names of the steps that would have come after the last one"
  }),
  kept_until: Instant.annotate({
    description: "When it may be gone: traces of events are kept longest, then those of failures"
  }),
  similar: Schema.NullOr(
    Schema.Struct({
      count: Schema.Int.annotate({ description: "1,000 stands for 1,000 and more" }),
      since: Instant
    })
  ).annotate({
    description:
      "How often in the seven days before it, itself counted, the same was told of the same device (of the same " +
      "rule and entity where it is of no device), and since when; null of a trace without a code"
  }),
  earlier: Schema.NullOr(Uuid).annotate({
    description: "The trace before it of the same kind and device (or entity, or rule)"
  }),
  later: Schema.NullOr(Uuid).annotate({ description: "The trace after it" }),
  payload: Schema.optionalKey(Schema.Json).annotate({
    description: "The item as it came, on request (include=payload); null where none is kept"
  }),
  ...readFieldsMembers
}).annotate({ identifier: "TracePage" })
export type TracePage = typeof TracePage.Type

export type TraceNames = Pick<TracePage, keyof typeof names>

/** Until when a trace is kept at least, RFC 3339. */
export const keptUntil = ({
  event_id,
  started_at,
  status
}: Pick<ProcessingTrace, "event_id" | "started_at" | "status">): string => {
  const days = event_id !== null ? eventTraceDays : status === "failed" ? traceDays.failed : traceDays.well
  return formatInstant((parseInstant(started_at) ?? 0) + days * 86_400_000)
}

/** Returns when an id was made (epoch ms): a UUIDv7 begins with its time. */
export const madeAt = (uuid: string): number => Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16)

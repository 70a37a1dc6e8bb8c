// A trace: what the program did with something, step by step, for the person who asks why.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../fields.ts"

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

/** The step names and details belong to whoever wrote the trace; times are RFC 3339. */
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

/** When an id was made, epoch ms: a UUIDv7 begins with it. */
export const madeAt = (uuid: string): number => Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16)

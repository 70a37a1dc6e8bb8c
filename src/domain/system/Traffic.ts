// Arrivals of a data source: items as they came, and counts by the minute.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../schemas.ts"
import { readFieldsMembers } from "../intake/readFields.ts"

/** arrivalStatuses are the outcomes of an item. */
export const arrivalStatuses = ["accepted", "duplicate", "rejected", "unassigned"] as const

/** Arrival is one item as it came: all items of a quiet source, a sample of a busy one. Kept for two days. */
export const Arrival = Schema.Struct({
  id: Uuid,
  received_at: Instant,
  data_source_id: Uuid,
  data_source_name: Schema.String,
  external_id: Schema.NullOr(Schema.String),
  project_id: Schema.NullOr(Uuid),
  device_id: Schema.NullOr(Uuid),
  device_name: Schema.NullOr(Schema.String),
  entity_id: Schema.NullOr(Uuid),
  entity_name: Schema.NullOr(Schema.String),
  status: Schema.Literals(arrivalStatuses),
  code: Schema.NullOr(Schema.String),
  detail: Schema.NullOr(Schema.String).annotate({
    description: "Why it was not simply taken, in the words of its trace; null where there is none"
  }),
  pointer: Schema.NullOr(Schema.String).annotate({
    description: "The member that was not taken, as a JSON pointer into the item"
  }),
  remedy: Schema.NullOr(Schema.String).annotate({
    description: "What to do about it, where there is something to do"
  }),
  trace_id: Schema.NullOr(Uuid),
  lag_seconds: Schema.NullOr(Schema.Finite).annotate({
    description: "From when it was true to its arrival; null where nobody knows when it was true"
  }),
  payload: Schema.optionalKey(Schema.Json).annotate({
    description: "The item as it came, on request (include=payload)"
  }),
  ...readFieldsMembers
}).annotate({ identifier: "Arrival" })
export type Arrival = typeof Arrival.Type

/** TrafficCount counts the items of a minute. Kept for thirty days. */
export const TrafficCount = Schema.Struct({
  minute: Instant,
  accepted: Schema.Int,
  duplicates: Schema.Int,
  rejected: Schema.Int,
  unassigned: Schema.Int
}).annotate({ identifier: "TrafficCount" })
export type TrafficCount = typeof TrafficCount.Type

// The result of sending a refused report again.
import * as Schema from "effect/Schema"
import { Uuid } from "../schemas.ts"
import { arrivalStatuses } from "../system/Traffic.ts"

/** Resent is this result. */
export const Resent = Schema.Struct({
  status: Schema.Literals(arrivalStatuses),
  code: Schema.NullOr(Schema.String),
  detail: Schema.NullOr(Schema.String),
  trace_id: Schema.NullOr(Uuid).annotate({ description: "Why it was not simply taken; null where it was" })
}).annotate({
  identifier: "Resent",
  examples: [{ status: "accepted", code: null, detail: null, trace_id: null }]
})
export type Resent = typeof Resent.Type

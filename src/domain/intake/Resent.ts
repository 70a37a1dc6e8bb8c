// The result of sending a refused report again.
import * as Schema from "effect/Schema"
import { Uuid } from "../schemas.ts"
import { arrivalStatuses } from "../system/Traffic.ts"

/** Resent is the answer to a refused report that was sent again: the most urgent outcome of its items. */
export const Resent = Schema.Struct({
  status: Schema.Literals(arrivalStatuses),
  code: Schema.NullOr(Schema.String),
  detail: Schema.NullOr(Schema.String),
  trace_id: Schema.NullOr(Uuid).annotate({
    description: "The trace of the new refusal; null: it was accepted"
  })
}).annotate({
  identifier: "Resent",
  examples: [{ status: "accepted", code: null, detail: null, trace_id: null }]
})
export type Resent = typeof Resent.Type

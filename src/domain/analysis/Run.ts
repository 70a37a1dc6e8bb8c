// A run: one question asked of an analysis module, on its way and with its answer. Specification 2.4.
import * as Schema from "effect/Schema"
import { Person } from "../access/Person.ts"
import { Instant, Name, Uuid } from "../fields.ts"
import { runStatuses } from "./advance.ts"
import { moduleKeys } from "./catalogue.ts"
import { errorCodes } from "./ErrorCode.ts"
import { ResultDocument } from "./Result.ts"

/** Unnamed runs are removed so long after their end. Specification 2.4, 8. */
export const KEPT_DAYS = 30
/** Named runs a project keeps; the oldest above it are removed. Specification 8. */
export const MAX_KEPT = 200
/** Queued runs of a project. Specification 4.2, 8. */
export const MAX_QUEUED = 5
/** Features of one call. Specification 8. */
export const MAX_GEOMETRIES = 2000

const record = {
  id: Uuid,
  project_id: Uuid,
  module: Schema.Literals(moduleKeys),
  status: Schema.Literals(runStatuses),
  name: Schema.NullOr(Name).annotate({ description: "A run with a name is kept" }),
  parameters: Schema.Record(Schema.String, Schema.Json).annotate({
    description: "As validated, complete with the defaults; subjects as entity ids"
  }),
  method_version: Schema.String,
  progress: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })),
  cancel_requested: Schema.Boolean,
  input_count: Schema.NullOr(Schema.Int).annotate({ description: "Fixes read" }),
  excluded_count: Schema.NullOr(Schema.Int).annotate({ description: "Fixes dropped by quality rules" }),
  result_version: Schema.Int,
  error_code: Schema.NullOr(Schema.Literals(errorCodes)),
  error_message: Schema.NullOr(Schema.String),
  created_by_user_id: Schema.NullOr(Uuid),
  created_by: Schema.NullOr(Person).annotate({ description: "The same person by name" }),
  created_at: Instant,
  started_at: Schema.NullOr(Instant),
  finished_at: Schema.NullOr(Instant),
  expires_at: Schema.NullOr(Instant).annotate({ description: "When it is removed, unless it has a name" }),
  source_run_id: Schema.NullOr(Uuid),
  trace_id: Schema.NullOr(Uuid)
}

/** A run in a list: without its result. */
export const RunSummary = Schema.Struct(record).annotate({ identifier: "AnalysisRunSummary" })
export type RunSummary = typeof RunSummary.Type

export const Run = Schema.Struct({
  ...record,
  result: Schema.NullOr(ResultDocument),
  worker: Schema.optionalKey(
    Schema.Struct({
      heartbeat_age_seconds: Schema.NullOr(Schema.Finite).annotate({
        description: "Since an analysis worker was last heard of; null: never"
      })
    })
  ).annotate({ description: "While the run is queued or running" }),
  warnings: Schema.optionalKey(Schema.Array(Schema.Struct({ code: Schema.String, text: Schema.String })))
}).annotate({ identifier: "AnalysisRun" })
export type Run = typeof Run.Type

export const NewRun = Schema.Struct({
  module: Schema.String.check(Schema.isMaxLength(64)),
  parameters: Schema.Record(Schema.String, Schema.Unknown).annotate({
    description: "The members of the module; see the text of the endpoint"
  }),
  name: Schema.optionalKey(Schema.NullOr(Name))
})
export type NewRun = typeof NewRun.Type

export const RunChange = Schema.Struct({ name: Schema.NullOr(Name) })

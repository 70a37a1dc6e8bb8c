// A run: one question asked of an analysis module, on its way and with its answer. Specification 2.4.
import * as Schema from "effect/Schema"
import { Person } from "../access/Person.ts"
import { Instant, Name, Uuid } from "../schemas.ts"
import { runStatuses } from "./advance.ts"
import { moduleKeys } from "./catalogue.ts"
import { errorCodes } from "./ErrorCode.ts"
import { Preview } from "./Preview.ts"
import { ResultDocument } from "./Result.ts"

/** Unnamed runs are removed so long after their end. Specification 2.4, 8. */
export const UNNAMED_RUN_DAYS = 30
/** Named runs a project keeps; the oldest above it are removed. Specification 8. */
export const MAX_NAMED_RUNS = 200
/** Queued runs of a project. Specification 4.2, 8. */
export const MAX_QUEUED_RUNS = 5
/** Features of one call. Specification 8. */
export const MAX_PAGE_GEOMETRIES = 2000

/** A result that is removed within so many hours, unless it gets a name, ends soon. */
export const ENDS_SOON_HOURS = 24
/** Minutes of the past whose beats of the worker are told. */
export const BEAT_MINUTES = 15

/** Names of subjects that a row of a list shows. */
export const MAX_LISTED_SUBJECTS = 3

const Comparison = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("period"), from: Instant, to: Instant }),
  Schema.Struct({ kind: Schema.Literal("seasons"), names: Schema.Array(Schema.String) }),
  Schema.Struct({ kind: Schema.Literal("herd"), subject_count: Schema.Int })
])

const record = {
  id: Uuid,
  project_id: Uuid,
  module: Schema.Literals(moduleKeys),
  status: Schema.Literals(runStatuses),
  name: Schema.NullOr(Name).annotate({ description: "A run with a name is kept" }),
  parameters: Schema.Record(Schema.String, Schema.Json).annotate({
    description: "As validated, complete with the defaults; subjects as entity ids"
  }),
  period: Schema.NullOr(
    Schema.Struct({ from: Instant, to: Instant, comparison: Schema.NullOr(Comparison) })
  ).annotate({ description: "What the parameters say of it; null: they say none" }),
  subject_count: Schema.Int.annotate({ description: "Of both herds together" }),
  subject_names: Schema.Array(Schema.String).annotate({
    description: `Names of the first ${MAX_LISTED_SUBJECTS} subjects, as they are now`
  }),
  area_count: Schema.NullOr(Schema.Int).annotate({ description: "null: the module asks about no areas" }),
  queue_place: Schema.NullOr(Schema.Int).annotate({
    description: "Of a queued run, among those of all projects: 1 is next"
  }),
  method_version: Schema.String,
  progress: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })),
  cancel_requested: Schema.Boolean,
  input_count: Schema.NullOr(Schema.Int).annotate({ description: "Fixes read" }),
  excluded_count: Schema.NullOr(Schema.Int).annotate({ description: "Fixes dropped by quality rules" }),
  warning_count: Schema.NullOr(Schema.Int).annotate({ description: "Of the result" }),
  preview: Schema.NullOr(Preview).annotate({
    description: "What a small picture of the result is drawn of; null: there is none"
  }),
  result_version: Schema.Int,
  error_code: Schema.NullOr(Schema.Literals(errorCodes)),
  error_message: Schema.NullOr(Schema.String),
  error_title: Schema.NullOr(Schema.String).annotate({ description: "What the code means, in a sentence" }),
  remedy: Schema.NullOr(Schema.String).annotate({ description: "What to do about the error" }),
  error_subject: Schema.NullOr(Schema.Struct({ id: Uuid, name: Schema.String })).annotate({
    description: "The subject that alone made it too large: without it the run can be asked again"
  }),
  created_by_user_id: Schema.NullOr(Uuid),
  created_by: Schema.NullOr(Person).annotate({ description: "The same person by name" }),
  created_at: Instant,
  started_at: Schema.NullOr(Instant),
  finished_at: Schema.NullOr(Instant),
  expires_at: Schema.NullOr(Instant).annotate({ description: "When it is removed, unless it has a name" }),
  ends_soon: Schema.Boolean.annotate({
    description: `Its result is removed within ${ENDS_SOON_HOURS} hours unless it gets a name`
  }),
  source_run_id: Schema.NullOr(Uuid),
  trace_id: Schema.NullOr(Uuid)
}

/** A run in a list: without its result. */
export const RunSummary = Schema.Struct(record).annotate({ identifier: "AnalysisRunSummary" })
export type RunSummary = typeof RunSummary.Type

/** The youngest sign of life of an analysis worker. */
const Worker = Schema.Struct({
  heartbeat_age_seconds: Schema.NullOr(Schema.Finite).annotate({
    description: "Since an analysis worker was last heard of; null: never"
  })
})

/** The same of a run, with what became of the worker that has it. */
const RunWorker = Schema.Struct({
  ...Worker.fields,
  lost: Schema.Boolean.annotate({
    description:
      "The run is running, and the worker that has it is silent for longer than its lease: it goes on only if that " +
      "worker wakes, can be cancelled at once, and fails when its time is over"
  })
})

/** Run is a run with its result. */
export const Run = Schema.Struct({
  ...record,
  result: Schema.NullOr(ResultDocument),
  worker: Schema.optionalKey(RunWorker).annotate({ description: "While the run is queued or running" }),
  warnings: Schema.optionalKey(Schema.Array(Schema.Struct({ code: Schema.String, text: Schema.String })))
}).annotate({ identifier: "AnalysisRun" })
export type Run = typeof Run.Type

/** NewRun is a request to start a run. */
export const NewRun = Schema.Struct({
  module: Schema.String.check(Schema.isMaxLength(64)),
  parameters: Schema.Record(Schema.String, Schema.Unknown).annotate({
    description: "The members of the module; see the text of the endpoint"
  }),
  name: Schema.optionalKey(Schema.NullOr(Name))
})
export type NewRun = typeof NewRun.Type

/** RunChange names a run, or removes its name. */
export const RunChange = Schema.Struct({ name: Schema.NullOr(Name) })

/** The runs of a project in figures, as the head of their list shows them. */
export const RunCounts = Schema.Struct({
  total: Schema.Int,
  by_status: Schema.Struct({
    queued: Schema.Int,
    running: Schema.Int,
    completed: Schema.Int,
    failed: Schema.Int,
    cancelled: Schema.Int
  } satisfies Record<(typeof runStatuses)[number], typeof Schema.Int>),
  kept: Schema.Int.annotate({ description: "Runs with a name" }),
  ends_soon: Schema.Int.annotate({
    description: `Results that are removed within ${ENDS_SOON_HOURS} hours unless they get a name`
  }),
  max_kept: Schema.Int.annotate({ description: "Kept runs of a project; the oldest above it are removed" }),
  max_queued: Schema.Int.annotate({ description: "Queued runs of a project" }),
  queue_full: Schema.Boolean.annotate({
    description: "A new run would be refused with 429: as many are queued as may be, hidden ones among them"
  }),
  worker: Schema.Struct({
    ...Worker.fields,
    minutes: Schema.Array(Schema.Finite).annotate({
      description:
        `Of each of the last ${BEAT_MINUTES} full minutes, oldest first, how much of it a worker was heard of, ` +
        `0 to 1`
    })
  })
}).annotate({ identifier: "AnalysisRunCounts" })
export type RunCounts = typeof RunCounts.Type

// A job: work in the background that a person requested or a change caused, as the API returns it.
import * as Schema from "effect/Schema"
import { Person } from "../access/Person.ts"
import { TraceStep, traceStatuses } from "../event/ProcessingTrace.ts"
import { Instant, Uuid } from "../schemas.ts"

/** jobKinds are the kinds of jobs; one file a kind in `src/jobs`. */
export const jobKinds = ["attribution", "kept_reports", "export", "import_removal"] as const
/** JobKind is the kind of a background job. */
export type JobKind = (typeof jobKinds)[number]

/** jobStatuses are the statuses of a job. */
export const jobStatuses = ["queued", "running", "completed", "failed", "expired", "cancelled"] as const
/** JobStatus is the status of a background job. */
export type JobStatus = (typeof jobStatuses)[number]

/** jobReasons are the reasons for a job. */
const jobReasons = ["assignment_changed", "asked_for", "device_known"] as const
/** JobReason is the reason for a background job. */
export type JobReason = (typeof jobReasons)[number]

const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** JobTrace has the steps of a finished job. */
const JobTrace = Schema.Struct({
  id: Uuid,
  status: Schema.Literals(traceStatuses),
  code: Schema.NullOr(Schema.String),
  started_at: Instant,
  duration_ms: Schema.Finite,
  steps: Schema.Array(TraceStep)
})

/** StepSoFar is the progress of a step of an unfinished job. */
const StepSoFar = Schema.Struct({
  name: Schema.String,
  done: count,
  total: Schema.NullOr(count).annotate({ description: "null: not counted yet" }),
  ms: Schema.NullOr(Schema.Finite).annotate({ description: "How long it has taken; null: not measured" })
})

/** DeviceJob is a job about the records of one device. */
export const DeviceJob = Schema.Struct({
  id: Uuid,
  device_id: Uuid,
  kind: Schema.Literals(jobKinds),
  status: Schema.Literals(jobStatuses),
  time_from: Schema.NullOr(Instant).annotate({
    description: "Records from this moment on; null: from the first"
  }),
  time_to: Schema.NullOr(Instant).annotate({ description: "Records before this moment; null: to the last" }),
  records_total: Schema.NullOr(count).annotate({
    description: "How many there are to look at; null: not counted yet"
  }),
  records_done: count,
  progress: Schema.Finite.annotate({ description: "0 to 100" }),
  counts: Schema.Record(Schema.String, count).annotate({ description: "What was done to how many" }),
  steps_so_far: Schema.Array(StepSoFar).annotate({
    description: "What it did by now, under the names that its trace will have; empty before it begins"
  }),
  eta_seconds: Schema.NullOr(count).annotate({
    description: "About how long it will still take, by how it went so far; null: nobody can tell"
  }),
  reason: Schema.NullOr(Schema.Literals(jobReasons)).annotate({
    description: "Why it is there; null: of an older release"
  }),
  error: Schema.NullOr(Schema.String),
  trace_id: Schema.NullOr(Uuid),
  trace: Schema.NullOr(JobTrace).annotate({
    description: "What it did, step by step; null until it is over"
  }),
  created_by_user_id: Schema.NullOr(Uuid).annotate({ description: "null: it followed from something else" }),
  created_by: Schema.NullOr(Person).annotate({ description: "The same person by name" }),
  created_at: Instant,
  started_at: Schema.NullOr(Instant),
  finished_at: Schema.NullOr(Instant)
}).annotate({
  identifier: "DeviceJob",
  examples: [
    {
      id: "019a0c41-0c7e-7b2a-8d3f-5e4d3c2b1a09",
      device_id: "019a0c1d-c5e0-7b62-b1f7-7e8a90c1d2aa",
      kind: "attribution",
      status: "running",
      time_from: null,
      time_to: null,
      records_total: 200_000,
      records_done: 85_000,
      progress: 42.5,
      counts: { positions: 61_200, measurements: 0, states: 0 },
      steps_so_far: [
        { name: "select", done: 200_000, total: 200_000, ms: null },
        { name: "work", done: 85_000, total: 200_000, ms: 9_120 }
      ],
      eta_seconds: 13,
      reason: "assignment_changed",
      error: null,
      trace_id: "019a0c41-0c9e-7b2a-8d3f-5e4d3c2b1a11",
      trace: null,
      created_by_user_id: null,
      created_by: null,
      created_at: "2026-05-01T05:00:02.114Z",
      started_at: "2026-05-01T05:00:04.120Z",
      finished_at: null
    }
  ]
})
export type DeviceJob = typeof DeviceJob.Type

// The limits that facts are compared with: returned beside them, so that a client that draws facts needs no figures
// of its own.
import * as Schema from "effect/Schema"
import { type QueueName, queueNames, type SystemFacts } from "./SystemFacts.ts"

const MIB_BYTES = 1024 * 1024

/** BEAT_SECONDS is the interval of heartbeats of a worker. */
export const BEAT_SECONDS = 5
/** SILENT_SECONDS is how long a worker sends no heartbeat before it counts as gone. */
export const SILENT_SECONDS = 30
/** MAX_RULE_LAG_SECONDS is how far rules may lag before it is a problem. */
export const MAX_RULE_LAG_SECONDS = 30
/** MAX_FAILED_TRACES_PER_HOUR is how many failed traces of an hour are no problem. */
export const MAX_FAILED_TRACES_PER_HOUR = 100

/**
 * MAX_QUEUE_WAIT_SECONDS is how long the oldest item of each queue may wait; projects in lanes of their own
 * have problems of their own.
 */
export const MAX_QUEUE_WAIT_SECONDS: Readonly<Partial<Record<QueueName, number>>> = {
  observation_log: 600,
  late_spans: 900,
  automation_outbox: 120,
  deliveries: 600,
  jobs: 1800,
  analyses: 1800
}

/** Returns how many of the database's connections may be in use. */
export const connectionsAllowed = (most: number): number => most * 0.9

/** Returns how many bytes of a disk have to be free. */
export const diskNeeded = (total: number): number => Math.max(1024 * MIB_BYTES, total * 0.05)

/** SystemLimits are the limits of this deployment, as the API returns them. */
export const SystemLimits = Schema.Struct({
  beat_seconds: Schema.Finite.annotate({ description: "Between two beats of a worker" }),
  silent_seconds: Schema.Finite.annotate({ description: "Without a beat; from then on a worker is silent" }),
  rule_lag_seconds: Schema.Finite,
  unread_rows: Schema.Int.annotate({ description: "Above it ingest answers 503" }),
  unread_rows_per_project: Schema.Int.annotate({
    description: "Of one project; above it what has records of the project is answered 503"
  }),
  queues: Schema.Array(
    Schema.Struct({ name: Schema.Literals(queueNames), oldest_seconds: Schema.Finite })
  ).annotate({ description: "How long the oldest may wait; a queue that is not here has no limit" }),
  failed_traces_per_hour: Schema.Int,
  connections: Schema.Int.annotate({ description: "Of the database, that may be taken" }),
  disk_free_bytes: Schema.NullOr(Schema.Finite).annotate({
    description: "That have to be free; null: the disk cannot be looked at"
  })
}).annotate({ identifier: "SystemLimits" })
export type SystemLimits = typeof SystemLimits.Type

/** HealthLimits are the settings that limits depend on. */
export interface HealthLimits {
  /** unread rows above which ingest answers 503 */
  readonly maxUnreadRows: number
  /** unread rows of a project above which what feeds it is answered 503 */
  readonly maxUnreadRowsPerProject: number
  /** whether analyses are computed at all */
  readonly analyses: boolean
}

/** Returns the limits of a deployment. */
export const limitsOf = (facts: SystemFacts, limits: HealthLimits): SystemLimits => ({
  beat_seconds: BEAT_SECONDS,
  silent_seconds: SILENT_SECONDS,
  rule_lag_seconds: MAX_RULE_LAG_SECONDS,
  unread_rows: limits.maxUnreadRows,
  unread_rows_per_project: limits.maxUnreadRowsPerProject,
  queues: queueNames.flatMap((name) => {
    const oldest_seconds = MAX_QUEUE_WAIT_SECONDS[name]
    return oldest_seconds === undefined ? [] : [{ name, oldest_seconds }]
  }),
  failed_traces_per_hour: MAX_FAILED_TRACES_PER_HOUR,
  connections: Math.floor(connectionsAllowed(facts.database.max_connections)),
  disk_free_bytes: facts.disk === null ? null : Math.ceil(diskNeeded(facts.disk.total_bytes))
})

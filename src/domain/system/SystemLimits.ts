// What the facts are measured by: told with them, so that whoever draws them has no figure of their own.
import * as Schema from "effect/Schema"
import { type QueueName, queueNames, type SystemFacts } from "./SystemFacts.ts"

const MIB = 1024 * 1024

/** Seconds between two beats of a worker. */
export const BEAT_SECONDS = 5
/** Seconds without a beat after which nobody is taken to be there. */
export const SILENT_SECONDS = 30
/** How far rules may be behind before somebody should know, seconds. */
export const RULES_BEHIND_SECONDS = 30
/** Failed traces of an hour above which much fails. */
export const MAX_FAILED_TRACES_PER_HOUR = 100

/**
 * How long the oldest of each queue may wait, seconds; projects that are judged apart have lines of their
 * own.
 */
export const MAX_QUEUE_WAIT_SECONDS: Readonly<Partial<Record<QueueName, number>>> = {
  observation_log: 600,
  late_spans: 900,
  automation_outbox: 120,
  deliveries: 600,
  jobs: 1800,
  analyses: 1800
}

/** Of the database's connections, how many may be taken. */
export const connectionsAllowed = (most: number): number => most * 0.9

/** How much of a disk has to be free, bytes. */
export const diskNeeded = (total: number): number => Math.max(1024 * MIB, total * 0.05)

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

/** What holds for this deployment. */
export interface HealthLimits {
  /** unread rows above which ingest answers 503 */
  readonly maxUnreadRows: number
  /** unread rows of a project above which what feeds it is answered 503 */
  readonly maxUnreadRowsPerProject: number
  /** whether analyses are computed at all */
  readonly analyses: boolean
}

/** The limits that hold for a deployment. */
export const limitsOf = (facts: SystemFacts, limits: HealthLimits): SystemLimits => ({
  beat_seconds: BEAT_SECONDS,
  silent_seconds: SILENT_SECONDS,
  rule_lag_seconds: RULES_BEHIND_SECONDS,
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

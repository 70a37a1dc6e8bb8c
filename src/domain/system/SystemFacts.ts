// Facts about the service as a whole: living workers, queues, and resources that run out.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../schemas.ts"
import { EngineShare } from "./engineShares.ts"

/** beatingRoles are the roles that send a heartbeat every five seconds. */
export const beatingRoles = ["serve", "engine", "work", "delivery", "listen", "analyse"] as const
/** BeatingRole is a role that writes heartbeats. */
export type BeatingRole = (typeof beatingRoles)[number]

const Seconds = Schema.NullOr(Schema.Finite)

const ProjectLane = Schema.Struct({
  project_id: Uuid,
  project_name: Schema.String,
  partitions: Schema.Int.annotate({ description: "In how many of the partitions" }),
  unread: Schema.Int.annotate({
    description: "Log rows with its records that its rules have not seen, counted among the first 200,000"
  }),
  lag_seconds: Schema.Finite.annotate({
    description: "Age of the oldest record that its rules have not seen"
  }),
  opened_at: Instant.annotate({ description: "Since when its work exceeds its share" }),
  rule_id: Schema.NullOr(Uuid).annotate({
    description: "The rule that makes most of the events; null: none does"
  }),
  rule_name: Schema.NullOr(Schema.String)
}).annotate({ identifier: "ProjectLane" })

const Worker = Schema.Struct({
  worker: Schema.String,
  pid: Schema.NullOr(Schema.Int),
  started_at: Instant,
  heartbeat_age_seconds: Schema.Finite,
  clock_ahead_seconds: Schema.Finite.annotate({
    description: "How far the clock of its machine is ahead of the database's; 0 where they agree"
  }),
  version: Schema.NullOr(Schema.String).annotate({
    description: "The Pugmark that it runs; null: one that does not say so"
  }),
  detail: Schema.Json
})

/** queueNames are the queues of the service. */
export const queueNames = [
  "observation_log",
  "project_lanes",
  "late_spans",
  "automation_outbox",
  "deliveries",
  "jobs",
  "analyses"
] as const
/** QueueName names a queue of the service. */
export type QueueName = (typeof queueNames)[number]

/** SystemFacts are the facts of one moment. */
export const SystemFacts = Schema.Struct({
  at: Instant,
  workers: Schema.Array(
    Schema.Struct({
      role: Schema.Literals(beatingRoles),
      heartbeat_age_seconds: Seconds.annotate({
        description: "Of the youngest worker; null: none in the last day"
      }),
      workers: Schema.Array(Worker)
    })
  ),
  engines: Schema.Array(EngineShare).annotate({
    description: "The engine processes, by name: those that run, and those that own partitions and do not"
  }),
  partitions: Schema.Array(
    Schema.Struct({
      partition: Schema.Int,
      owner: Schema.NullOr(Schema.String).annotate({
        description: "The engine that claimed it last: machine and process id, `alp-1:4711`"
      }),
      owner_alive: Schema.Boolean.annotate({
        description: "Whether that process has been heard in the last 5 seconds"
      }),
      epoch: Schema.Int.annotate({ description: "How often it was claimed" }),
      claimed_at: Schema.NullOr(Instant),
      unread: Schema.Int,
      lag_seconds: Schema.Finite.annotate({
        description: "Age of the oldest record that rules have not seen, projects that are judged apart aside"
      })
    })
  ),
  rule_lag_seconds: Schema.Finite.annotate({ description: "The largest of the partitions" }),
  project_lanes: Schema.Array(ProjectLane).annotate({
    description:
      "Projects whose work exceeds their share of a turn: judged apart and in order, so that no other " +
      "project waits for them. The longest first"
  }),
  queues: Schema.Array(
    Schema.Struct({
      name: Schema.Literals(queueNames),
      depth: Schema.NullOr(Schema.Int).annotate({ description: "null: its table does not answer" }),
      oldest_seconds: Seconds.annotate({
        description: "How long the one that is due longest has waited; null: none waits"
      })
    })
  ),
  failed_traces_last_hour: Schema.Int,
  data_sources: Schema.Struct({ connected: Schema.Int, disconnected: Schema.Int }),
  database: Schema.Struct({
    version: Schema.String,
    size_bytes: Schema.Finite,
    connections: Schema.Int,
    max_connections: Schema.Int
  }),
  versions: Schema.Struct({
    postgresql: Schema.String,
    schema_step: Schema.Int.annotate({ description: "The last migration that was applied" }),
    schema_applied_at: Instant
  }),
  disk: Schema.NullOr(
    Schema.Struct({ path: Schema.String, free_bytes: Schema.Finite, total_bytes: Schema.Finite })
  ).annotate({ description: "Of the data directory; null: it cannot be looked at" })
})

export type SystemFacts = typeof SystemFacts.Type

// The health of the service over time: samples of each minute, kept for a day, returned in equal steps.
import * as Schema from "effect/Schema"
import { Instant } from "../schemas.ts"
import { beatingRoles, queueNames, type SystemFacts } from "./SystemFacts.ts"

/** SAMPLE_RETENTION_MINUTES is how long samples are kept. */
export const SAMPLE_RETENTION_MINUTES = 1440
/** MAX_STEPS is about how many steps one answer has at most. */
const MAX_STEPS = 120

/** Returns the length of a step, for a period of so many minutes. */
export const stepMinutes = (minutes: number): number => Math.ceil(minutes / MAX_STEPS)

const steps = (description: string) =>
  Schema.Array(Schema.NullOr(Schema.Finite)).annotate({ description: `${description}; null: nobody looked` })

/** HealthHistory is the history, step by step. */
export const HealthHistory = Schema.Struct({
  from: Instant.annotate({ description: "The beginning of the first step" }),
  to: Instant.annotate({ description: "The end of the last one, which may not be over" }),
  step_seconds: Schema.Int.annotate({
    description: "Of what was measured more than once in a step the worst is told; beats are added up"
  }),
  workers: Schema.Array(
    Schema.Struct({
      worker: Schema.String,
      role: Schema.Literals(beatingRoles),
      beats: Schema.Array(Schema.Int)
    })
  ).annotate({ description: "Workers that said in this time that they are alive" }),
  partitions: Schema.Array(
    Schema.Struct({
      partition: Schema.Int,
      lag_seconds: steps("How far rules were behind"),
      most: Schema.NullOr(Schema.Struct({ lag_seconds: Schema.Finite, at: Instant })).annotate({
        description: "The most of the last 24 hours; null: nobody looked"
      })
    })
  ),
  queues: Schema.Array(
    Schema.Struct({
      name: Schema.Literals(queueNames),
      depth: steps("How much waited"),
      oldest_seconds: steps("How long the oldest had waited")
    })
  ),
  disk_free_bytes: steps("Free at the data directory"),
  database_bytes: steps("The size of the database"),
  connections: steps("Of the database, that were taken")
}).annotate({ identifier: "HealthHistory" })
export type HealthHistory = typeof HealthHistory.Type

/** SampleKind is what a sample measures; heartbeats are counted where they are sent. */
export type SampleKind = "beats" | "lag" | "depth" | "oldest" | "disk_free" | "database" | "connections"

/** Sample is one measured value of a minute. */
export interface Sample {
  readonly kind: SampleKind
  /** the worker, partition or queue; "": there is one of it */
  readonly subject: string
  readonly value: number
}

/** Returns the samples of one set of facts. */
export const samplesOf = (
  facts: Pick<SystemFacts, "database" | "disk" | "partitions" | "queues">
): ReadonlyArray<Sample> => [
  ...facts.partitions.map(({ lag_seconds, partition }): Sample => ({
    kind: "lag",
    subject: String(partition),
    value: lag_seconds
  })),
  ...facts.queues.flatMap(({ depth, name, oldest_seconds }): ReadonlyArray<Sample> =>
    depth === null
      ? []
      : [
          { kind: "depth", subject: name, value: depth },
          { kind: "oldest", subject: name, value: oldest_seconds ?? 0 }
        ]
  ),
  ...(facts.disk === null ? [] : [{ kind: "disk_free" as const, subject: "", value: facts.disk.free_bytes }]),
  { kind: "database", subject: "", value: facts.database.size_bytes },
  { kind: "connections", subject: "", value: facts.database.connections }
]

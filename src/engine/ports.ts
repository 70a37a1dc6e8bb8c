// What the engine needs from outside. `store` answers with SQL, tests with memory.
import { Context, Data, type Effect } from "effect"
import type { Geometry } from "../domain/geo/Geometry.ts"
import type { FeatureType } from "../domain/rule/Document.ts"
import type { Fix, Placement, Sample } from "../domain/rule/Facts.ts"
import type { Subject } from "../domain/rule/Observation.ts"
import type { RuleState } from "../domain/rule/RuleState.ts"
import type { Who } from "../domain/rule/scope.ts"
import type { Changes } from "./Changes.ts"

export type { Changes, Failure, NewEvent } from "./Changes.ts"

/** Another process owns the partitions now, or the database moved on without us: memory must be forgotten. */
export class Fenced extends Data.TaggedError("Fenced")<{ readonly message: string }> {}

/** The database refuses what a batch decided, and will again: somebody has to step over it. */
export class Unfit extends Data.TaggedError("Unfit")<{ readonly message: string }> {}

export interface Cursor {
  readonly partition: number
  readonly position: number
}

/** All partitions, held under one epoch until the lease runs out. */
export interface Tenure {
  readonly epoch: number
  readonly cursors: ReadonlyArray<Cursor>
}

/** One owner at a time, proven at every commit by the epoch. */
export class Ownership extends Context.Service<Ownership, {
  /** null while somebody else's lease runs */
  readonly claim: Effect.Effect<Tenure | null>
  /** false when the tenure is over */
  readonly renew: (tenure: Tenure) => Effect.Effect<boolean>
  readonly release: (tenure: Tenure) => Effect.Effect<void>
}>()("engine/Ownership") {}

export interface LogRow {
  readonly partition: number
  readonly id: number
  readonly receivedAt: number
  readonly payload: string
}

export interface Editions {
  readonly book: number
  readonly roster: number
}

export class Feed extends Context.Service<Feed, {
  /** The next rows of each partition in log order; `atEnd`: nothing was left when this was read. */
  readonly read: (cursors: ReadonlyArray<Cursor>) => Effect.Effect<{ readonly rows: ReadonlyArray<LogRow>; readonly atEnd: boolean }>
  /** The editions of the projects' rules, features and rosters as they stand. */
  readonly editions: (projectIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, Editions>>
  /** Returns when the log may have grown: a doorbell, at the latest after the given time. */
  readonly wait: (milliseconds: number) => Effect.Effect<void>
}>()("engine/Feed") {}

export interface FeatureRow {
  readonly id: string
  readonly name: string
  readonly featureType: FeatureType
  readonly geometry: Geometry
  readonly radiusM: number | null
  readonly revision: number
  readonly changedAt: number
}

export interface RuleRow {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly blankFrom: number
  readonly document: unknown
  readonly failedSubject: string | null
}

/** A project's enabled rules and its features, of one moment. */
export interface BookRows {
  readonly version: number
  readonly features: ReadonlyArray<FeatureRow>
  readonly rules: ReadonlyArray<RuleRow>
}

export class RuleBook extends Context.Service<RuleBook, {
  /** null: no such project */
  readonly load: (projectId: string) => Effect.Effect<BookRows | null>
}>()("engine/RuleBook") {}

/** A subject's memory as the records up to the cursor leave it. */
export interface Memory {
  readonly watermark: number | null
  readonly fix: Fix | undefined
  readonly latest: ReadonlyMap<string, Sample>
  readonly placement: Placement | null
  readonly states: ReadonlyArray<{ readonly ruleId: string; readonly blankFrom: number; readonly state: RuleState; readonly episode: string | null }>
}

export class FactSource extends Context.Service<FactSource, {
  /** What is known of subjects that wake cold, one query for all of them. */
  readonly wake: (subjects: ReadonlyArray<Subject>, cursors: ReadonlyArray<Cursor>, metrics: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, Memory>>
  /** Names, types and groups. */
  readonly who: (subjects: ReadonlyArray<Subject>) => Effect.Effect<ReadonlyMap<string, Who>>
  /** States with a timer, of all partitions. */
  readonly pending: Effect.Effect<ReadonlyArray<{ readonly ruleId: string; readonly subject: Subject; readonly wakeAt: number }>>
}>()("engine/FactSource") {}

export class Journal extends Context.Service<Journal, {
  /**
   * Everything a batch decided and the cursors, in one transaction, only if the tenure still holds and the cursors are where
   * they were read. On any failure the outcome is unknown and memory must be forgotten.
   */
  readonly commit: (tenure: Tenure, changes: Changes) => Effect.Effect<void, Fenced | Unfit>
}>()("engine/Journal") {}

/** Fresh ids, so that the engine draws no randomness of its own. */
export class Ids extends Context.Service<Ids, { readonly next: () => string }>()("engine/Ids") {}

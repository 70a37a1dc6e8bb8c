// Which process works: one process holds all partitions of the log, proven at every commit.
import { Context, type Effect } from "effect"
import type { Lane } from "../evaluate/Lane.ts"
import type { Parking } from "../evaluate/Parking.ts"

/** Cursor is the last evaluated row of a partition. */
export interface Cursor {
  readonly partition: number
  readonly position: number
}

/**
 * LogProgress tells how far the log is evaluated: up to the cursors, projects in lanes as far as the lanes
 * say.
 */
export interface LogProgress {
  readonly cursors: ReadonlyArray<Cursor>
  readonly lanes: ReadonlyArray<Lane>
}

/** Tenure is the ownership of all partitions under one epoch until the lease expires. */
export interface Tenure extends LogProgress {
  readonly epoch: number
  /** projects that the previous owner had parked */
  readonly parked?: ReadonlyArray<Parking>
}

/** Ownership grants the log to one process at a time; every commit proves it by the epoch. */
export class Ownership extends Context.Service<
  Ownership,
  {
    /** Claims the log; null while another process holds the lease. */
    readonly claim: Effect.Effect<Tenure | null>
    /** Renews the lease; false: the tenure is over. */
    readonly renew: (tenure: Tenure) => Effect.Effect<boolean>
    readonly release: (tenure: Tenure) => Effect.Effect<void>
  }
>()("engine/Ownership") {}

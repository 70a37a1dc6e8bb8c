// Which process evaluates a partition of the log: the one that claimed it last, proven at every commit.
import { Context, type Effect } from "effect"
import type { Lane } from "../evaluate/Lane.ts"
import type { Parking } from "../evaluate/Parking.ts"

/** Cursor is the last evaluated row of a partition. */
export interface Cursor {
  readonly partition: number
  readonly position: number
}

/**
 * LogProgress tells how far the partitions of an engine are evaluated: up to the cursors, projects in lanes
 * as far as the lanes say.
 */
export interface LogProgress {
  readonly cursors: ReadonlyArray<Cursor>
  readonly lanes: ReadonlyArray<Lane>
}

/** Tenure is the ownership of a partition: it lasts until another claim raises the epoch. */
export interface Tenure extends Cursor {
  readonly epoch: number
}

/** Claim is what was claimed: the partitions, and what their previous owners left in them. */
export interface Claim {
  readonly tenures: ReadonlyArray<Tenure>
  readonly lanes: ReadonlyArray<Lane>
  /** projects that are parked; absent: none */
  readonly parked?: ReadonlyArray<Parking>
}

/** Ownership gives partitions to the process that claims them; every commit proves it by their epochs. */
export class Ownership extends Context.Service<
  Ownership,
  {
    /** Claims partitions: a process that claimed one of them before can commit to it no more. */
    readonly claim: (partitions: ReadonlyArray<number>) => Effect.Effect<Claim>
  }
>()("engine/Ownership") {}

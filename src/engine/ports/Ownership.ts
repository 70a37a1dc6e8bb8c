// Who works: one process holds all partitions of the log, proven at every commit.
import { Context, type Effect } from "effect"
import type { Lane } from "../live/Lanes.ts"
import type { Parking } from "../live/ParkedProjects.ts"

export interface Cursor {
  readonly partition: number
  readonly position: number
}

/** How far the log is judged: up to the cursors, but for projects in lanes, which are as far as these say. */
export interface Reading {
  readonly cursors: ReadonlyArray<Cursor>
  readonly lanes: ReadonlyArray<Lane>
}

/** All partitions, held under one epoch until the lease runs out. */
export interface Tenure extends Reading {
  readonly epoch: number
  /** projects that the owner before could not load the rule set of */
  readonly parked?: ReadonlyArray<Parking>
}

/** One owner at a time, proven at every commit by the epoch. */
export class Ownership extends Context.Service<
  Ownership,
  {
    /** null while somebody else's lease runs */
    readonly claim: Effect.Effect<Tenure | null>
    /** false when the tenure is over */
    readonly renew: (tenure: Tenure) => Effect.Effect<boolean>
    readonly release: (tenure: Tenure) => Effect.Effect<void>
  }
>()("engine/Ownership") {}

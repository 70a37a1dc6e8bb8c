// What background work needs from outside.
import { Context, type Effect } from "effect"

export class Upkeep extends Context.Service<Upkeep, {
  /** Drops log rows that the engine is past, a bounded number at a time; how many went. */
  readonly dropReadLog: Effect.Effect<number>
  /** Makes the partitions of the months round `now` (epoch ms), so that live data never waits for one. */
  readonly makeMonths: (now: number) => Effect.Effect<void>
  /** Moves rows of the default partitions into months of their own; how many months were made. */
  readonly moveStrays: Effect.Effect<number>
  /** Forgets answers kept for repeated requests, and sessions that ended. */
  readonly expire: Effect.Effect<void>
}>()("jobs/Upkeep") {}

export class Heartbeat extends Context.Service<Heartbeat, {
  readonly beat: (role: string, detail: object) => Effect.Effect<void>
}>()("jobs/Heartbeat") {}

export class RunUpkeep extends Context.Service<RunUpkeep, {
  /** Removes runs that expired and the oldest of those that are too many, and ends those past their time that no worker ended. How many of each. */
  readonly tidy: (timeoutMs: number) => Effect.Effect<{ readonly expired: number; readonly surplus: number; readonly abandoned: number }>
}>()("jobs/RunUpkeep") {}

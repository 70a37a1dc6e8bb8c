// What keeping the house clean, and saying that a worker is alive, need from outside.
import { Context, type Effect } from "effect"

export class Upkeep extends Context.Service<
  Upkeep,
  {
    /** Drops log rows that the engine is past, a bounded number at a time; how many went. */
    readonly dropReadLog: Effect.Effect<number>
    /** Makes the partitions of the months round `now` (epoch ms), so that live data never waits for one. */
    readonly makeMonths: (now: number) => Effect.Effect<void>
    /** Moves rows of the default partitions into months of their own; how many months were made. */
    readonly moveStrays: Effect.Effect<number>
    /**
     * Forgets answers kept for repeated requests, sessions that ended, workers that are gone, AI clients that
     * nobody has used for 30 days, what came in longer ago than it is shown, and files of exports whose time
     * is over.
     */
    readonly expire: Effect.Effect<void>
    /**
     * Drops traces that are older than their class is kept, a bounded number at a time, and whole months
     * where it can; how many traces went.
     */
    readonly expireTraces: Effect.Effect<number>
    /** Looks at what needs somebody in every project, and keeps what is over with its end. */
    readonly watchMatters: Effect.Effect<void>
  }
>()("jobs/Upkeep") {}

export class Heartbeat extends Context.Service<
  Heartbeat,
  {
    readonly beat: (role: string, detail: object) => Effect.Effect<void>
  }
>()("jobs/Heartbeat") {}

export class RunUpkeep extends Context.Service<
  RunUpkeep,
  {
    /**
     * Removes runs that expired and the oldest of those that are too many, and ends those past their time
     * that no worker ended. How many of each.
     */
    readonly tidy: (
      timeoutMs: number
    ) => Effect.Effect<{ readonly expired: number; readonly surplus: number; readonly abandoned: number }>
    /**
     * Fails the queued runs of modules other than `modules`, those of the deployment: no worker need run for
     * it. How many.
     */
    readonly failDisabled: (modules: ReadonlyArray<string>) => Effect.Effect<number>
  }
>()("jobs/RunUpkeep") {}

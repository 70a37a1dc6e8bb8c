// The ports of upkeep and heartbeats.
import { Context, type Effect } from "effect"

/** Upkeep removes what has expired and makes partitions. */
export class Upkeep extends Context.Service<
  Upkeep,
  {
    /** Removes log rows that the engine has read, a bounded number at a time; returns how many. */
    readonly dropReadLog: Effect.Effect<number>
    /** Makes the partitions of the months around `now` (epoch ms), so that live data never waits for one. */
    readonly makeMonths: (now: number) => Effect.Effect<void>
    /** Moves rows of the default partitions into months of their own; returns how many months were made. */
    readonly moveStrays: Effect.Effect<number>
    /**
     * Removes expired rows: stored answers of idempotency keys, ended sessions, dead workers, AI clients
     * without use for 30 days, old traffic, and files of expired exports.
     */
    readonly expire: Effect.Effect<void>
    /**
     * Removes traces that are older than the retention of their class, a bounded number at a time, and whole
     * months where possible; returns how many.
     */
    readonly expireTraces: Effect.Effect<number>
    /** Records the matters of every project, and the ends of those that are over. */
    readonly watchMatters: Effect.Effect<void>
  }
>()("jobs/Upkeep") {}

/** Heartbeat writes signs of life of a worker. */
export class Heartbeat extends Context.Service<
  Heartbeat,
  {
    readonly beat: (role: string, detail: object) => Effect.Effect<void>
  }
>()("jobs/Heartbeat") {}

/** RunUpkeep is the upkeep of analysis runs. */
export class RunUpkeep extends Context.Service<
  RunUpkeep,
  {
    /**
     * Removes expired runs and the oldest above the limit, and ends those past their time that no worker
     * ended. Returns how many of each.
     */
    readonly tidy: (
      timeoutMs: number
    ) => Effect.Effect<{ readonly expired: number; readonly surplus: number; readonly abandoned: number }>
    /**
     * Fails the queued runs of modules other than `modules`, those of the deployment, without a worker.
     * Returns how many.
     */
    readonly failDisabled: (modules: ReadonlyArray<string>) => Effect.Effect<number>
  }
>()("jobs/RunUpkeep") {}

// The engine processes and what each of them evaluates: they share the partitions of the log.
import * as Schema from "effect/Schema"
import { Instant } from "../schemas.ts"

/** EngineShare is an engine process with a summary of its partitions. */
export const EngineShare = Schema.Struct({
  name: Schema.String.annotate({
    description: "Its machine and process id, as `owner` of its partitions: `alp-1:4711`"
  }),
  alive: Schema.Boolean.annotate({ description: "Whether it has been heard in the last 5 seconds" }),
  started_at: Schema.NullOr(Instant).annotate({ description: "null: its first heartbeat is still to come" }),
  partitions: Schema.Int.annotate({
    description: "How many it claimed and no other engine has claimed since"
  }),
  claimed_at: Schema.NullOr(Instant).annotate({
    description: "When it claimed the last of them; null: it owns none"
  }),
  unread: Schema.Int.annotate({ description: "Log rows of its partitions that rules have not seen" }),
  lag_seconds: Schema.Finite.annotate({ description: "The largest of its partitions" })
}).annotate({ identifier: "EngineShare" })
export type EngineShare = typeof EngineShare.Type

/** OwnedPartition is what a summary needs of a partition. */
interface OwnedPartition {
  readonly owner: string | null
  readonly owner_alive: boolean
  readonly claimed_at: string | null
  readonly unread: number
  readonly lag_seconds: number
}

/** EngineWorker is what a summary needs of a heartbeat. */
interface EngineWorker {
  readonly worker: string
  readonly started_at: string
}

const latest = (instants: ReadonlyArray<string | null>): string | null =>
  instants.reduce((a, b) => (a === null || (b !== null && Date.parse(b) > Date.parse(a)) ? b : a), null)

/**
 * Returns the engines, ordered by name: those that run, and those that own partitions although they do not
 * run.
 */
export const engineShares = (
  partitions: ReadonlyArray<OwnedPartition>,
  runningNames: ReadonlyArray<string>,
  workers: ReadonlyArray<EngineWorker>
): ReadonlyArray<EngineShare> => {
  const owned = Map.groupBy(partitions, ({ owner }) => owner)
  owned.delete(null)
  const names = new Set([...runningNames, ...owned.keys()].filter((name) => name !== null))
  return [...names].toSorted().map((name) => {
    const own = owned.get(name) ?? []
    return {
      name,
      alive: runningNames.includes(name) || own.some(({ owner_alive }) => owner_alive),
      started_at: latest(
        workers.flatMap(({ started_at, worker }) => (worker === `${name}/engine` ? [started_at] : []))
      ),
      partitions: own.length,
      claimed_at: latest(own.map(({ claimed_at }) => claimed_at)),
      unread: own.reduce((n, { unread }) => n + unread, 0),
      lag_seconds: Math.max(0, ...own.map(({ lag_seconds }) => lag_seconds))
    }
  })
}

/** Returns the number of partitions whose owner does not run, or that were never claimed. */
export const unownedCount = (partitions: ReadonlyArray<Pick<OwnedPartition, "owner_alive">>): number =>
  partitions.filter(({ owner_alive }) => !owner_alive).length

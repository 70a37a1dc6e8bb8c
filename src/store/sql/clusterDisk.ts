// Whether the embedded database has disk space. A server that stopped on a full disk answers nothing, and
// cannot even log why, so its disk is checked instead.
import { Context, Effect } from "effect"
import { statfs } from "node:fs/promises"
import type { SqlError } from "effect/sql/SqlError"
import { explainDatabase, type Explanation, FULL_DISK_EXPLANATION, noAnswer } from "./explainDatabase.ts"

/**
 * ClusterDirectory is the data directory of the embedded database; null: the database is external, and so is
 * its disk.
 */
export const ClusterDirectory = Context.Reference<string | null>("pugmark/store/ClusterDirectory", {
  defaultValue: () => null
})

/**
 * MIN_START_BYTES is what PostgreSQL needs to start: a WAL segment of 16 MiB, and a little more to finish
 * its recovery.
 */
export const MIN_START_BYTES = 24 * 1024 * 1024

/** Returns the free bytes on the disk of a directory; null: unknown. */
const freeBytes = (directory: string): Promise<number | null> =>
  statfs(directory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null
  )

/**
 * Returns why the database failed: its message, or its full disk, which keeps it from sending one. null: it
 * does not answer.
 */
export const explainOutage = (error: SqlError | null): Effect.Effect<Explanation> =>
  Effect.gen(function* () {
    const directory = yield* ClusterDirectory
    const explanation = error === null ? noAnswer : explainDatabase(error)
    if (directory === null || explanation.code === FULL_DISK_EXPLANATION.code) return explanation
    const free = yield* Effect.promise(() => freeBytes(directory))
    return free !== null && free < MIN_START_BYTES ? FULL_DISK_EXPLANATION : explanation
  })

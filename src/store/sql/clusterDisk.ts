// Whether the embedded database has room. A server that stopped itself on a full disk answers nothing, and cannot
// even say why in its log: its disk is asked instead.
import { Context, Effect } from "effect"
import { statfs } from "node:fs/promises"
import type { SqlError } from "effect/sql/SqlError"
import { explainDatabase, type Explanation, FULL_DISK, silence } from "./explainDatabase.ts"

/** Where the embedded database lies; null: the database is another's, and so is its disk. */
export const ClusterDirectory = Context.Reference<string | null>("pugmark/store/ClusterDirectory", {
  defaultValue: () => null
})

/** PostgreSQL needs a piece of its log of 16 MiB to start again, and a little more to finish its recovery. */
export const ROOM_TO_START_BYTES = 24 * 1024 * 1024

/** Room left on the disk of a directory, bytes; null: it cannot be asked. */
export const freeBytes = (directory: string): Promise<number | null> =>
  statfs(directory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null
  )

/**
 * Why the database failed: what it said, or its full disk, which keeps it from saying so. null: it does not
 * answer.
 */
export const explainOutage = (error: SqlError | null): Effect.Effect<Explanation> =>
  Effect.gen(function* () {
    const directory = yield* ClusterDirectory
    const explanation = error === null ? silence : explainDatabase(error)
    if (directory === null || explanation.code === FULL_DISK.code) return explanation
    const free = yield* Effect.promise(() => freeBytes(directory))
    return free !== null && free < ROOM_TO_START_BYTES ? FULL_DISK : explanation
  })

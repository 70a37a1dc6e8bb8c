// Counts the users of a server with the kernel's help. The cluster has a FIFO; the server's watchdog holds its
// read end, and every process that uses the server holds a write end until it closes it or dies, however it
// dies. When the last is gone the watchdog reads end-of-file. No process owns the server, and no count can be
// wrong.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { execFile } from "node:child_process"
import { randomUUID } from "node:crypto"
import { closeSync, constants, openSync, writeSync } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Account } from "./account.ts"
import type { EmbeddedPgError } from "./EmbeddedPgError.ts"
import { attempt } from "./EmbeddedPgError.ts"

const run = promisify(execFile)
const published = (cluster: string) => join(cluster, "users.fifo")

/**
 * Opens a write end; null when no watchdog reads. Node opens files close-on-exec, so a child does not count
 * for its parent.
 */
const openWriteEnd = (fifo: string): number | null => {
  try {
    return openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code
    if (code === "ENXIO" || code === "ENOENT") return null
    throw cause
  }
}

const writeLine = (fd: number, line: string): boolean => {
  try {
    return writeSync(fd, `${line}\n`) > 0
  } catch {
    return false // EPIPE: the watchdog has left
  }
}

/** Whether a watchdog reads, that is, whether the server is not about to stop. */
export const isWatched = (cluster: string): boolean => {
  const fd = openWriteEnd(published(cluster))
  if (fd !== null) closeSync(fd)
  return fd !== null
}

/**
 * Joins the users of a running server until the scope closes; false when there is no server to join, or it is
 * stopping. Holding a write end is not enough, because the watchdog may have read its end-of-file just
 * before. So a new user writes a name, and the watchdog, if it still reads, answers by making a file of that
 * name.
 */
export const joinUsers = (cluster: string): Effect.Effect<boolean, EmbeddedPgError, Scope> =>
  Effect.gen(function* () {
    const fd = yield* Effect.acquireRelease(
      attempt("cannot join the users of PostgreSQL", async () => openWriteEnd(published(cluster))),
      (fd) =>
        Effect.sync(() => {
          if (fd !== null) closeSync(fd)
        })
    )
    const name = `user-${process.pid}-${randomUUID()}`
    if (fd === null || !writeLine(fd, name)) return false
    const answered = Effect.promise(() =>
      rm(join(cluster, name)).then(
        () => true,
        () => false
      )
    )
    for (let tries = 0; tries < 200; tries += 1) {
      if (yield* answered) return true
      yield* Effect.sleep("5 millis")
    }
    return false
  })

/**
 * FirstUser is the FIFO of a server about to start, and the two ends that count its starter. Both are open
 * before the watchdog reads.
 */
interface FirstUser {
  readonly readEnd: number
  readonly writeEnd: number
}

/**
 * Opens both ends. The FIFO is opened for both first, because each end alone waits for the other, or is
 * refused without it.
 */
export const openBothEnds = (fifo: string): FirstUser => {
  const both = openSync(fifo, constants.O_RDWR)
  const ends = { readEnd: openSync(fifo, constants.O_RDONLY), writeEnd: openSync(fifo, constants.O_WRONLY) }
  closeSync(both)
  return ends
}

/** Makes a FIFO under a private name, until `publish`. Only the server's account (and root) may open it. */
export const makeFifo = (
  cluster: string,
  account: Account
): Effect.Effect<string, EmbeddedPgError, Scope> => {
  const fifo = join(cluster, `users-${process.pid}-${randomUUID()}.fifo`)
  return Effect.acquireRelease(
    attempt("cannot make a FIFO", async (signal) => {
      await run("mkfifo", ["-m", "600", fifo], { ...account, cwd: "/", signal })
      return fifo
    }),
    () => Effect.promise(() => rm(fifo, { force: true }))
  )
}

/** Makes the server available to others: the FIFO of the running server takes the place of the previous one. */
export const publish = (cluster: string, fifo: string): Effect.Effect<void, EmbeddedPgError> =>
  attempt("cannot publish the FIFO", () => rename(fifo, published(cluster)))

// Starts the server of a cluster under its watchdog, with this process as the first user.
import { Data, Effect } from "effect"
import type { Scope } from "effect/Scope"
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { closeSync } from "node:fs"
import { mkdir, open, rename, stat } from "node:fs/promises"
import * as net from "node:net"
import { dirname } from "node:path"
import { setTimeout } from "node:timers/promises"
import type { Account } from "./account.ts"
import type { Binaries } from "./binaries.ts"
import { attempt, EmbeddedPgError } from "./EmbeddedPgError.ts"
import { removeOtherSockets } from "./localSocket.ts"
import { findPostmaster, forgetDeadPostmaster } from "./Postmaster.ts"
import type { Settings } from "./settings.ts"
import { toArguments } from "./settings.ts"
import { isWatched, makeFifo, openBothEnds, publish } from "./UserCount.ts"
import { spawnWatched } from "./watchdog.ts"

/** Site is everything that is known before a server is started. */
export interface Site {
  readonly cluster: string
  readonly account: Account
  readonly binaries: Binaries
  readonly logFile: string
  readonly flags: Settings
}

/** Started is a started server, before it accepts connections. */
interface Started {
  readonly child: ChildProcess
  readonly port: number
  readonly writeEnd: number
  readonly logFrom: number
}

/** NOTICE_MS is how long the watchdog takes to see that the last user left. */
const NOTICE_MS = 300
/** SHUTDOWN_MS is how long the server may take for its shutdown checkpoint. */
const SHUTDOWN_MS = 15_000

/** ROTATE_BYTES is the size at which the server's log file is renamed to `.1` at a start. */
const ROTATE_BYTES = 64 * 1024 * 1024

const freePort = async (): Promise<number> => {
  const server = net.createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as net.AddressInfo // it listens on TCP
  server.close()
  return port
}

const hasEnded = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null || child.pid === undefined

const start = async (site: Site, fifo: string): Promise<Started> => {
  await forgetDeadPostmaster(site.cluster)
  await mkdir(dirname(site.logFile), { recursive: true })
  const port = await freePort()
  // no process writes to it now; its contents were forwarded
  if (((await stat(site.logFile).catch(() => null))?.size ?? 0) > ROTATE_BYTES)
    await rename(site.logFile, `${site.logFile}.1`)
  const log = await open(site.logFile, "a", 0o600)
  const logFrom = (await log.stat()).size
  const { readEnd, writeEnd } = openBothEnds(fifo)
  try {
    const argv = [site.binaries.postgres, ...toArguments(site.cluster, port, site.flags)]
    const child = spawnWatched({ argv, account: site.account, fifo, readEnd, log: log.fd })
    child.once("error", () => undefined) // handled by hasEnded
    return { child, port, writeEnd, logFrom }
  } finally {
    closeSync(readEnd)
    await log.close()
  }
}

/**
 * Leaves the users. A starter that is also the last user waits for the server's end, so that a Ctrl-C leaves
 * no process behind.
 */
const leave = async (cluster: string, { child, writeEnd }: Started): Promise<void> => {
  closeSync(writeEnd)
  if (hasEnded(child)) return
  child.ref()
  const ended = once(child, "exit")
  const atMost = (ms: number) => Promise.race([ended, setTimeout(ms, undefined, { ref: false })])
  await atMost(NOTICE_MS)
  if (!isWatched(cluster)) await atMost(SHUTDOWN_MS)
  child.unref()
}

const readLog = async (file: string, from: number): Promise<string> => {
  const log = await open(file, "r")
  try {
    const { buffer, bytesRead } = await log.read(Buffer.alloc(4000), 0, 4000, from)
    return buffer.toString("utf8", 0, bytesRead).trim()
  } finally {
    await log.close()
  }
}

/**
 * LostRace means that another process starts a server of this cluster too, a stopping server is not quite
 * gone, or another program took the port.
 */
class LostRace extends Data.TaggedError("LostRace")<{ readonly said: string }> {}

const RACE_PATTERN =
  /lock file "postmaster\.pid" (already exists|is empty)|pre-existing shared memory|could not bind/

const awaitReady = (
  site: Site,
  { child, logFrom, port }: Started
): Effect.Effect<void, LostRace | EmbeddedPgError> =>
  Effect.gen(function* () {
    for (;;) {
      if (hasEnded(child)) {
        const said = yield* attempt(`cannot read ${site.logFile}`, () => readLog(site.logFile, logFrom))
        if (RACE_PATTERN.test(said)) return yield* new LostRace({ said })
        return yield* new EmbeddedPgError({
          message: `PostgreSQL did not start on ${site.cluster}. It said (${site.logFile}):\n${said}`
        })
      }
      const server = yield* attempt("cannot read postmaster.pid", () => findPostmaster(site.cluster))
      if (server?.status === "ready" && server.port === port) return
      yield* Effect.sleep("10 millis")
    }
  })

/** Returns the port of a started server, with this process counted as its user until the scope closes. */
export const startServer = (site: Site): Effect.Effect<number, LostRace | EmbeddedPgError, Scope> =>
  Effect.gen(function* () {
    const fifo = yield* makeFifo(site.cluster, site.account)
    const started = yield* Effect.acquireRelease(
      attempt("cannot start PostgreSQL", () => start(site, fifo)),
      (started) => Effect.promise(() => leave(site.cluster, started))
    )
    yield* awaitReady(site, started)
    yield* attempt("cannot remove old sockets", () => removeOtherSockets(site.cluster, started.port))
    yield* publish(site.cluster, fifo)
    return started.port
  })

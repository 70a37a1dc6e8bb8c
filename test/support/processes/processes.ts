// Watches real processes for the tests of the embedded database: starts users of a directory, and finds in
// /proc what they leave.
import { Data, Effect, Schedule } from "effect"
import type { Scope } from "effect/Scope"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

const SCRIPT = fileURLToPath(new URL("embeddedPgUser.ts", import.meta.url))

/** What a user says first: that it is ready, or why it is not. */
export interface Said {
  readonly adopted?: boolean
  readonly url?: string
  readonly inherits?: boolean
  readonly failed?: string
}

/**
 * A process of test/support/processes/embeddedPgUser.ts in a process group of its own, as after a start in a
 * terminal.
 */
export interface User {
  readonly pid: number
  readonly said: Said
  /**
   * Sends a signal to the process, or to its group as Ctrl-C does, and waits for its end; gives what else it
   * said.
   */
  readonly end: (signal: "SIGTERM" | "SIGKILL" | "Ctrl-C") => Effect.Effect<{ readonly draining?: boolean }>
}

/** Starts a user and waits for its first words. It dies with the scope. */
export const startUser = (
  dataDir: string,
  account: { readonly uid?: number; readonly gid?: number } = {}
): Effect.Effect<User, never, Scope> =>
  Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [SCRIPT, dataDir], {
        ...account,
        detached: true,
        stdio: ["ignore", "pipe", "inherit"]
      })
    ),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  ).pipe(
    Effect.flatMap((child) => {
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
      const next = async () => JSON.parse((await lines.next()).value ?? "{}")
      const ended = once(child, "exit")
      const pid = child.pid ?? Number.NaN
      const end: User["end"] = (signal) =>
        Effect.promise(async () => {
          process.kill(signal === "Ctrl-C" ? -pid : pid, signal === "Ctrl-C" ? "SIGINT" : signal)
          await ended
          return next()
        })
      return Effect.promise(async () => ({ pid, said: (await next()) as Said, end }))
    })
  )

/** The ids of all processes that serve a cluster: its watchdog, and every process of PostgreSQL. */
export const processesOf = (cluster: string): ReadonlyArray<number> => {
  const home = realpathSync(cluster)
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/cwd`) === home ||
          readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`pugmark-postgres\0${home}/`)
        )
      } catch {
        return false // it has ended meanwhile
      }
    })
}

class StillThere extends Data.TaggedError("StillThere")<{
  readonly processes: ReadonlyArray<number>
  readonly pidFile: boolean
}> {}

/**
 * Succeeds when no process of a server is left; fails after five seconds. Its pid file may be there: it was
 * killed.
 */
export const nothingRuns = (cluster: string): Effect.Effect<void, StillThere> =>
  Effect.suspend(() => {
    const processes = processesOf(cluster)
    return processes.length > 0 ? Effect.fail(new StillThere({ processes, pidFile: true })) : Effect.void
  }).pipe(Effect.retry({ schedule: Schedule.spaced("50 millis"), times: 100 }))

/** Succeeds when nothing of a server is left, neither process nor pid file; fails after two seconds. */
export const nothingLeft = (cluster: string): Effect.Effect<void, StillThere> =>
  Effect.suspend(() => {
    const left = { processes: processesOf(cluster), pidFile: existsSync(`${cluster}/postmaster.pid`) }
    return left.processes.length > 0 || left.pidFile ? Effect.fail(new StillThere(left)) : Effect.void
  }).pipe(Effect.retry({ schedule: Schedule.spaced("20 millis"), times: 100 }))

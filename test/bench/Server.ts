// The service under test: `node src/main.ts all` with its own database in a directory that is removed
// afterwards, however the bench ends.
import { Data, Effect, Schedule } from "effect"
import type { Scope } from "effect/Scope"
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { existsSync, openSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import type { Role } from "../../src/config/Settings.ts"
import { freePort } from "../support/machine.ts"
import { type ProcessorTime, readProcessorTime } from "./readings/processorTime.ts"

/** ROOT is the checkout that this bench belongs to. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url))

export class ServerFailed extends Data.TaggedError("ServerFailed")<{ readonly message: string }> {}

export interface Server {
  readonly port: number
  readonly token: string
  /** where its data lies */
  readonly directory: string
  /** resident memory of the process, bytes */
  readonly memory: () => number
  readonly processorTime: () => ProcessorTime | null
  /** what it wrote so far, over all starts in its directory */
  readonly output: () => string
}

const residentMemory = (pid: number): number => {
  const status = `/proc/${pid}/status`
  const kilobytes = existsSync(status)
    ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(status, "utf8"))?.[1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })
  return Number(kilobytes) * 1024
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** Lets it leave in order: the database writes its shutdown checkpoint. */
const stop = async (child: ChildProcess): Promise<void> => {
  if (hasEnded(child)) return
  const ended = once(child, "exit")
  child.kill("SIGTERM")
  await Promise.race([ended, setTimeout(20_000, undefined, { ref: false })])
  if (!hasEnded(child)) child.kill("SIGKILL")
}

const awaitReady = (port: number, child: ChildProcess, log: string) =>
  Effect.tryPromise(async () => {
    if (hasEnded(child)) return
    const { ok } = await fetch(`http://127.0.0.1:${port}/health/ready`)
    if (!ok) throw new Error("not ready")
  }).pipe(
    Effect.retry({ schedule: Schedule.spaced("50 millis"), times: 1200 }),
    Effect.ignore,
    Effect.andThen(
      Effect.suspend(() =>
        hasEnded(child)
          ? new ServerFailed({
              message: `the server did not start; it said:\n${readFileSync(log, "utf8").slice(-4000)}`
            })
          : Effect.void
      )
    )
  )

/**
 * More of a server than where it lies: its environment, which role of the program it is ("all"), and the
 * checkout whose program it runs (this one).
 */
export interface Start {
  readonly root?: string
  readonly settings?: Readonly<Record<string, string>>
  readonly role?: Role
}

/**
 * Starts the service on a directory and waits until it is ready. `profile`: where Node leaves a CPU profile
 * at the end.
 */
export const startServer = (
  directory: string,
  profile: string | undefined,
  { role = "all", root = ROOT, settings = {} }: Start = {}
): Effect.Effect<Server, ServerFailed, Scope> =>
  Effect.gen(function* () {
    const port = yield* freePort
    const token = `bench-${randomBytes(24).toString("hex")}`
    const log = join(directory, "server.log")
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const out = openSync(log, "a")
        return spawn(
          process.execPath,
          [
            "--max-semi-space-size=64",
            ...(profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`]),
            join(root, "src/main.ts"),
            role
          ],
          {
            stdio: ["ignore", out, out],
            env: {
              PATH: process.env["PATH"],
              HOME: process.env["HOME"],
              NODE_OPTIONS: process.env["NODE_OPTIONS"],
              PORT: String(port),
              HOST: "127.0.0.1",
              DATA_DIR: directory,
              DEMO: "off",
              ADMIN_TOKEN: token,
              LOG_LEVEL: "warn",
              ...settings
            }
          }
        )
      }),
      (child) => Effect.promise(() => stop(child))
    )
    yield* awaitReady(port, child, log)
    return {
      port,
      token,
      directory,
      memory: () => residentMemory(child.pid!),
      processorTime: () => readProcessorTime(child.pid!, join(directory, "pg")),
      output: () => readFileSync(log, "utf8")
    }
  })

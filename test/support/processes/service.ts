// The service as its operator meets it: `node src/main.ts all`, or another of its roles, in a process group
// of its own, on a directory and a port of its own. What is known of it is what HTTP, its output and signals
// tell.
import { Data, Effect, Schedule } from "effect"
import type { Scope } from "effect/Scope"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, existsSync, openSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Role } from "../../../src/config/Settings.ts"
import { freePort } from "../machine.ts"
import { processesOf } from "./processes.ts"

export const MAIN = fileURLToPath(new URL("../../../src/main.ts", import.meta.url))

/**
 * Of this environment, what every program gets: where its programs are, and what is compiled. Without the
 * second its first file is compiled anew at each start, and the compiler is loaded for it (0.2 s).
 */
export const OF_THE_MACHINE = {
  PATH: process.env["PATH"],
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"]
}

/** A start that did not end in readiness; the message has the last words of the program. */
export class ServiceFailed extends Data.TaggedError("ServiceFailed")<{ readonly message: string }> {}

export interface ServiceOptions {
  /** Holds `data` (DATA_DIR) and `output.log`; the same directory again is a restart. */
  readonly directory: string
  /** A database that is not the service's own. */
  readonly databaseUrl?: string
  readonly port?: number
  readonly demo?: boolean
  /** "all" */
  readonly role?: Role
  /** whether it computes analyses (true): a process that whoever asks for none need not start */
  readonly analyses?: boolean
  /** more of its environment */
  readonly settings?: Readonly<Record<string, string>>
}

/** How a process ended: its exit code (null: by a signal), and how long it took since it was told to. */
export interface Ending {
  readonly code: number | null
  readonly milliseconds: number
}

export interface Service {
  readonly pid: number
  readonly port: number
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  /** opens the API as the server admin */
  readonly token: string
  /** where the embedded database lies, if it is used */
  readonly cluster: string
  /** epoch ms when the process was started */
  readonly startedAt: number
  /** SIGTERM, as a service manager sends it; waits for the end. */
  readonly stop: Effect.Effect<Ending>
  /** SIGKILL to the program alone; waits for the end. */
  readonly kill: Effect.Effect<void>
  /** SIGKILL to the program's group and, at the same moment, to every process of its embedded database. */
  readonly killEverything: Effect.Effect<void>
  readonly hasEnded: () => boolean
  /** Sends any other signal. */
  readonly signal: (signal: NodeJS.Signals) => Effect.Effect<void>
  /** Everything the program wrote so far, over all starts in its directory. */
  readonly output: () => string
}

const TOKEN = "journey-token-0123456789abcdef0123456789abcdef"

const send = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(pid, signal)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ESRCH") throw cause // it has ended meanwhile
  }
}

const launch = (
  { analyses = true, databaseUrl, demo = false, directory, role = "all", settings = {} }: ServiceOptions,
  port: number
): Service => {
  const log = join(directory, "output.log"),
    cluster = join(directory, "data", "pg")
  const out = openSync(log, "a")
  const child = spawn(process.execPath, [MAIN, role], {
    cwd: directory,
    detached: true,
    stdio: ["ignore", out, out],
    env: {
      ...OF_THE_MACHINE,
      HOME: directory,
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: join(directory, "data"),
      ADMIN_TOKEN: TOKEN,
      DEMO: demo ? "on" : "off",
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...(analyses ? {} : { ANALYSIS_MODULES: "" }),
      ...settings
    }
  })
  closeSync(out)
  const pid = child.pid!
  const ended = once(child, "exit")
  const awaitEnd = Effect.promise(() => ended)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  // the number of a process that has ended may be another's by now
  const tell = (signal: NodeJS.Signals, whom = pid) => {
    if (!hasEnded()) send(whom, signal)
  }
  const startedAt = Date.now()
  return {
    pid,
    port,
    cluster,
    startedAt,
    origin: `http://127.0.0.1:${port}`,
    token: TOKEN,
    output: () => (existsSync(log) ? readFileSync(log, "utf8") : ""),
    hasEnded,
    signal: (signal) => Effect.sync(() => tell(signal)),
    stop: Effect.gen(function* () {
      const told = performance.now()
      tell("SIGTERM")
      yield* awaitEnd
      return { code: child.exitCode, milliseconds: performance.now() - told }
    }),
    kill: Effect.andThen(
      Effect.sync(() => tell("SIGKILL")),
      Effect.asVoid(awaitEnd)
    ),
    killEverything: Effect.gen(function* () {
      const database = process.platform === "linux" && existsSync(cluster) ? processesOf(cluster) : []
      // A stopped process writes no last line about the death of its parent.
      for (const signal of ["SIGSTOP", "SIGKILL"] as const) {
        tell(signal, -pid)
        for (const each of database) send(each, signal)
      }
      yield* awaitEnd
    })
  }
}

const awaitReady = (service: Service) => {
  const failed = (message: string) =>
    new ServiceFailed({ message: `${message}; it said:\n${service.output().slice(-4000)}` })
  const alive = Effect.suspend((): Effect.Effect<void, ServiceFailed> =>
    service.hasEnded() ? failed("the service ended before it was ready") : Effect.void
  )
  const ready = Effect.tryPromise((signal) => fetch(`${service.origin}/health/ready`, { signal })).pipe(
    Effect.map((answer) => answer.ok),
    Effect.orElseSucceed(() => false),
    Effect.tap(() => alive)
  )
  return ready.pipe(
    Effect.repeat({ until: (ok) => ok, schedule: Schedule.spaced("25 millis") }),
    Effect.timeoutOrElse({
      duration: "60 seconds",
      orElse: () => failed("the service was not ready within a minute")
    })
  )
}

/** Starts the service and does not wait. Whatever is left of it when the scope closes is killed. */
export const launchService = (options: ServiceOptions): Effect.Effect<Service, never, Scope> =>
  Effect.flatMap(options.port === undefined ? freePort : Effect.succeed(options.port), (port) =>
    Effect.acquireRelease(
      Effect.sync(() => launch(options, port)),
      (service) => service.killEverything
    )
  )

/** Starts the service and waits until it is ready. */
export const startService = (options: ServiceOptions): Effect.Effect<Service, ServiceFailed, Scope> =>
  Effect.tap(launchService(options), awaitReady)

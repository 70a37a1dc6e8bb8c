// The analysis process of `all`: a child process that is restarted when it ends, ends with its parent, and whose
// memory the operating system limits.
import { Effect, Layer, Redacted } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import type { AnalysisSettings } from "../config/Settings.ts"
import { loginOf } from "../store/sql/Pg.ts"

const PROGRAM_PATH = fileURLToPath(new URL("./runProgram.ts", import.meta.url))

/** Memory of Node before a run begins, MB. */
const NODE_BASE_MB = 1200

/** Time between two starts of a process that ends at once. */
const RESTART_DELAY = "2 seconds"

/**
 * `ANALYSIS_DATABASE_URL` names the setting with the login of the analysis role; the process gets no other
 * login.
 */
const ANALYSIS_DATABASE_URL = "ANALYSIS_DATABASE_URL"

/**
 * Starts the process with a memory limit above the sum of its runs: a run that escapes its own limit ends
 * here.
 */
const start = (url: string, settings: AnalysisSettings): ChildProcess => {
  const kb = (NODE_BASE_MB + settings.concurrency * 2 * settings.memoryMb) * 1024
  return spawn(
    "/bin/sh",
    ["-c", `ulimit -d ${kb} 2>/dev/null; exec "$0" "$@"`, process.execPath, PROGRAM_PATH, "analyse"],
    {
      env: { ...process.env, DATABASE_URL: "", [ANALYSIS_DATABASE_URL]: url },
      stdio: ["ignore", "ignore", "inherit", "ipc"]
    }
  )
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

const end = (child: ChildProcess) =>
  Effect.promise(async () => {
    if (hasEnded(child)) return
    const ended = once(child, "exit")
    child.kill("SIGTERM")
    const late = setTimeout(() => child.kill("SIGKILL"), 3000)
    await ended
    clearTimeout(late)
  })

/** `analyseProcess` keeps the process running for the life of the layer. */
export const analyseProcess = (settings: AnalysisSettings) =>
  Layer.unwrap(
    Effect.map(loginOf("pugmark_analysis"), (url) =>
      Layer.effectDiscard(
        Effect.forkScoped(
          Effect.forever(
            Effect.scoped(
              Effect.gen(function* () {
                const child = yield* Effect.acquireRelease(
                  Effect.sync(() => start(Redacted.value(url), settings)),
                  end
                )
                yield* Effect.promise(async () => {
                  if (!hasEnded(child)) await once(child, "exit")
                })
                yield* Effect.logWarning(
                  "the analysis process ended and is started again; everything else goes on",
                  { exit_code: child.exitCode, signal: child.signalCode }
                )
              })
            ).pipe(Effect.andThen(Effect.sleep(RESTART_DELAY)))
          )
        )
      )
    )
  )

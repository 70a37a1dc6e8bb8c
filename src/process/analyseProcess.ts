// The analyses of `all`: a process of their own beside it, started again when it ends. It ends with the one
// that started it, however that one ends, and the system itself holds its memory.
import { Effect, Layer, Redacted } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import type { AnalysisSettings } from "./config/Settings.ts"
import { loginOf } from "./store/sql/Pg.ts"

const main = fileURLToPath(new URL("./main.ts", import.meta.url))

/** What Node takes for itself, in MB, before a run has begun. */
const BASE_MB = 1200

/** Between two starts of a process that ends at once. */
const PAUSE = "2 seconds"

/** Where the process finds the login of its role: it is given no other, and not the owner's. */
export const ANALYSIS_DATABASE_URL = "ANALYSIS_DATABASE_URL"

/**
 * Beyond every bound of a run the system refuses memory: a run that gets past them fails, and takes nothing
 * else with it.
 */
const start = (url: string, settings: AnalysisSettings): ChildProcess => {
  const kb = (BASE_MB + settings.concurrency * 2 * settings.memoryMb) * 1024
  return spawn(
    "/bin/sh",
    ["-c", `ulimit -d ${kb} 2>/dev/null; exec "$0" "$@"`, process.execPath, main, "analyse"],
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

/** Runs while its layer lives. */
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
            ).pipe(Effect.andThen(Effect.sleep(PAUSE)))
          )
        )
      )
    )
  )

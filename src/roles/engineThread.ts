// The engine in a thread beside this one, restarted when it ends.
import { Deferred, Effect, Redacted } from "effect"
import { inspect } from "node:util"
import type { Settings } from "../config/Settings.ts"
import type { EngineOptions } from "../engine/live/EngineOptions.ts"
import type { OnStderr } from "../process/log.ts"
import { startThread } from "../process/startThread.ts"
import { type DatabaseError, loginOf } from "../store/sql/Pg.ts"
import { inBackground } from "./background.ts"

/** EngineThread is what the engine's thread is started with. */
export interface EngineThread {
  /** the login of the engine's role */
  readonly databaseUrl: string
  readonly logLevel: Settings["logLevel"]
  readonly logFile: string
  readonly stderr: OnStderr
  readonly collector: Settings["collector"]
  readonly engine: EngineOptions
}

/** Runs the thread once, until its scope closes or the thread ends by itself; returns the reason. */
const liveThread = (started: EngineThread) =>
  Effect.scoped(
    Effect.gen(function* () {
      const ended = yield* Deferred.make<string>()
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          const thread = startThread(new URL("../process/engineThreadMain.ts", import.meta.url), {
            name: "engine", // `top -H` shows it
            workerData: started
          })
          thread.once("error", (error) =>
            Deferred.doneUnsafe(
              ended,
              Effect.succeed(error instanceof Error ? error.message : inspect(error))
            )
          )
          thread.once("exit", (code) => Deferred.doneUnsafe(ended, Effect.succeed(`exit code ${code}`)))
          return thread
        }),
        (thread) =>
          Effect.suspend(() => {
            // target origins are for windows, and this is a thread
            // oxlint-disable-next-line unicorn/require-post-message-target-origin
            thread.postMessage("end")
            return Effect.andThen(
              Effect.timeoutOption(Deferred.await(ended), "3 seconds"),
              Effect.promise(() => thread.terminate())
            )
          })
      )
      return yield* Deferred.await(ended)
    })
  )

/** Returns the engine in a thread of this process. It gets the login of its role, and not the owner's. */
export const engineThreadLayer = (options: Omit<EngineThread, "databaseUrl">) =>
  inBackground(
    loginOf("pugmark_engine").pipe(
      Effect.flatMap((url) => liveThread({ ...options, databaseUrl: Redacted.value(url) })),
      Effect.catch(({ message }: DatabaseError) => Effect.succeed(message)),
      Effect.flatMap((reason) =>
        Effect.logError("the engine's thread ended and is started again", { reason })
      ),
      Effect.andThen(Effect.sleep("1 second")),
      Effect.forever
    )
  )

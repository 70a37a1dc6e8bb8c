// The engine in a thread of its own, beside the API of the same process: judging rules never holds up a
// request, and two cores are used. They share nothing but the database. Ends when it is told to, or with its
// process.
import { Cause, Clock, Effect, Exit, Layer, Redacted } from "effect"
import { parentPort, workerData } from "node:worker_threads"
import { engineLayer } from "./roles/engine.ts"
import type { EngineThread } from "./roles/engineThread.ts"
import { giveBack } from "./giveBack.ts"
import { observed } from "./observed.ts"
import { DatabaseClock } from "./store/sql/DatabaseClock.ts"
import { DatabaseUrl, FindLogin, onlyLogin } from "./store/sql/Pg.ts"

// roles/engineThread.ts is the only one to start this thread
const { collector, databaseUrl, engine, logFile, logLevel, stderr } = workerData as EngineThread

const fiber = Effect.runFork(
  Layer.launch(engineLayer(engine)).pipe(
    Effect.provide(Layer.succeed(DatabaseUrl, Redacted.make(databaseUrl))),
    Effect.provideService(FindLogin, onlyLogin),
    Effect.provide(
      Layer.provideMerge(
        giveBack(),
        observed({ service: "pugmark-engine", logLevel, logFile, collector, stderr })
      )
    ),
    Effect.provideService(Clock.Clock, new DatabaseClock())
  )
)

parentPort?.once("message", () => fiber.interruptUnsafe())
fiber.addObserver((exit) => {
  parentPort?.close()
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return
  const why = Cause.squash(exit.cause)
  // an error of a class of ours does not survive the way out of a thread
  throw new Error(why instanceof Error ? why.message : String(why))
})

// Entry of the engine's worker thread, beside the API of the same process: evaluating rules never delays a request,
// and two cores are used. Both threads share nothing but the database. It ends on a message of its parent, or with
// it.
import { Cause, Clock, Effect, Exit, Layer, Redacted } from "effect"
import { parentPort, workerData } from "node:worker_threads"
import { engineLayer } from "../roles/engine.ts"
import type { EngineThread } from "../roles/engineThread.ts"
import { collectWhenIdle } from "./idleGc.ts"
import { observabilityLayer } from "./observability.ts"
import { DatabaseClock } from "../store/sql/DatabaseClock.ts"
import { DatabaseUrl, FindLogin, givenLogin } from "../store/sql/Pg.ts"

// roles/engineThread.ts alone starts this thread
const { collector, databaseUrl, engine, logFile, logLevel, stderr } = workerData as EngineThread

const fiber = Effect.runFork(
  Layer.launch(engineLayer(engine)).pipe(
    Effect.provide(Layer.succeed(DatabaseUrl, Redacted.make(databaseUrl))),
    Effect.provideService(FindLogin, givenLogin),
    Effect.provide(
      Layer.provideMerge(
        collectWhenIdle(),
        observabilityLayer({ service: "pugmark-engine", logLevel, logFile, collector, stderr })
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
  // a class of ours is lost when an error leaves its thread
  throw new Error(why instanceof Error ? why.message : String(why))
})

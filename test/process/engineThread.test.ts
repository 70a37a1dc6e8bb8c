// The engine's thread when its database is away: the process lives on, says so in words, and tries again.
import { assert, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Layer, Logger, Redacted } from "effect"
import { join } from "node:path"
import { engineThreadLayer } from "../../src/roles/engineThread.ts"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { freePort, temporaryDirectory } from "../support/machine.ts"

it.live(
  "a thread whose database is away ends and is started again, and nothing else ends with it",
  () =>
    Effect.gen(function* () {
      const again = yield* Deferred.make<string>()
      let ends = 0
      const hearing = Logger.make(({ cause, message }) => {
        const said = JSON.stringify([message, Cause.pretty(cause)])
        if (said.includes("started again") && ++ends === 2) Deferred.doneUnsafe(again, Effect.succeed(said))
      })
      const thread = engineThreadLayer({
        logLevel: "Error",
        logFile: join(yield* temporaryDirectory, "engine.jsonl"),
        stderr: "lines",
        collector: null,
        engine: { tickGraceSeconds: 0 }
      }).pipe(
        Layer.provide(
          Layer.succeed(
            DatabaseUrl,
            Redacted.make(`postgres://nobody:nothing@127.0.0.1:${yield* freePort}/nowhere`)
          )
        ),
        Layer.provide(Logger.layer([hearing]))
      )
      yield* Layer.build(thread)
      assert.include(yield* Deferred.await(again), "Cannot use the database at 127.0.0.1")
    }),
  30_000
)

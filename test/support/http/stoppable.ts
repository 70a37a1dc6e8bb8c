// A server that a test stops itself, over the database of the test, which stays.
import { Effect, Exit, Layer, Scope } from "effect"
import { serveOver, type ServerOptions, TestServer } from "./server.ts"

/** Starts one; `run` has what speaks to it, `stop` comes back when it is gone. */
export const startServer = Effect.fnUntraced(function* (options: ServerOptions = {}) {
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
  const context = yield* Layer.buildWithScope(Layer.fresh(serveOver(options)), scope)
  return {
    run: <A, E, R>(effect: Effect.Effect<A, E, R | TestServer>) => Effect.provide(effect, context),
    stop: Scope.close(scope, Exit.void)
  }
})

// Signals that the server is about to close: answers that would never end by themselves, such as streams, end
// then.
import { Context, Effect, Latch, Layer } from "effect"

/** `ShutdownLatch` is opened when the server begins to shut down. */
export class ShutdownLatch extends Context.Service<ShutdownLatch, Latch.Latch>()("api/Stopping") {
  static readonly layer = Layer.effect(ShutdownLatch, Latch.make(false))

  /**
   * Opens the latch when its scope closes. Build it after the server, so that it opens before the server
   * waits for its answers.
   */
  static readonly beforeClose = Layer.effectDiscard(
    Effect.flatMap(ShutdownLatch, (latch) => Effect.addFinalizer(() => latch.open))
  )
}

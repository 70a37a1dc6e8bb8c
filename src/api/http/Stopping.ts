// The word that the server is about to close: answers that would never end by themselves end then.
import { Context, Effect, Latch, Layer } from "effect"

export class Stopping extends Context.Service<Stopping, Latch.Latch>()("api/Stopping") {
  static readonly layer = Layer.effect(Stopping, Latch.make(false))

  /**
   * Opens the latch when its scope closes; build it after the server, so that it closes before the server
   * waits for its answers.
   */
  static readonly beforeClose = Layer.effectDiscard(
    Effect.flatMap(Stopping, (latch) => Effect.addFinalizer(() => latch.open))
  )
}

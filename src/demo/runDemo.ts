// The demo from the first start on: set up, past told, and moving. What goes wrong is logged and tried again;
// nothing here is fatal.
import { Cause, Effect, Layer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { Pugmark } from "../client/Pugmark.ts"
import { analyseOnce } from "./analyseOnce.ts"
import { move } from "./move.ts"
import { seed } from "./seed.ts"

/** DemoOptions are the options of a demo. */
export interface DemoOptions {
  readonly baseUrl: string
  /** of a server admin */
  readonly token: string
  /** runs once the farm is there, before its animals move */
  readonly ready: Effect.Effect<void>
}

/** Runs the demo against the server at `baseUrl`, until interrupted. */
export const runDemo = ({ baseUrl, ready, token }: DemoOptions): Effect.Effect<never> =>
  Effect.tap(seed(baseUrl), ready).pipe(
    Effect.flatMap((demo) => Effect.all([move(demo), analyseOnce(demo)], { concurrency: 2 })),
    Effect.catchTag("NotOurs", ({ message }) => Effect.andThen(Effect.logInfo(message), Effect.never)),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.logWarning("the demo stands still and will try again", cause)
    ),
    Effect.andThen(Effect.sleep("30 seconds")),
    Effect.forever,
    Effect.provide(Layer.merge(Pugmark.layer({ url: baseUrl, token }), FetchHttpClient.layer))
  )

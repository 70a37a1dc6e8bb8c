// The demo from the first start on: set up, past told, and moving. What goes wrong is logged and tried again; nothing here is fatal.
import { Cause, Effect, Layer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { Pugmark } from "../client/Pugmark.ts"
import { move } from "./move.ts"
import { seed } from "./seed.ts"

/** Runs the demo against the server at `baseUrl` with the token of a server admin, until interrupted. */
export const runDemo = ({ baseUrl, token }: { readonly baseUrl: string; readonly token: string }): Effect.Effect<never> =>
  Effect.flatMap(seed(baseUrl), move).pipe(
    Effect.catchTag("NotOurs", ({ message }) => Effect.andThen(Effect.logInfo(message), Effect.never)),
    Effect.catchCause((cause) => Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.logWarning("the demo stands still and will try again", cause)),
    Effect.andThen(Effect.sleep("30 seconds")),
    Effect.forever,
    Effect.provide(Layer.merge(Pugmark.layer({ url: baseUrl, token }), FetchHttpClient.layer))
  )

// Opens and closes a connection to a websocket server.
import { Effect } from "effect"
import { WebSocket } from "ws"
import { AllowPrivateServers, Lost, type Streaming } from "../ports.ts"
import { blockedAddress, explainConnection, notOpened, unusable } from "./explainConnection.ts"
import { connectionOptions } from "./connectionOptions.ts"
import { leadsInside } from "./publicOnly.ts"

/** Closes the connection, and completes when it is closed or the close timeout is over. */
const hangUp = (websocket: WebSocket): Effect.Effect<void> =>
  Effect.callback((resume) => {
    websocket.removeAllListeners()
    websocket.on("error", () => {}) // of a connection that never opened
    if (websocket.readyState === websocket.CLOSED) return resume(Effect.void)
    websocket.once("close", () => resume(Effect.void))
    if (websocket.readyState !== websocket.OPEN) return websocket.terminate()
    websocket.close(1001)
    websocket.resume()
  })

/** Returns a connection that is being opened; nothing has arrived yet. */
export const dial = (source: Pick<Streaming, "websocket" | "password">) =>
  Effect.acquireRelease(
    Effect.flatMap(AllowPrivateServers, (allowPrivate) =>
      Effect.try({
        try: () => {
          const { protocol, url } = source.websocket
          if (!allowPrivate && leadsInside(url)) throw blockedAddress
          return new WebSocket(
            url,
            protocol === undefined ? [] : [protocol],
            connectionOptions(source, allowPrivate)
          )
        },
        // an address or a password that cannot be written into a request
        catch: (error) => (error instanceof Lost ? error : unusable(error))
      })
    ),
    hangUp
  )

/** Completes when the connection is open. */
export const opened = (websocket: WebSocket): Effect.Effect<void, Lost> =>
  Effect.callback<void, Lost>((resume) => {
    websocket.on("open", () => resume(Effect.void))
    websocket.on("unexpected-response", (_, { statusCode }) =>
      resume(Effect.fail(notOpened(statusCode ?? 0)))
    )
    websocket.on("error", (error) => resume(Effect.fail(explainConnection(error))))
  })

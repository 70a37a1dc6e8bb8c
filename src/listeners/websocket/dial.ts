// From the address of a websocket server to an open line, and to its end.
import { Effect } from "effect"
import { WebSocket } from "ws"
import { AllowPrivateServers, Lost, type Streaming } from "../ports.ts"
import { blockedAddress, explainLine, notOpened, unusable } from "./explainLine.ts"
import { lineOptions } from "./lineOptions.ts"
import { leadsInside } from "./publicOnly.ts"

/** Comes back when the line is over, for which the server has a moment. */
const hangUp = (line: WebSocket): Effect.Effect<void> =>
  Effect.callback((resume) => {
    line.removeAllListeners()
    line.on("error", () => {}) // of a line that never opened
    if (line.readyState === line.CLOSED) return resume(Effect.void)
    line.once("close", () => resume(Effect.void))
    if (line.readyState !== line.OPEN) return line.terminate()
    line.close(1001)
    line.resume()
  })

/** Dials, and gives the line before anything can come. */
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
            lineOptions(source, allowPrivate)
          )
        },
        // an address or a password that cannot be written into a request
        catch: (error) => (error instanceof Lost ? error : unusable(error))
      })
    ),
    hangUp
  )

/** Comes back when the line is open. */
export const opened = (line: WebSocket): Effect.Effect<void, Lost> =>
  Effect.callback<void, Lost>((resume) => {
    line.on("open", () => resume(Effect.void))
    line.on("unexpected-response", (_, { statusCode }) => resume(Effect.fail(notOpened(statusCode ?? 0))))
    line.on("error", (error) => resume(Effect.fail(explainLine(error))))
  })

// Tries the websocket server of a source: opens a connection, sends nothing, and closes it.
import { Effect } from "effect"
import { failedCheck, passedCheck, type SourceCheck } from "../../domain/tracking/SourceTest.ts"
import type { Streaming } from "../ports.ts"
import { dial, opened } from "../websocket/dial.ts"

/** Tests the connection to a websocket server. */
export const probeWebsocket = (
  source: Pick<Streaming, "websocket" | "password">
): Effect.Effect<ReadonlyArray<SourceCheck>> =>
  Effect.scoped(Effect.flatMap(dial(source), opened)).pipe(
    Effect.match({
      onSuccess: () => [
        passedCheck(
          "websocket",
          "OPENED",
          "The server opens a connection. Its messages are received once a worker listens."
        )
      ],
      onFailure: ({ code, detail, remedy }) => [failedCheck("websocket", code, detail, remedy)]
    })
  )

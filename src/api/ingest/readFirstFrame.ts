// Reads the first frame of a connection whose request carried no token.
import { Effect } from "effect"
import type { WebSocket } from "ws"
import { bytesOf } from "./serveConnection.ts"

/** `FirstFrames` are the frames that arrive before a connection is served. */
interface FirstFrames {
  /** null: none arrived in time */
  readonly first: Buffer | null
  /** returns the frames that arrived together with it */
  readonly earlyFrames: () => ReadonlyArray<Buffer>
}

/** Reads the first frame, which holds the token; the connection is paused after it. */
export const readFirstFrame = (websocket: WebSocket, timeoutMs: number): Effect.Effect<FirstFrames> => {
  const frames: Array<Buffer> = []
  const earlyFrames = () => {
    websocket.removeAllListeners("message")
    return frames.slice(1)
  }
  return Effect.callback<FirstFrames>((resume) => {
    websocket.on("message", (data) => {
      // the frames after it are read when the connection is served
      websocket.pause()
      frames.push(bytesOf(data))
      if (frames.length === 1) resume(Effect.succeed({ first: frames[0]!, earlyFrames }))
    })
    websocket.once("close", () => resume(Effect.succeed({ first: null, earlyFrames })))
    websocket.resume()
  }).pipe(
    Effect.timeoutOrElse({
      duration: timeoutMs,
      orElse: () => Effect.succeed({ first: null, earlyFrames })
    })
  )
}

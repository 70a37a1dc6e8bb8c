// Serves one WebSocket connection of a device: frames are stored in order, small ones that wait together in
// one transaction, and acknowledged when they are durable. While too much waits in memory, or the device does
// not read its answers, the connection is paused (backpressure).
import { Cause, Clock, Effect, Queue } from "effect"
import type { Socket } from "node:net"
import type { RawData, WebSocket } from "ws"
import { Invalid, Malformed, TooLarge } from "../../contract/http/errors.ts"
import { type AuthenticatedSource, Denied, type Intake, IntakeUnavailable } from "../../intake/ports.ts"
import type { WebsocketBounds } from "./WebsocketLimits.ts"
import { httpMessage, receiveRequest } from "./ingestFastPath.ts"

/** `MAX_GROUP_BYTES` bounds the frames that are stored in one transaction. */
const MAX_GROUP_BYTES = 64 * 1024
/** `RETRY_SECONDS` is when a device may send a frame again that could not be stored. */
const RETRY_SECONDS = 5

/** `closeReasons` are the close codes and texts (RFC 6455, section 7.4.2: codes from 4000 on are private). */
export const closeReasons = {
  goingAway: [1001, "the service stops: connect again"],
  unknown: [4401, "the token opens nothing"],
  disabled: [4403, "the data source is switched off"],
  tryLater: [1013, "nothing can be taken now: try again later"],
  timeout: [4408, "the device sent nothing, or did not read its answers"]
} as const satisfies Readonly<Record<string, readonly [number, string]>>
/** `CloseReason` is a close code and its text. */
export type CloseReason = (typeof closeReasons)[keyof typeof closeReasons]

/** `OpenConnection` is an open WebSocket and the TCP socket below it. */
export interface OpenConnection {
  readonly websocket: WebSocket
  readonly socket: Socket
}

/** `QueuedUsage` counts the bytes that wait on all connections of a server. */
interface QueuedUsage {
  bytes: number
}

interface Frame {
  readonly number: number
  readonly bytes: Buffer
  /** when it arrived, epoch ms; strictly increasing within a connection */
  readonly at: number
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Returns the bytes of a message, in whatever form `ws` delivers it. */
export const bytesOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)

const textIn = (bytes: Buffer): string | null => {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

const ENCODING_REFUSAL = new Malformed({ code: "NOT_UTF8", detail: "The frame is not UTF-8." })

/** Splits frames, in order, into groups of at most `MAX_GROUP_BYTES`, at least one frame each. */
const groupsOf = (frames: ReadonlyArray<Frame>): ReadonlyArray<ReadonlyArray<Frame>> => {
  const groups: Array<Array<Frame>> = []
  let bytes = Infinity
  for (const frame of frames) {
    bytes += frame.bytes.length
    if (bytes <= MAX_GROUP_BYTES) groups.at(-1)!.push(frame)
    else {
      groups.push([frame])
      bytes = frame.bytes.length
    }
  }
  return groups
}

/** Returns the answer to an invalid frame; the device need not send it again. */
const refusalOf = (number: number, { code, detail }: Invalid | Malformed | TooLarge): string =>
  JSON.stringify({ ack: number, error: { code, detail } })

/** Returns the acknowledgement of a frame. Answers such as `[]`, which other protocols expect, are left out. */
const acknowledgement = (number: number, answer: string): string =>
  answer.startsWith("{") ? `{"ack":${number},${answer.slice(1)}` : JSON.stringify({ ack: number })

/** Sends the close frame. */
export const closeWith = (websocket: WebSocket, [code, reason]: CloseReason): void =>
  websocket.close(code, reason)

/** Closes a connection, and completes when it is closed or the close timeout is over. */
export const closeConnection = ({ websocket }: OpenConnection, end: CloseReason): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (websocket.readyState === websocket.CLOSED) return resume(Effect.void)
    websocket.once("close", () => resume(Effect.void))
    websocket.removeAllListeners("message")
    closeWith(websocket, end)
    websocket.resume() // the peer's close frame comes after messages that are ignored by now
  })

/** Serves a connection until it closes. `earlyFrames` are frames that arrived before. */
export const serveConnection = Effect.fnUntraced(function* (
  intake: Intake["Service"],
  source: AuthenticatedSource,
  { websocket, socket }: OpenConnection,
  limits: WebsocketBounds,
  queuedOfAll: QueuedUsage,
  earlyFrames: ReadonlyArray<Buffer> = []
) {
  const queue = yield* Queue.unbounded<Frame, Cause.Done>(),
    clock = yield* Clock.Clock
  let number = 0,
    waitingFrames = 0,
    bytes = 0,
    lastReceivedAt = 0,
    writtenAnswers = 0
  let onRead = () => {},
    isClosed = false

  const isUnread = () =>
    websocket.readyState === websocket.OPEN && websocket.bufferedAmount >= limits.unreadBytes
  const updateFlow = () => {
    if (isClosed) return // a closing connection reads on, to receive the peer's close frame
    const isFull =
      waitingFrames >= limits.queuedFrames ||
      bytes >= limits.queuedBytes ||
      (waitingFrames > 0 && queuedOfAll.bytes >= limits.queuedBytesOfAll) ||
      isUnread()
    if (isFull && !websocket.isPaused) websocket.pause()
    if (!isFull && websocket.isPaused) websocket.resume()
  }
  const enqueue = (frame: Buffer) => {
    waitingFrames++
    bytes += frame.length
    queuedOfAll.bytes += frame.length
    lastReceivedAt = Math.max(clock.currentTimeMillisUnsafe(), lastReceivedAt + 1)
    Queue.offerUnsafe(queue, { number: ++number, bytes: frame, at: lastReceivedAt })
  }
  const release = (frame: Frame) => {
    waitingFrames--
    bytes -= frame.bytes.length
    queuedOfAll.bytes -= frame.bytes.length
    updateFlow()
  }
  const onWritten = () => {
    writtenAnswers++
    updateFlow()
    if (!isUnread()) onRead()
  }
  earlyFrames.forEach(enqueue)
  websocket.on("message", (data) => {
    enqueue(bytesOf(data))
    updateFlow()
  })
  // pings are answered only while the device reads
  websocket.on("ping", (data) => {
    if (!isUnread()) websocket.pong(data, false, onWritten)
  })
  websocket.on("close", () => {
    Queue.endUnsafe(queue)
    onRead()
  })
  if (websocket.readyState === websocket.CLOSED) Queue.endUnsafe(queue)
  const send = (answer: string | CloseReason) => {
    if (typeof answer !== "string") closeWith(websocket, answer)
    else if (websocket.readyState === websocket.OPEN) websocket.send(answer, onWritten)
  }
  /** Completes when the device has read enough of its answers, or is gone. */
  const waitUntilRead = Effect.suspend(() =>
    isUnread()
      ? Effect.callback<void>((resume) => {
          onRead = () => resume(Effect.void)
        })
      : Effect.void
  )

  /** Stores a frame, and returns the answer to the device. */
  const store = (frame: Frame): Effect.Effect<string | CloseReason> => {
    const text = textIn(frame.bytes)
    return Effect.andThen(
      intake.checkBacklog(source.credential.sourceId),
      text === null
        ? Effect.fail(ENCODING_REFUSAL)
        : receiveRequest(intake, source, { ...httpMessage(text, "application/json"), receivedAt: frame.at })
    ).pipe(
      Effect.map((answer) => acknowledgement(frame.number, answer.text)),
      Effect.catch((error) =>
        Effect.succeed(
          error instanceof Denied
            ? closeReasons[error.reason]
            : error instanceof IntakeUnavailable
              ? JSON.stringify({ retry: frame.number, after_seconds: RETRY_SECONDS, code: error.reason })
              : refusalOf(frame.number, error)
        )
      )
    )
  }

  /**
   * Stores a group in one transaction, and answers in order. It is not interrupted: what was begun is stored
   * and acknowledged even if the connection closes.
   */
  const storeGroup = (group: ReadonlyArray<Frame>) =>
    Effect.forEach(group, store, { concurrency: "unbounded" }).pipe(
      Effect.map((answers) => answers.forEach(send)),
      Effect.ensuring(Effect.sync(() => group.forEach(release))),
      Effect.uninterruptible
    )
  const storeLoop = Queue.takeBetween(queue, 1, limits.queuedFrames).pipe(
    Effect.flatMap((frames) =>
      Effect.forEach(groupsOf(frames), (group) => Effect.andThen(waitUntilRead, storeGroup(group)), {
        discard: true
      })
    ),
    Effect.forever,
    Effect.catchIf(Cause.isDone, () => Effect.void)
  )
  const heartbeat = Effect.gen(function* () {
    let bytesBefore = -1,
      writtenBefore = -1
    for (;;) {
      yield* Effect.sleep(limits.heartbeatMs)
      // a paused connection receives nothing; a frame that grows shows that the device is alive
      const isSilent = socket.bytesRead === bytesBefore && !websocket.isPaused
      const isNotReading = isUnread() && writtenAnswers === writtenBefore
      if (isSilent || isNotReading) {
        closeWith(websocket, closeReasons.timeout)
        return websocket.terminate()
      }
      bytesBefore = socket.bytesRead
      writtenBefore = isUnread() ? writtenAnswers : -1
      websocket.ping()
    }
  })
  yield* Effect.forkScoped(heartbeat)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      isClosed = true
      queuedOfAll.bytes -= bytes
    })
  )
  updateFlow()
  yield* storeLoop
}, Effect.scoped)

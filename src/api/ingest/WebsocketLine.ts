// One line that a device holds: frames are stored in their order, small ones that wait together at once, and
// acknowledged when they are durable. While more wait than may be in memory, or answers that the device does not
// read, nothing is read, which it feels as a full line.
import { Cause, Clock, Effect, Queue } from "effect"
import type { Socket } from "node:net"
import type { RawData, WebSocket } from "ws"
import { Invalid, Malformed, TooLarge } from "../../contract/http/errors.ts"
import { type AuthenticatedSource, Denied, type Intake, IntakeUnavailable } from "../../intake/ports.ts"
import type { LineBounds } from "./LineLimits.ts"
import { posted, receiveRequest } from "./ingestLane.ts"

/** Bytes of frames that are stored at once. */
const TOGETHER = 64 * 1024
/** After which time a frame that could not be stored may come again, seconds. */
const RETRY_SECONDS = 5

/** Why a line ends (RFC 6455, section 7.4.2: from 4000 on they are ours). */
export const ends = {
  goingAway: [1001, "the service stops: connect again"],
  unknown: [4401, "the token opens nothing"],
  disabled: [4403, "the data source is switched off"],
  later: [1013, "nothing can be taken now: try again later"],
  silent: [4408, "nothing was heard, or nothing read"]
} as const satisfies Readonly<Record<string, readonly [number, string]>>
export type End = (typeof ends)[keyof typeof ends]

/** An open line, and the connection below it. */
export interface OpenLine {
  readonly line: WebSocket
  readonly socket: Socket
}

/** What the lines of a server take together. */
export interface Shared {
  bytes: number
}

interface Frame {
  readonly number: number
  readonly bytes: Buffer
  /** when it came, epoch ms; of two frames of a line the second is always later */
  readonly at: number
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

export const bytesOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)

const textIn = (bytes: Buffer): string | null => {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

const NOT_UTF8 = new Malformed({ code: "NOT_UTF8", detail: "The frame is not UTF-8." })

/** Frames that may be stored at once, in their order: one at least. */
const groupsOf = (frames: ReadonlyArray<Frame>): ReadonlyArray<ReadonlyArray<Frame>> => {
  const groups: Array<Array<Frame>> = []
  let bytes = Infinity
  for (const frame of frames) {
    bytes += frame.bytes.length
    if (bytes <= TOGETHER) groups.at(-1)!.push(frame)
    else {
      groups.push([frame])
      bytes = frame.bytes.length
    }
  }
  return groups
}

/** What a device is told of a frame that is no message: it need not come again. */
const refusalOf = (number: number, { code, detail }: Invalid | Malformed | TooLarge): string =>
  JSON.stringify({ ack: number, error: { code, detail } })

/** `[]` and the like are what other protocols take for a yes: here the acknowledgement is one. */
const acknowledgement = (number: number, answer: string): string =>
  answer.startsWith("{") ? `{"ack":${number},${answer.slice(1)}` : JSON.stringify({ ack: number })

export const endWith = (line: WebSocket, [code, reason]: End): void => line.close(code, reason)

/** Closes a line; comes back when it is closed, for which the other side has a moment. */
export const hangUp = ({ line }: OpenLine, end: End): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (line.readyState === line.CLOSED) return resume(Effect.void)
    line.once("close", () => resume(Effect.void))
    line.removeAllListeners("message")
    endWith(line, end)
    line.resume() // the other side's yes stands behind what nobody reads any more
  })

/** Attends a line until it ends; comes back then. `early` are frames that came while nobody attended it. */
export const attendLine = Effect.fnUntraced(function* (
  intake: Intake["Service"],
  source: AuthenticatedSource,
  { line, socket }: OpenLine,
  limits: LineBounds,
  shared: Shared,
  early: ReadonlyArray<Buffer> = []
) {
  const queue = yield* Queue.unbounded<Frame, Cause.Done>(),
    clock = yield* Clock.Clock
  let number = 0,
    waiting = 0,
    bytes = 0,
    lastAt = 0,
    written = 0
  let onRead = () => {},
    isOver = false

  const isUnread = () => line.readyState === line.OPEN && line.bufferedAmount >= limits.unreadBytes
  const flow = () => {
    if (isOver) return // who hangs up reads on, to hear the other side's yes
    const isFull =
      waiting >= limits.frames ||
      bytes >= limits.bytes ||
      (waiting > 0 && shared.bytes >= limits.allBytes) ||
      isUnread()
    if (isFull && !line.isPaused) line.pause()
    if (!isFull && line.isPaused) line.resume()
  }
  const hear = (frame: Buffer) => {
    waiting++
    bytes += frame.length
    shared.bytes += frame.length
    lastAt = Math.max(clock.currentTimeMillisUnsafe(), lastAt + 1)
    Queue.offerUnsafe(queue, { number: ++number, bytes: frame, at: lastAt })
  }
  const done = (frame: Frame) => {
    waiting--
    bytes -= frame.bytes.length
    shared.bytes -= frame.bytes.length
    flow()
  }
  const wrote = () => {
    written++
    flow()
    if (!isUnread()) onRead()
  }
  early.forEach(hear)
  line.on("message", (data) => {
    hear(bytesOf(data))
    flow()
  })
  // pings are answered while the answers are read
  line.on("ping", (data) => {
    if (!isUnread()) line.pong(data, false, wrote)
  })
  line.on("close", () => {
    Queue.endUnsafe(queue)
    onRead()
  })
  if (line.readyState === line.CLOSED) Queue.endUnsafe(queue)
  const say = (answer: string | End) => {
    if (typeof answer !== "string") endWith(line, answer)
    else if (line.readyState === line.OPEN) line.send(answer, wrote)
  }
  /** Comes back when the device has read enough of what it was told, or is gone. */
  const read = Effect.suspend(() =>
    isUnread()
      ? Effect.callback<void>((resume) => {
          onRead = () => resume(Effect.void)
        })
      : Effect.void
  )

  /** Comes back with what the device is told. */
  const store = (frame: Frame): Effect.Effect<string | End> => {
    const text = textIn(frame.bytes)
    return Effect.andThen(
      intake.checkBacklog(source.credential.sourceId),
      text === null
        ? Effect.fail(NOT_UTF8)
        : receiveRequest(intake, source, { ...posted(text, "application/json"), receivedAt: frame.at })
    ).pipe(
      Effect.map((answer) => acknowledgement(frame.number, answer.text)),
      Effect.catch((error) =>
        Effect.succeed(
          error instanceof Denied
            ? ends[error.reason]
            : error instanceof IntakeUnavailable
              ? JSON.stringify({ retry: frame.number, after_seconds: RETRY_SECONDS, code: error.reason })
              : refusalOf(frame.number, error)
        )
      )
    )
  }

  /** What has begun to be stored is stored, and said in its order, whoever hangs up. It shares a transaction. */
  const storeTogether = (group: ReadonlyArray<Frame>) =>
    Effect.forEach(group, store, { concurrency: "unbounded" }).pipe(
      Effect.map((answers) => answers.forEach(say)),
      Effect.ensuring(Effect.sync(() => group.forEach(done))),
      Effect.uninterruptible
    )
  const work = Queue.takeBetween(queue, 1, limits.frames).pipe(
    Effect.flatMap((frames) =>
      Effect.forEach(groupsOf(frames), (group) => Effect.andThen(read, storeTogether(group)), {
        discard: true
      })
    ),
    Effect.forever,
    Effect.catchIf(Cause.isDone, () => Effect.void)
  )
  const watch = Effect.gen(function* () {
    let heard = -1,
      told = -1
    for (;;) {
      yield* Effect.sleep(limits.heartbeatMs)
      // of a device that waits for us nothing can be heard; half a frame that grows is a sign of life
      const isSilent = socket.bytesRead === heard && !line.isPaused
      const isDeaf = isUnread() && written === told
      if (isSilent || isDeaf) {
        endWith(line, ends.silent)
        return line.terminate()
      }
      heard = socket.bytesRead
      told = isUnread() ? written : -1
      line.ping()
    }
  })
  yield* Effect.forkScoped(watch)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      isOver = true
      shared.bytes -= bytes
    })
  )
  flow()
  yield* work
}, Effect.scoped)

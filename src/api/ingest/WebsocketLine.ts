// One line that a device holds: frames are stored in their order, one after the other, and acknowledged when they
// are durable. While more wait than may be in memory nothing is read, which the device feels as a full line.
import { Cause, Effect, Queue } from "effect"
import type { RawData, WebSocket } from "ws"
import { Invalid, Malformed, TooLarge } from "../../contract/http/errors.ts"
import { type AuthenticatedSource, Denied, type Intake, IntakeUnavailable } from "../../intake/ports.ts"
import { posted, receiveRequest } from "./receiveRequest.ts"

/** Frames that wait, and bytes of them, above which nothing more is read. */
const ROOM = 32
const ROOM_BYTES = 2 * 1024 * 1024
/** How often the line is tried, ms; silent twice as long, it is over. */
const HEARTBEAT_MS = 30_000
/** After which time a frame that could not be stored may come again, seconds. */
const RETRY_SECONDS = 5

/** Why a line ends (RFC 6455, section 7.4.2: from 4000 on they are ours). */
export const ends = {
  goingAway: [1001, "the service stops: connect again"],
  unknown: [4401, "the token opens nothing"],
  disabled: [4403, "the data source is switched off"],
  later: [1013, "nothing can be stored now: try again later"],
  silent: [4408, "nothing was heard"]
} as const satisfies Readonly<Record<string, readonly [number, string]>>

interface Frame {
  readonly number: number
  readonly bytes: Buffer
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

/** What a device is told of a frame that is no message: it need not come again. */
const refusalOf = (number: number, { code, detail }: Invalid | Malformed | TooLarge): string =>
  JSON.stringify({ ack: number, error: { code, detail } })

/** `[]` and the like are what other protocols take for a yes: here the acknowledgement is one. */
const acknowledgement = (number: number, answer: string): string =>
  answer.startsWith("{") ? `{"ack":${number},${answer.slice(1)}` : JSON.stringify({ ack: number })

/** Attends a line until it ends; comes back then. `early` are frames that came while nobody attended it. */
export const attendLine = Effect.fnUntraced(function* (
  intake: Intake["Service"],
  source: AuthenticatedSource,
  line: WebSocket,
  early: ReadonlyArray<Buffer> = [],
  heartbeatMs = HEARTBEAT_MS
) {
  const queue = yield* Queue.unbounded<Frame, Cause.Done>()
  let number = 0,
    waiting = 0,
    bytes = 0,
    isAlive = true

  const flow = () => {
    const isFull = waiting >= ROOM || bytes >= ROOM_BYTES
    if (isFull && !line.isPaused) line.pause()
    if (!isFull && line.isPaused) line.resume()
  }
  const hear = (frame: Buffer) => {
    isAlive = true
    waiting++
    bytes += frame.length
    Queue.offerUnsafe(queue, { number: ++number, bytes: frame })
  }
  early.forEach(hear)
  line.on("message", (data) => {
    hear(bytesOf(data))
    flow()
  })
  line.on("pong", () => {
    isAlive = true
  })
  line.on("ping", () => {
    isAlive = true
  })
  line.on("error", () => line.terminate()) // a frame that is none; what came before it is stored
  line.on("close", () => Queue.endUnsafe(queue))
  if (line.readyState === line.CLOSED) Queue.endUnsafe(queue)
  const send = (text: string) =>
    Effect.sync(() => {
      if (line.readyState === line.OPEN) line.send(text)
    })
  const end = ([code, reason]: readonly [number, string]) => Effect.sync(() => line.close(code, reason))

  const store = (frame: Frame) => {
    const text = textIn(frame.bytes)
    return (
      text === null ? Effect.fail(NOT_UTF8) : receiveRequest(intake, source, posted(text, "application/json"))
    ).pipe(
      Effect.flatMap((answer) => send(acknowledgement(frame.number, answer.text))),
      Effect.catch((error): Effect.Effect<void> => {
        if (error instanceof Denied) return end(ends[error.reason])
        if (error instanceof IntakeUnavailable)
          return send(
            JSON.stringify({ retry: frame.number, after_seconds: RETRY_SECONDS, code: error.reason })
          )
        return send(refusalOf(frame.number, error))
      })
    )
  }

  const work = Queue.take(queue).pipe(
    // what has begun to be stored is stored, and said, whoever hangs up
    Effect.flatMap((frame) =>
      Effect.uninterruptible(
        Effect.ensuring(
          store(frame),
          Effect.sync(() => {
            waiting--
            bytes -= frame.bytes.length
            flow()
          })
        )
      )
    ),
    Effect.forever,
    Effect.catchIf(Cause.isDone, () => Effect.void)
  )
  const watch = Effect.gen(function* () {
    for (;;) {
      yield* Effect.sleep(heartbeatMs)
      // of a device that waits for us nothing can be heard
      if (!isAlive && !line.isPaused)
        return yield* end(ends.silent).pipe(Effect.andThen(Effect.sync(() => line.terminate())))
      isAlive = false
      line.ping()
    }
  })
  yield* Effect.forkScoped(watch)
  yield* Effect.addFinalizer(() => end(ends.goingAway))
  line.resume()
  yield* work
}, Effect.scoped)

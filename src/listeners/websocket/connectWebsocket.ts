// One line to a websocket server: what comes is stored a group at a time and acknowledged in its order, where the
// server wants that; reading halts while more waits than may be in memory. A line that ended is made again by the
// listener, and goes on where what came is stored, if the server knows how.
import { Cause, Clock, Effect, Queue, Schedule } from "effect"
import { WebSocket } from "ws"
import { at, parse } from "../../domain/intake/decode/readJson.ts"
import { makeArrivals } from "../mqtt/arrivals.ts"
import { type Connect, type Heard, Lost, type Streaming } from "../ports.ts"
import { closed, explainLine, notOpened, notStored, silent } from "./explainLine.ts"
import { helloOf, lineOptions } from "./lineOptions.ts"

/** Messages that are stored together. */
const MOST = 1000
/** Messages that may wait, and bytes of them, above which nothing more is read. */
const ROOM = 5000
const ROOM_BYTES = 16 * 1024 * 1024
const HEARTBEAT_SECONDS = 30

const bytesOf = (data: Buffer | ArrayBuffer | ReadonlyArray<Buffer>): Buffer =>
  Buffer.isBuffer(data) ? data : data instanceof ArrayBuffer ? Buffer.from(data) : Buffer.concat(data)

/** What the server calls a message by, as JSON; undefined: it does not. */
const markOf = (payload: Buffer, { websocket: { acknowledge } }: Streaming): string | undefined => {
  if (acknowledge === undefined) return undefined
  const whole = parse(payload.toString("utf8"))
  const found = whole._tag === "Success" ? at(whole.success, acknowledge.path) : undefined
  return typeof found === "string" || typeof found === "number" ? JSON.stringify(found) : undefined
}

/** Dials, and gives the line before anything can come. */
export const dial = (source: Pick<Streaming, "websocket" | "password">) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const { protocol, url } = source.websocket
      return new WebSocket(url, protocol === undefined ? [] : [protocol], lineOptions(source))
    }),
    (line) =>
      Effect.sync(() => {
        line.removeAllListeners()
        line.on("error", () => {}) // of a line that never opened
        line.terminate()
      })
  )

/** Comes back when the line is open. */
export const opened = (line: WebSocket): Effect.Effect<void, Lost> =>
  Effect.callback<void, Lost>((resume) => {
    line.on("open", () => resume(Effect.void))
    line.on("unexpected-response", (_, { statusCode }) => resume(Effect.fail(notOpened(statusCode ?? 0))))
    line.on("error", (error) => resume(Effect.fail(explainLine(error))))
  })

/** A server that acknowledges nothing keeps nothing either: what came from it is held for this long at least. */
const holding = { schedule: Schedule.spaced("2 seconds"), times: 60 }

/** Tries the line; comes back when nothing came since it was tried last. */
const heartbeat = Effect.fnUntraced(function* (line: WebSocket, seconds: number, heard: { is: boolean }) {
  for (;;) {
    yield* Effect.sleep(seconds * 1000)
    // while nothing is read, no answer is heard either
    if (!heard.is && !line.isPaused) return
    heard.is = false
    if (line.readyState === line.OPEN) line.ping()
  }
})

export const connectWebsocket: Connect<Streaming> = (source, connected, take) =>
  Effect.scoped(
    Effect.gen(function* () {
      const clock = yield* Clock.Clock,
        arrivalOf = makeArrivals()
      const { acknowledge, heartbeat_seconds = HEARTBEAT_SECONDS } = source.websocket
      const line = yield* dial(source)
      const queue = yield* Queue.unbounded<Heard, Cause.Done>(),
        heard = { is: true }
      let why = silent
      /** What came before is stored still. */
      const end = (reason: Lost) => {
        why = reason
        Queue.endUnsafe(queue)
      }
      let bytes = 0,
        waiting = 0

      const isFull = () => waiting >= ROOM || bytes >= ROOM_BYTES
      line.on("message", (data) => {
        const payload = bytesOf(data),
          mark = markOf(payload, source)
        heard.is = true
        waiting++
        bytes += payload.length
        Queue.offerUnsafe(queue, {
          topic: "",
          payload,
          retained: false,
          at: arrivalOf("", clock.currentTimeMillisUnsafe()),
          ...(mark === undefined ? {} : { mark })
        })
        if (isFull()) line.pause()
      })
      for (const sign of ["ping", "pong"] as const)
        line.on(sign, () => {
          heard.is = true
        })
      let broken: Lost | null = null
      line.on("close", (code, reason) => end(broken ?? closed(code, reason.toString("utf8"))))
      yield* opened(line)
      line.on("error", (error) => {
        broken = explainLine(error)
      })

      const done = (group: ReadonlyArray<Heard>) => {
        waiting -= group.length
        for (const { mark, payload } of group) {
          bytes -= payload.length
          if (acknowledge?.message !== undefined && mark !== undefined && line.readyState === line.OPEN)
            line.send(acknowledge.message.replaceAll("{value}", () => mark))
        }
        if (line.isPaused && !isFull()) line.resume()
      }
      const kept = (group: ReadonlyArray<Heard>) =>
        (acknowledge === undefined ? Effect.retry(take(group), holding) : take(group)).pipe(
          Effect.mapError(({ detail }) => notStored(detail))
        )
      const store = Queue.takeBetween(queue, 1, MOST).pipe(
        Effect.tap((group) => kept(group)),
        Effect.tap((group) => Effect.sync(() => done(group))),
        Effect.forever,
        Effect.catchIf(Cause.isDone, () => Effect.fail(why))
      )
      const hello = helloOf(source)
      if (hello !== null) line.send(hello)
      yield* connected(null)
      yield* Effect.forkScoped(
        Effect.map(heartbeat(line, heartbeat_seconds, heard), () => {
          end(silent)
          line.terminate()
        })
      )
      return yield* store
    })
  )

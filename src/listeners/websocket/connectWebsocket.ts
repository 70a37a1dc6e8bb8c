// One connection to a websocket server: messages are stored in groups, and acknowledged in order if the server wants
// that. Reading pauses while too much waits in memory, or while the server does not read its acknowledgements. The
// listener opens a connection again after it ended; the server continues after the last stored message if it can.
import { Cause, Clock, Effect, Queue, Schedule } from "effect"
import type { Socket } from "node:net"
import { at, parse } from "../../domain/intake/decode/json.ts"
import { makeArrivals } from "../mqtt/arrivals.ts"
import type { Connect, Heard, Lost, Streaming } from "../ports.ts"
import { dial, opened } from "./dial.ts"
import { closed, explainConnection, notStored, silent } from "./explainConnection.ts"
import { helloOf } from "./connectionOptions.ts"

/** Messages that are stored together. */
const MAX_BATCH_MESSAGES = 1000
/** Messages that may wait, and bytes of them, above which nothing more is read. */
const MAX_QUEUED_MESSAGES = 5000
const MAX_QUEUED_BYTES = 16 * 1024 * 1024
/** Bytes of acknowledgements that the server has not read, above which nothing more of it is read. */
const UNREAD_BYTES = 1024 * 1024
const HEARTBEAT_SECONDS = 30

const bytesOf = (data: Buffer | ArrayBuffer | ReadonlyArray<Buffer>): Buffer =>
  Buffer.isBuffer(data) ? data : data instanceof ArrayBuffer ? Buffer.from(data) : Buffer.concat(data)

/** Characters of what a server may call a message by: it is written down, and said back. */
const MAX_MARK_CHARACTERS = 4000

/** What the server calls a message by, as JSON; undefined: it does not. */
const markOf = (payload: Buffer, { websocket: { acknowledge } }: Streaming): string | undefined => {
  if (acknowledge === undefined) return undefined
  const whole = parse(payload.toString("utf8"))
  const found = whole._tag === "Success" ? at(whole.success, acknowledge.path) : undefined
  if (typeof found === "number") return JSON.stringify(found)
  return typeof found === "string" && found.length <= MAX_MARK_CHARACTERS ? JSON.stringify(found) : undefined
}

/** A server that acknowledges nothing keeps nothing either: what came from it is held for this long at least. */
const holding = { schedule: Schedule.spaced("2 seconds"), times: 60 }
/** How long what came may still be stored when the listener leaves. */
const SHUTDOWN_TIMEOUT = "5 seconds"

/** Connects to a websocket server and stores its messages. */
export const connectWebsocket: Connect<Streaming> = (source, connected, take) =>
  Effect.scoped(
    Effect.gen(function* () {
      const clock = yield* Clock.Clock,
        arrivalOf = makeArrivals()
      const { acknowledge, heartbeat_seconds = HEARTBEAT_SECONDS } = source.websocket
      const connection = yield* dial(source)
      const queue = yield* Queue.unbounded<Heard, Cause.Done>()
      let socket: Socket | null = null,
        why = silent,
        bytes = 0,
        waiting = 0,
        written = 0
      /** What came before is stored still. */
      const end = (reason: Lost) => {
        why = reason
        Queue.endUnsafe(queue)
      }

      const isUnread = () => connection.bufferedAmount >= UNREAD_BYTES
      const flow = () => {
        const isFull = waiting >= MAX_QUEUED_MESSAGES || bytes >= MAX_QUEUED_BYTES || isUnread()
        if (isFull && !connection.isPaused) connection.pause()
        if (!isFull && connection.isPaused) connection.resume()
      }
      const wrote = () => {
        written++
        flow()
      }
      connection.on("upgrade", (response) => {
        socket = response.socket
      })
      connection.on("message", (data) => {
        const payload = bytesOf(data),
          mark = markOf(payload, source)
        waiting++
        bytes += payload.length
        Queue.offerUnsafe(queue, {
          topic: "",
          payload,
          retained: false,
          at: arrivalOf("", clock.currentTimeMillisUnsafe()),
          ...(mark === undefined ? {} : { mark })
        })
        flow()
      })
      // pings are answered while the answers are read
      connection.on("ping", (data) => {
        if (!isUnread()) connection.pong(data, true, wrote)
      })
      let broken: Lost | null = null
      connection.on("close", (code, reason) => end(broken ?? closed(code, reason.toString("utf8"))))
      yield* opened(connection)
      connection.on("error", (error) => {
        broken = explainConnection(error)
      })

      const done = (group: ReadonlyArray<Heard>) => {
        waiting -= group.length
        for (const { mark, payload } of group) {
          bytes -= payload.length
          if (
            acknowledge?.message !== undefined &&
            mark !== undefined &&
            connection.readyState === connection.OPEN
          )
            connection.send(
              acknowledge.message.replaceAll("{value}", () => mark),
              wrote
            )
        }
        flow()
      }
      const kept = (group: ReadonlyArray<Heard>) =>
        (acknowledge === undefined ? Effect.retry(take(group), holding) : take(group)).pipe(
          Effect.mapError(({ detail }) => notStored(detail))
        )
      /** Taken from the queue and not stored yet. */
      let inHand: ReadonlyArray<Heard> = []
      const store = Queue.takeBetween(queue, 1, MAX_BATCH_MESSAGES).pipe(
        Effect.tap((group) => {
          inHand = group
          return kept(group)
        }),
        Effect.tap((group) =>
          Effect.sync(() => {
            inHand = []
            done(group)
          })
        ),
        Effect.forever,
        Effect.catchIf(Cause.isDone, () => Effect.fail(why))
      )
      /** What came is stored, and said, before the listener closes the connection. */
      const storeRest = Effect.gen(function* () {
        connection.pause()
        const rest = [...inHand, ...(yield* Queue.clear(queue))]
        if (rest.length === 0) return
        yield* take(rest)
        done(rest)
      }).pipe(Effect.interruptible, Effect.timeoutOption(SHUTDOWN_TIMEOUT), Effect.ignore)

      /** Pings the server; completes when nothing came since the last ping. */
      const heartbeat = Effect.gen(function* () {
        let heard = -1,
          told = -1
        for (;;) {
          yield* Effect.sleep(heartbeat_seconds * 1000)
          const read = socket?.bytesRead ?? 0
          // while nothing is read, no answer is heard either; half a message that grows is a sign of life
          const isSilent = read === heard && !connection.isPaused
          if (isSilent || (isUnread() && written === told)) return
          heard = read
          told = isUnread() ? written : -1
          if (connection.readyState === connection.OPEN) connection.ping()
        }
      })
      const hello = helloOf(source)
      if (hello !== null) connection.send(hello)
      yield* connected(null)
      yield* Effect.forkScoped(
        Effect.map(heartbeat, () => {
          end(silent)
          connection.terminate()
        })
      )
      return yield* Effect.onInterrupt(store, () => storeRest)
    })
  )

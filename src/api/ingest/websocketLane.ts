// The way in for devices that hold a line (RFC 6455): `/api/v1/ingest/ws/{data_source_id}`. The token comes in a
// header, in the offered subprotocols or in the first frame; a cookie opens nothing here.
import { Clock, Effect, FiberSet, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { type WebSocket, WebSocketServer } from "ws"
import { type AuthenticatedSource, Denied, Intake } from "../../intake/ports.ts"
import type { AccessOptions } from "../http/access.ts"
import type { Route } from "../http/allowedMethods.ts"
import { CorsOrigins } from "../http/cors.ts"
import type { FastPathServer } from "../http/nodeServer.ts"
import { Stopping } from "../http/Stopping.ts"
import { LineLimits } from "./LineLimits.ts"
import { PartialFrames } from "./PartialFrames.ts"
import { Strangers } from "./Strangers.ts"
import { isForeign, PATH, PROTOCOL, refuse, sourceIn, tokenIn, tokenOf } from "./lineRequest.ts"
import { attendLine, bytesOf, type End, ends, endWith, hangUp, type OpenLine } from "./WebsocketLine.ts"

export const websocketRoutes: ReadonlyArray<Route> = [["GET", `${PATH}:data_source_id`]]

/** Texts are no stricter than bytes: what is no UTF-8 is refused by its number, and the next frame is read. */
const settings = {
  noServer: true,
  maxPayload: 1024 * 1024,
  maxFragments: 1024,
  maxBufferedChunks: 16 * 1024,
  perMessageDeflate: false,
  clientTracking: false,
  skipUTF8Validation: true,
  autoPong: false,
  /** a line that we close is over after this time, ms, whatever the other side does */
  closeTimeout: 2000,
  handleProtocols: (protocols: ReadonlySet<string>) => (protocols.has(PROTOCOL) ? PROTOCOL : false)
} as const

/** A line that is held, and how it is ended from outside. */
interface Held {
  readonly source: AuthenticatedSource
  readonly end: (end: End) => void
}

/** What comes first on a line that nobody attends yet. */
interface Early {
  /** null: nothing in time */
  readonly first: Buffer | null
  /** what came in one piece with it */
  readonly more: () => ReadonlyArray<Buffer>
}

const firstFrame = (line: WebSocket, patienceMs: number): Effect.Effect<Early> => {
  const frames: Array<Buffer> = []
  const more = () => {
    line.removeAllListeners("message")
    return frames.slice(1)
  }
  return Effect.callback<Early>((resume) => {
    line.on("message", (data) => {
      // what follows is for whoever attends the line
      line.pause()
      frames.push(bytesOf(data))
      if (frames.length === 1) resume(Effect.succeed({ first: frames[0]!, more }))
    })
    line.once("close", () => resume(Effect.succeed({ first: null, more })))
    line.resume()
  }).pipe(Effect.timeoutOrElse({ duration: patienceMs, orElse: () => Effect.succeed({ first: null, more }) }))
}

/** Opens the lane of a server until its scope closes; lines that are held then are told to connect again. */
export const websocketLane = (
  server: FastPathServer,
  { clientAddress }: Pick<AccessOptions, "clientAddress">
) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const intake = yield* Intake,
        limits = yield* LineLimits,
        origins = yield* CorsOrigins,
        stopping = yield* Stopping
      const fibers = yield* FiberSet.make(),
        fork = yield* FiberSet.runtime(fibers)()
      const sockets = new WebSocketServer(settings)
      const held = new Set<Held>(),
        ofSource = new Map<string, number>(),
        shared = { bytes: 0 }
      const strangers = new Strangers(limits.strangers, limits.strangersOfAddress),
        partial = new PartialFrames(limits),
        clock = yield* Clock.Clock
      const now = () => clock.currentTimeMillisUnsafe()
      let known = 0,
        isLeaving = false

      /** A line from its opening to its very end; null: the request was none for a line, and is answered. */
      const onLine = <A, E, R>(
        [request, socket, head]: readonly [IncomingMessage, Duplex, Buffer],
        use: (line: OpenLine) => Effect.Effect<A, E, R>
      ) =>
        Effect.acquireUseRelease(
          Effect.sync((): OpenLine | null => {
            let opened: OpenLine | null = null
            // comes back at once, with or without a line
            sockets.handleUpgrade(request, socket, head, (line) => {
              line.on("error", () => line.terminate())
              line.pause()
              opened = { line, socket: request.socket }
            })
            return opened
          }),
          (line) => (line === null ? Effect.void : use(line)),
          (line) => (line === null ? Effect.void : hangUp(line, ends.goingAway))
        )

      const attend = (opened: OpenLine, source: AuthenticatedSource, early: ReadonlyArray<Buffer> = []) => {
        const id = source.credential.sourceId
        const one: Held = { source, end: (end) => endWith(opened.line, end) }
        return Effect.suspend(() => {
          held.add(one)
          known++
          ofSource.set(id, (ofSource.get(id) ?? 0) + 1)
          return Effect.ensuring(
            attendLine(intake, source, opened, limits, shared, early),
            Effect.sync(() => {
              held.delete(one)
              known--
              const others = ofSource.get(id)! - 1
              if (others === 0) ofSource.delete(id)
              else ofSource.set(id, others)
            })
          )
        })
      }
      const isFull = (id: string) => known >= limits.lines || (ofSource.get(id) ?? 0) >= limits.ofSource

      const ask = Effect.fnUntraced(function* (opened: OpenLine, id: string, address: string) {
        const { line } = opened
        const frame = partial.watch(opened, address, false, now)
        const leave = strangers.add(address, () => line.terminate())
        const { first, more } = yield* Effect.ensuring(
          firstFrame(line, limits.patienceMs),
          Effect.sync(leave)
        )
        const token = first === null ? null : tokenOf(first)
        const source = token === null ? null : yield* Effect.result(intake.authenticate(id, token))
        if (source === null) return yield* hangUp(opened, ends.unknown)
        if (source._tag === "Failure")
          return yield* hangUp(
            opened,
            source.failure instanceof Denied ? ends[source.failure.reason] : ends.later
          )
        if (isFull(id)) return yield* hangUp(opened, ends.later)
        frame.become()
        line.send(JSON.stringify({ ready: true }))
        yield* attend(opened, source.success, more())
      })

      const admit = Effect.fnUntraced(function* (...asked: readonly [IncomingMessage, Duplex, Buffer]) {
        const [request, socket] = asked
        const id = sourceIn(request.url!),
          token = tokenIn(request)
        if (id === null) return refuse(socket, 404, "There is no such data source.")
        if (isForeign(request, origins))
          return refuse(socket, 403, "This page may not hold a line: CORS_ORIGINS names those that may.")
        if (isLeaving) return refuse(socket, 503, "The service stops: try again later.")
        if (known >= limits.lines) return refuse(socket, 503, "Too many lines are held: try again later.")
        const address = clientAddress(request)
        if (token === undefined) return yield* onLine(asked, (opened) => ask(opened, id, address))
        const source = yield* Effect.result(intake.authenticate(id, token))
        if (source._tag === "Failure") {
          const { failure } = source
          if (!(failure instanceof Denied))
            return refuse(socket, 503, "Nothing can be stored now: try again later.")
          return failure.reason === "disabled"
            ? refuse(socket, 403, "The data source is switched off.")
            : refuse(socket, 401, "The token opens nothing here. It is shown once, when the source was made.")
        }
        if (isFull(id)) return refuse(socket, 503, "The data source has as many lines as it may.")
        return yield* onLine(asked, (opened) => {
          partial.watch(opened, address, true, now)
          return attend(opened, source.success)
        })
      })

      server.upgradeHandler = (request, socket, head) => {
        if (!request.url!.startsWith(PATH)) return false
        fork(
          Effect.catchCause(admit(request, socket, head), (cause) =>
            Effect.andThen(
              Effect.logError("a line met a defect", cause),
              Effect.sync(() => socket.destroy())
            )
          )
        )
        return true
      }
      /** Who may not write any more hears so, also if nothing is written. */
      const look = Effect.sync(() => {
        partial.look(now())
        for (const { end, source } of held) {
          const denied = intake.deniedFromMemory(source.credential)
          if (denied !== null) end(ends[denied.reason])
        }
      })
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(limits.lookMs), look)))
      // the server waits for who is connected: lines are told to go before it does
      const leave = Effect.suspend(() => {
        isLeaving = true
        return FiberSet.clear(fibers)
      })
      yield* Effect.forkScoped(Effect.andThen(stopping.await, leave))
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          server.upgradeHandler = null
          sockets.close()
        })
      )
    })
  )

/** Who asks by HTTP alone is told what is spoken here (RFC 9110, 15.5.22). */
export const WebsocketRoute = HttpRouter.add(
  "GET",
  `${PATH}:data_source_id`,
  HttpServerResponse.empty({ status: 426, headers: { upgrade: "websocket", connection: "upgrade" } })
)

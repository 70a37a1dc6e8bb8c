// Accepts WebSocket connections of devices (RFC 6455) at `/api/v1/ingest/ws/{data_source_id}`. The token
// comes in a header, in the offered subprotocols or in the first frame; cookies do not count here.
import { Clock, Effect, FiberSet, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { WebSocketServer } from "ws"
import { type AuthenticatedSource, Denied, Intake } from "../../intake/ports.ts"
import type { RequestMiddlewareOptions } from "../http/requestMiddleware.ts"
import type { Route } from "../http/allowedMethods.ts"
import { CorsOrigins } from "../http/cors.ts"
import type { FastPathServer } from "../http/server/nodeServer.ts"
import { ShutdownLatch } from "../http/ShutdownLatch.ts"
import { WebsocketLimits } from "./WebsocketLimits.ts"
import { PartialFrames } from "./PartialFrames.ts"
import { readFirstFrame } from "./readFirstFrame.ts"
import { UnauthenticatedConnections } from "./UnauthenticatedConnections.ts"
import {
  isForeignOrigin,
  WEBSOCKET_PATH,
  SUBPROTOCOL,
  refuseUpgrade,
  sourceIdOf,
  requestToken,
  frameToken
} from "./upgradeRequest.ts"
import {
  serveConnection,
  type CloseReason,
  closeReasons,
  closeWith,
  closeConnection,
  type OpenConnection
} from "./serveConnection.ts"

/** `websocketRoutes` is the route of the connections, for the table of methods. */
export const websocketRoutes: ReadonlyArray<Route> = [["GET", `${WEBSOCKET_PATH}:data_source_id`]]

/** Text frames are checked later: one that is not UTF-8 is refused with its number, and the next one is read. */
const serverOptions = {
  noServer: true,
  maxPayload: 1024 * 1024,
  maxFragments: 1024,
  maxBufferedChunks: 16 * 1024,
  perMessageDeflate: false,
  clientTracking: false,
  skipUTF8Validation: true,
  autoPong: false,
  /** how long the peer has to answer a close frame, ms */
  closeTimeout: 2000,
  handleProtocols: (protocols: ReadonlySet<string>) => (protocols.has(SUBPROTOCOL) ? SUBPROTOCOL : false)
} as const

/** `ServedConnection` is an authenticated connection, and how to close it. */
interface ServedConnection {
  readonly source: AuthenticatedSource
  readonly end: (end: CloseReason) => void
}

/** Serves WebSocket connections until the scope closes; open ones are then closed with a request to reconnect. */
export const websocketIngest = (
  server: FastPathServer,
  { clientAddress }: Pick<RequestMiddlewareOptions, "clientAddress">
) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const intake = yield* Intake,
        limits = yield* WebsocketLimits,
        origins = yield* CorsOrigins,
        stopping = yield* ShutdownLatch
      const fibers = yield* FiberSet.make(),
        fork = yield* FiberSet.runtime(fibers)()
      const sockets = new WebSocketServer(serverOptions)
      const servedConnections = new Set<ServedConnection>(),
        countOfSource = new Map<string, number>(),
        queuedOfAll = { bytes: 0 }
      const unauthenticated = new UnauthenticatedConnections(
          limits.unauthenticated,
          limits.unauthenticatedPerAddress
        ),
        partialFrames = new PartialFrames(limits),
        clock = yield* Clock.Clock
      const now = () => clock.currentTimeMillisUnsafe()
      let servedCount = 0,
        isShuttingDown = false

      /** Opens a connection, uses it, and closes it. An invalid request is answered, and opens none. */
      const withConnection = <A, E, R>(
        [request, socket, head]: readonly [IncomingMessage, Duplex, Buffer],
        use: (websocket: OpenConnection) => Effect.Effect<A, E, R>
      ) =>
        Effect.acquireUseRelease(
          // null: the request was not valid, and `ws` has answered it
          Effect.sync((): OpenConnection | null => {
            let opened: OpenConnection | null = null
            // calls back synchronously, or not at all
            sockets.handleUpgrade(request, socket, head, (websocket) => {
              websocket.on("error", () => websocket.terminate())
              websocket.pause()
              opened = { websocket, socket: request.socket }
            })
            return opened
          }),
          (websocket) => (websocket === null ? Effect.void : use(websocket)),
          (websocket) =>
            websocket === null ? Effect.void : closeConnection(websocket, closeReasons.goingAway)
        )

      const serve = (
        opened: OpenConnection,
        source: AuthenticatedSource,
        earlyFrames: ReadonlyArray<Buffer> = []
      ) => {
        const id = source.credential.sourceId
        const entry: ServedConnection = { source, end: (end) => closeWith(opened.websocket, end) }
        return Effect.suspend(() => {
          servedConnections.add(entry)
          servedCount++
          countOfSource.set(id, (countOfSource.get(id) ?? 0) + 1)
          return Effect.ensuring(
            serveConnection(intake, source, opened, limits, queuedOfAll, earlyFrames),
            Effect.sync(() => {
              servedConnections.delete(entry)
              servedCount--
              const others = countOfSource.get(id)! - 1
              if (others === 0) countOfSource.delete(id)
              else countOfSource.set(id, others)
            })
          )
        })
      }
      const isFull = (id: string) =>
        servedCount >= limits.connections || (countOfSource.get(id) ?? 0) >= limits.connectionsPerSource

      const authenticateByFrame = Effect.fnUntraced(function* (
        opened: OpenConnection,
        id: string,
        address: string
      ) {
        const { websocket } = opened
        const frame = partialFrames.watch(opened, address, { isAuthenticated: false }, now)
        const removeUnauthenticated = unauthenticated.add(address, () => websocket.terminate())
        const { first, earlyFrames } = yield* Effect.ensuring(
          readFirstFrame(websocket, limits.firstFrameTimeoutMs),
          Effect.sync(removeUnauthenticated)
        )
        const token = first === null ? null : frameToken(first)
        const source = token === null ? null : yield* Effect.result(intake.authenticate(id, token))
        if (source === null) return yield* closeConnection(opened, closeReasons.unknown)
        if (source._tag === "Failure")
          return yield* closeConnection(
            opened,
            source.failure instanceof Denied ? closeReasons[source.failure.reason] : closeReasons.tryLater
          )
        if (isFull(id)) return yield* closeConnection(opened, closeReasons.tryLater)
        frame.setAuthenticated()
        websocket.send(JSON.stringify({ ready: true }))
        yield* serve(opened, source.success, earlyFrames())
      })

      const accept = Effect.fnUntraced(function* (...upgrade: readonly [IncomingMessage, Duplex, Buffer]) {
        const [request, socket] = upgrade
        const id = sourceIdOf(request.url!),
          token = requestToken(request)
        if (id === null) return refuseUpgrade(socket, 404, "There is no such data source.")
        if (isForeignOrigin(request, origins))
          return refuseUpgrade(
            socket,
            403,
            "This page may not open a connection: CORS_ORIGINS names those that may."
          )
        if (isShuttingDown) return refuseUpgrade(socket, 503, "The service stops: try again later.")
        if (servedCount >= limits.connections)
          return refuseUpgrade(socket, 503, "Too many connections are open: try again later.")
        const address = clientAddress(request)
        if (token === undefined)
          return yield* withConnection(upgrade, (opened) => authenticateByFrame(opened, id, address))
        const source = yield* Effect.result(intake.authenticate(id, token))
        if (source._tag === "Failure") {
          const { failure } = source
          if (!(failure instanceof Denied))
            return refuseUpgrade(socket, 503, "Nothing can be stored now: try again later.")
          return failure.reason === "disabled"
            ? refuseUpgrade(socket, 403, "The data source is switched off.")
            : refuseUpgrade(
                socket,
                401,
                "The token opens nothing here. It is shown once, when the source was made."
              )
        }
        if (isFull(id))
          return refuseUpgrade(socket, 503, "The data source has as many connections as it may.")
        return yield* withConnection(upgrade, (opened) => {
          partialFrames.watch(opened, address, { isAuthenticated: true }, now)
          return serve(opened, source.success)
        })
      })

      server.upgradeHandler = (request, socket, head) => {
        if (!request.url!.startsWith(WEBSOCKET_PATH)) return false
        fork(
          Effect.catchCause(accept(request, socket, head), (cause) =>
            Effect.andThen(
              Effect.logError("a connection met a defect", cause),
              Effect.sync(() => socket.destroy())
            )
          )
        )
        return true
      }
      /**
       * Closes connections of sources that were disabled or whose token was revoked, also while they are
       * idle.
       */
      const recheck = Effect.sync(() => {
        partialFrames.checkDeadlines(now())
        for (const { end, source } of servedConnections) {
          const denied = intake.deniedFromMemory(source.credential)
          if (denied !== null) end(closeReasons[denied.reason])
        }
      })
      yield* Effect.forkScoped(
        Effect.forever(Effect.andThen(Effect.sleep(limits.recheckIntervalMs), recheck))
      )
      // the server waits for open connections when it closes, so they are closed before
      const shutDown = Effect.suspend(() => {
        isShuttingDown = true
        return FiberSet.clear(fibers)
      })
      yield* Effect.forkScoped(Effect.andThen(stopping.await, shutDown))
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          server.upgradeHandler = null
          sockets.close()
        })
      )
    })
  )

/** Answers a plain HTTP request with 426 (RFC 9110, section 15.5.22). */
export const WebsocketRoute = HttpRouter.add(
  "GET",
  `${WEBSOCKET_PATH}:data_source_id`,
  HttpServerResponse.empty({ status: 426, headers: { upgrade: "websocket", connection: "upgrade" } })
)

// The way in for devices that hold a line (RFC 6455): `/api/v1/ingest/ws/{data_source_id}`. The token comes in a
// header, in the offered subprotocols or in the first frame; a cookie opens nothing here.
import { Effect, FiberSet, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { type WebSocket, WebSocketServer } from "ws"
import { type AuthenticatedSource, Denied, Intake } from "../../intake/ports.ts"
import type { Route } from "../http/allowedMethods.ts"
import type { LanedServer } from "../http/nodeServer.ts"
import { plainProblem } from "../http/problemResponse.ts"
import { requestIdOf } from "../http/RequestId.ts"
import { attendLine, bytesOf, ends } from "./WebsocketLine.ts"

const PATH = "/api/v1/ingest/ws/"
export const websocketRoutes: ReadonlyArray<Route> = [["GET", `${PATH}:data_source_id`]]

/** The subprotocol that is spoken; a token may stand beside it in the offer, and is never said back. */
const PROTOCOL = "pugmark.v1"
const TOKEN_PROTOCOL = "token."

/** Bytes of a frame, and of the first one where that is the token. */
const FRAME = 1024 * 1024
const FIRST_FRAME = 4096
/** How long somebody may take to say who they are, ms. */
const PATIENCE_MS = 10_000
/** Lines at a time, and those of them that have not said who they are. */
const MOST = 4000
const MOST_STRANGERS = 200

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const sourceIn = (url: string): string | null => {
  const id = url.split("?", 1)[0]!.slice(PATH.length)
  return uuid.test(id) ? id.toLowerCase() : null
}

const offered = ({ headers }: IncomingMessage): ReadonlyArray<string> =>
  (headers["sec-websocket-protocol"] ?? "").split(",").map((one) => one.trim())

/** The token that a request shows; undefined: none, and the first frame has to. */
const tokenIn = (request: IncomingMessage): string | undefined => {
  const header = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1]
  return (
    header ??
    offered(request)
      .find((one) => one.startsWith(TOKEN_PROTOCOL))
      ?.slice(TOKEN_PROTOCOL.length)
  )
}

/** A refusal in the words of every other, on a line that never came about. */
const refuse = (socket: Duplex, status: number, detail: string): void => {
  const id = requestIdOf(undefined)
  const problem = plainProblem(status, { detail, request_id: id })
  const body = JSON.stringify(problem)
  socket.end(
    [
      `HTTP/1.1 ${status} ${problem.title.replaceAll(/[^ -~]/g, "")}`,
      "Content-Type: application/problem+json",
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-ID: ${id}`,
      ...(status === 401 ? ["WWW-Authenticate: Bearer"] : []),
      ...(status === 503 ? ["Retry-After: 5"] : []),
      "Connection: close",
      "",
      body
    ].join("\r\n")
  )
}

/** The token in a first frame: `{"token": "src_…"}`, or the bare text. */
const tokenOf = (text: string): string => {
  try {
    const said: unknown = JSON.parse(text)
    return typeof said === "object" && said !== null && "token" in said ? String(said.token) : text
  } catch {
    return text.trim()
  }
}

/** What comes first on a line that nobody attends yet. */
interface Early {
  /** a text of a token's size; null: none in time, or something else */
  readonly first: string | null
  /** what came in one piece with it */
  readonly more: () => ReadonlyArray<Buffer>
}

const firstFrame = (line: WebSocket): Effect.Effect<Early> => {
  const frames: Array<Buffer> = []
  const more = () => {
    line.removeAllListeners("message")
    return frames.slice(1)
  }
  return Effect.callback<Early>((resume) => {
    line.on("message", (data) => {
      // what follows is for whoever attends the line
      line.pause()
      const bytes = bytesOf(data)
      frames.push(bytes)
      if (frames.length === 1)
        resume(Effect.succeed({ first: bytes.length > FIRST_FRAME ? null : bytes.toString("utf8"), more }))
    })
    line.once("close", () => resume(Effect.succeed({ first: null, more })))
    line.resume()
  }).pipe(
    Effect.timeoutOrElse({ duration: PATIENCE_MS, orElse: () => Effect.succeed({ first: null, more }) })
  )
}

/** Opens the lane of a server until its scope closes; lines that are held then are told to connect again. */
export const websocketLane = (server: LanedServer) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const intake = yield* Intake
      const fork = yield* FiberSet.makeRuntime()
      const sockets = new WebSocketServer({
        noServer: true,
        maxPayload: FRAME,
        perMessageDeflate: false,
        clientTracking: false,
        handleProtocols: (protocols) => (protocols.has(PROTOCOL) ? PROTOCOL : false)
      })
      let lines = 0,
        strangers = 0

      const open = (request: IncomingMessage, socket: Duplex, head: Buffer): Effect.Effect<WebSocket> =>
        Effect.callback((resume) => {
          sockets.handleUpgrade(request, socket, head, (line) => {
            line.on("error", () => line.terminate())
            line.pause()
            resume(Effect.succeed(line))
          })
        })

      const known = Effect.fnUntraced(function* (
        line: WebSocket,
        source: AuthenticatedSource,
        early: ReadonlyArray<Buffer> = []
      ) {
        lines++
        yield* Effect.ensuring(
          attendLine(intake, source, line, early),
          Effect.sync(() => {
            lines--
          })
        )
      })

      const ask = Effect.fnUntraced(function* (line: WebSocket, id: string) {
        strangers++
        const { first, more } = yield* Effect.ensuring(
          firstFrame(line),
          Effect.sync(() => {
            strangers--
          })
        )
        const source = first === null ? null : yield* Effect.result(intake.authenticate(id, tokenOf(first)))
        if (source === null || source._tag === "Failure") {
          const [code, reason] =
            source === null || source.failure instanceof Denied ? ends.unknown : ends.later
          line.resume()
          line.close(code, reason)
          return
        }
        line.send(JSON.stringify({ ready: true }))
        yield* known(line, source.success, more())
      })

      const admit = Effect.fnUntraced(function* (request: IncomingMessage, socket: Duplex, head: Buffer) {
        const id = sourceIn(request.url!),
          token = tokenIn(request)
        if (id === null) return refuse(socket, 404, "There is no such data source.")
        if (lines + strangers >= MOST || (token === undefined && strangers >= MOST_STRANGERS))
          return refuse(socket, 503, "Too many lines are held: try again later.")
        if (token === undefined) return yield* ask(yield* open(request, socket, head), id)
        const source = yield* Effect.result(intake.authenticate(id, token))
        if (source._tag === "Success") return yield* known(yield* open(request, socket, head), source.success)
        const { failure } = source
        if (!(failure instanceof Denied))
          return refuse(socket, 503, "Nothing can be stored now: try again later.")
        return failure.reason === "disabled"
          ? refuse(socket, 403, "The data source is switched off.")
          : refuse(socket, 401, "The token opens nothing here. It is shown once, when the source was made.")
      })

      server.line = (request, socket, head) => {
        if (!request.url!.startsWith(PATH)) return false
        socket.on("error", () => socket.destroy())
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
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          server.line = null
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

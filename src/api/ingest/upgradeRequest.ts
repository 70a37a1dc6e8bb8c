// Reads the request for a WebSocket connection: the data source, the token and the origin; and refuses it.
import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { plainProblem } from "../http/problemResponse.ts"
import { requestIdOf } from "../http/RequestId.ts"

/** `WEBSOCKET_PATH` is followed by the id of the data source. */
export const WEBSOCKET_PATH = "/api/v1/ingest/ws/"

/**
 * `SUBPROTOCOL` is the subprotocol that is spoken. A token may be offered as another one, and is never
 * echoed.
 */
export const SUBPROTOCOL = "pugmark.v1"
const TOKEN_PROTOCOL_PREFIX = "token."

/** `MAX_TOKEN_FRAME_BYTES` bounds the first frame where it is the token. */
const MAX_TOKEN_FRAME_BYTES = 4096

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the id of the data source in a URL; null if it is no UUID. */
export const sourceIdOf = (url: string): string | null => {
  const id = url.split("?", 1)[0]!.slice(WEBSOCKET_PATH.length)
  return uuid.test(id) ? id.toLowerCase() : null
}

const offeredProtocols = ({ headers }: IncomingMessage): ReadonlyArray<string> =>
  (headers["sec-websocket-protocol"] ?? "").split(",").map((one) => one.trim())

/** Returns the token of a request; undefined where the first frame has to carry it. */
export const requestToken = (request: IncomingMessage): string | undefined => {
  const header = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1]
  return (
    header ??
    offeredProtocols(request)
      .find((one) => one.startsWith(TOKEN_PROTOCOL_PREFIX))
      ?.slice(TOKEN_PROTOCOL_PREFIX.length)
  )
}

/** Returns the token of a first frame, `{"token": "src_…"}` or the bare text; null if it is too long. */
export const frameToken = (frame: Buffer): string | null => {
  if (frame.length > MAX_TOKEN_FRAME_BYTES) return null
  const text = frame.toString("utf8")
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === "object" && parsed !== null && "token" in parsed ? String(parsed.token) : text
  } catch {
    return text.trim()
  }
}

/** Returns whether a browser asks for a page of another origin that the settings do not allow. */
export const isForeignOrigin = ({ headers }: IncomingMessage, origins: ReadonlySet<string>): boolean => {
  const { host, origin } = headers
  if (origin === undefined || origins.has(origin)) return false
  return !URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase()
}

/** Answers a request for a connection with a problem document, and closes its socket. */
export const refuseUpgrade = (socket: Duplex, status: number, detail: string): void => {
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

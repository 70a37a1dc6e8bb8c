// What a request for a line says: which data source, by which token, and from which page; and how it is refused.
import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { plainProblem } from "../http/problemResponse.ts"
import { requestIdOf } from "../http/RequestId.ts"

export const PATH = "/api/v1/ingest/ws/"

/** The subprotocol that is spoken; a token may stand beside it in the offer, and is never said back. */
export const PROTOCOL = "pugmark.v1"
const TOKEN_PROTOCOL = "token."

/** Bytes of a first frame that is a token. */
const FIRST_FRAME = 4096

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const sourceIn = (url: string): string | null => {
  const id = url.split("?", 1)[0]!.slice(PATH.length)
  return uuid.test(id) ? id.toLowerCase() : null
}

const offered = ({ headers }: IncomingMessage): ReadonlyArray<string> =>
  (headers["sec-websocket-protocol"] ?? "").split(",").map((one) => one.trim())

/** The token that a request shows; undefined: none, and the first frame has to. */
export const tokenIn = (request: IncomingMessage): string | undefined => {
  const header = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1]
  return (
    header ??
    offered(request)
      .find((one) => one.startsWith(TOKEN_PROTOCOL))
      ?.slice(TOKEN_PROTOCOL.length)
  )
}

/** The token in a first frame: `{"token": "src_…"}`, or the bare text; null: it is too long for one. */
export const tokenOf = (frame: Buffer): string | null => {
  if (frame.length > FIRST_FRAME) return null
  const text = frame.toString("utf8")
  try {
    const said: unknown = JSON.parse(text)
    return typeof said === "object" && said !== null && "token" in said ? String(said.token) : text
  } catch {
    return text.trim()
  }
}

/** Whether a browser asks for a page of another house: of such pages only those that the settings name may. */
export const isForeign = ({ headers }: IncomingMessage, origins: ReadonlySet<string>): boolean => {
  const { host, origin } = headers
  if (origin === undefined || origins.has(origin)) return false
  return !URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase()
}

/** A refusal in the words of every other, on a line that never came about. */
export const refuse = (socket: Duplex, status: number, detail: string): void => {
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

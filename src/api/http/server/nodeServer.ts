// The HTTP server of Node with its limits. Requests that Node or the host check refuses are answered as problem
// documents.
import { type IncomingMessage, Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { closeLingering } from "./lingeringClose.ts"
import { plainProblem } from "../problemResponse.ts"
import { requestIdOf } from "../RequestId.ts"

/** `NodeServerOptions` are the limits of a server. */
export interface NodeServerOptions {
  /** how long a whole request may take to arrive, in milliseconds */
  readonly requestTimeoutMs?: number
}

const statusOf = (code: string | undefined): number => {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return 431
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return 408
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return 413
    default:
      return 400
  }
}

const refuse = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy()
    return
  }
  const id = requestIdOf(undefined)
  const problem = plainProblem(statusOf(error.code), { request_id: id })
  const body = JSON.stringify(problem)
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${problem.title.replaceAll(/[^ -~]/g, "")}`,
      "Content-Type: application/problem+json",
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-ID: ${id}`,
      "X-Content-Type-Options: nosniff",
      "Connection: close",
      "",
      body
    ].join("\r\n")
  )
}

/** The answer to a request that is refused before routing; its body is not read. */
interface Refusal {
  readonly status: 400 | 421
  readonly detail: string
}

/** The answer to a host name that is not ours (RFC 9110, 15.5.20). */
const MISDIRECTED_REFUSAL: Refusal = {
  status: 421,
  detail:
    "The service does not answer under this name. Whoever runs it names its hosts in PUBLIC_URL or " +
    "TRUSTED_HOSTS."
}

const writeRefusal = (
  { detail, status }: Refusal,
  { headers }: IncomingMessage,
  response: ServerResponse
): void => {
  const id = requestIdOf(headers["x-request-id"]?.toString())
  const body = JSON.stringify(plainProblem(status, { detail, request_id: id }))
  response.writeHead(status, {
    "content-type": "application/problem+json",
    "content-length": Buffer.byteLength(body),
    "x-request-id": id,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    connection: "close"
  })
  response.end(body)
}

const refuseUpgrade = ({ status }: Refusal, socket: Duplex): void =>
  void socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
  )

/** `LARGE_BODY_BYTES` is the size of what a connection buffers. */
const LARGE_BODY_BYTES = 64 * 1024

/** Header fields that may occur once: with two values, a proxy may use one and this server the other. */
const SINGLE_FIELDS: ReadonlyArray<string> = ["authorization", "content-type", "host", "origin"]
/** The fields by the length of their names, which differ: a cheap first test. */
const singleFieldOfLength = new Map(SINGLE_FIELDS.map((name) => [name.length, name]))

/** Returns a field of `SINGLE_FIELDS` that a request repeats, or null. */
const repeatedField = ({ rawHeaders }: IncomingMessage): string | null => {
  let seen = ""
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = singleFieldOfLength.get(rawHeaders[at]!.length)
    if (name === undefined || rawHeaders[at]!.toLowerCase() !== name) continue
    if (seen.includes(name)) return name
    seen += `${name} `
  }
  return null
}

/** Whether a body may still be arriving when its request is refused: smaller ones lie in the buffers by then. */
const hasLargeBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > LARGE_BODY_BYTES

/** `FastPathServer` answers ingest and WebSocket upgrades before its listeners, which are the router's. */
export class FastPathServer extends Server {
  /** Decides whether the host name of a request is ours; other requests are refused with 421. */
  isAllowedHost: (request: IncomingMessage) => boolean = () => true

  /** Answers a request and returns true, or returns false to leave it to the listeners. */
  fastPath: ((request: IncomingMessage, response: ServerResponse) => boolean) | null = null

  /** Takes over an upgrade and returns true, or returns false to leave it to the listeners. */
  upgradeHandler: ((request: IncomingMessage, socket: Duplex, head: Buffer) => boolean) | null = null

  override emit(event: string, ...rest: ReadonlyArray<unknown>): boolean {
    if (event === "upgrade") {
      const [request, socket, head] = rest as [IncomingMessage, Duplex, Buffer]
      // Node leaves the socket without an error listener: a client that hangs up would end the process
      socket.on("error", () => socket.destroy())
      const refusal = this.refusalOf(request)
      if (refusal !== null) {
        refuseUpgrade(refusal, socket)
        return true
      }
      return this.upgradeHandler?.(request, socket, head) === true || super.emit(event, request, socket, head)
    }
    // a request with `Expect: 100-continue` is an event of its own
    if (event !== "request" && event !== "checkContinue") return super.emit(event, ...rest)
    // the arguments of both events
    const [request, response] = rest as [IncomingMessage, ServerResponse]
    // closing ends idle connections only: a client that never pauses would hold the server until the grace period
    // ends
    if (!this.listening) response.shouldKeepAlive = false
    if (hasLargeBody(request)) closeLingering(request)
    const refusal = this.refusalOf(request)
    if (refusal !== null) {
      writeRefusal(refusal, request, response)
      return true
    }
    const isTaken = event === "request" && this.fastPath?.(request, response) === true
    return isTaken || super.emit(event, request, response)
  }

  private refusalOf(request: IncomingMessage): Refusal | null {
    const name = repeatedField(request)
    if (name !== null) return { status: 400, detail: `The header field "${name}" is there twice.` }
    return this.isAllowedHost(request) ? null : MISDIRECTED_REFUSAL
  }
}

/**
 * `nodeServer` makes a server with heads of at most 16 KiB, complete in 10 s, and requests complete in two
 * minutes.
 */
export const nodeServer = ({ requestTimeoutMs = 120_000 }: NodeServerOptions = {}): FastPathServer => {
  const server = new FastPathServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: Math.min(10_000, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(2_000, requestTimeoutMs)
  })
  server.maxHeadersCount = 0
  server.on("clientError", refuse)
  return server
}

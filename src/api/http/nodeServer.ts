// The HTTP server of Node with its limits, and its own refusals in our words: requests that never become one.
import { type IncomingMessage, Server, type ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { plainProblem } from "./problemResponse.ts"
import { requestIdOf } from "./RequestId.ts"

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

/** Asked by a name that is not ours (RFC 9110, 15.5.20). The body is not read. */
const misdirected = ({ headers }: IncomingMessage, response: ServerResponse): void => {
  const id = requestIdOf(headers["x-request-id"]?.toString())
  const detail =
    "The service does not answer under this name. Whoever runs it names its hosts in PUBLIC_URL or " +
    "TRUSTED_HOSTS."
  const body = JSON.stringify(plainProblem(421, { detail, request_id: id }))
  response.writeHead(421, {
    "content-type": "application/problem+json",
    "content-length": Buffer.byteLength(body),
    "x-request-id": id,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    connection: "close"
  })
  response.end(body)
}

const misdirectedLine = (socket: Duplex): void =>
  void socket.end("HTTP/1.1 421 Misdirected Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")

/** A server with a way past its listeners. */
export class LanedServer extends Server {
  /** Whether a request asks by a name that is ours; the others are not answered. */
  trusts: (request: IncomingMessage) => boolean = () => true

  /** Whether it answers a request itself; the others go to the listeners. */
  lane: ((request: IncomingMessage, response: ServerResponse) => boolean) | null = null

  /** Whether it takes a request for another protocol; the others go to the listeners. */
  line: ((request: IncomingMessage, socket: Duplex, head: Buffer) => boolean) | null = null

  override emit(event: string, ...rest: ReadonlyArray<unknown>): boolean {
    if (event === "upgrade") {
      const [request, socket, head] = rest as [IncomingMessage, Duplex, Buffer]
      // Node has given it away with nobody listening: a client that hangs up would end the process
      socket.on("error", () => socket.destroy())
      if (!this.trusts(request)) {
        misdirectedLine(socket)
        return true
      }
      return this.line?.(request, socket, head) === true || super.emit(event, request, socket, head)
    }
    if (event !== "request") return super.emit(event, ...rest)
    // what Node hands to listeners of this event
    const [request, response] = rest as [IncomingMessage, ServerResponse]
    // closing ends idle connections alone: a client that never pauses would keep its own, and the server,
    // until the grace period is over
    if (!this.listening) response.shouldKeepAlive = false
    if (!this.trusts(request)) {
      misdirected(request, response)
      return true
    }
    return this.lane?.(request, response) === true || super.emit(event, request, response)
  }
}

/**
 * A server whose head of request has 16 KiB, whose head must be there in 10 s and whole request in two
 * minutes.
 */
export const nodeServer = ({ requestTimeoutMs = 120_000 }: NodeServerOptions = {}): LanedServer => {
  const server = new LanedServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: Math.min(10_000, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(2_000, requestTimeoutMs)
  })
  server.maxHeadersCount = 0
  server.on("clientError", refuse)
  return server
}

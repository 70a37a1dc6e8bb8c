// The HTTP server of Node with its limits, and its own refusals in our words: requests that never become one.
import { type IncomingMessage, Server, type ServerResponse, STATUS_CODES } from "node:http"
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

/** A refusal of a request that nothing else sees. The body is not read. */
interface Refusal {
  readonly status: 400 | 421
  readonly detail: string
}

/** Asked by a name that is not ours (RFC 9110, 15.5.20). */
const MISDIRECTED: Refusal = {
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

/** Header fields that a request may have once: of two values, a proxy may take one and this server the other. */
const SINGLE_FIELDS: ReadonlyArray<string> = ["authorization", "content-type", "host", "origin"]
/** By its length, the one that a name may be. */
const singleFieldOfLength = new Map(SINGLE_FIELDS.map((name) => [name.length, name]))

/** The field that a request has twice and may have once; null: none. */
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
      const refusal = this.refusalOf(request)
      if (refusal !== null) {
        refuseUpgrade(refusal, socket)
        return true
      }
      return this.line?.(request, socket, head) === true || super.emit(event, request, socket, head)
    }
    // a request that asks first whether its body is wanted comes by an event of its own
    if (event !== "request" && event !== "checkContinue") return super.emit(event, ...rest)
    // what Node hands to listeners of these events
    const [request, response] = rest as [IncomingMessage, ServerResponse]
    // closing ends idle connections alone: a client that never pauses would keep its own, and the server,
    // until the grace period is over
    if (!this.listening) response.shouldKeepAlive = false
    const refusal = this.refusalOf(request)
    if (refusal !== null) {
      writeRefusal(refusal, request, response)
      return true
    }
    const isTaken = event === "request" && this.lane?.(request, response) === true
    return isTaken || super.emit(event, request, response)
  }

  private refusalOf(request: IncomingMessage): Refusal | null {
    const name = repeatedField(request)
    if (name !== null) return { status: 400, detail: `The header field "${name}" is there twice.` }
    return this.trusts(request) ? null : MISDIRECTED
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

// Runs a Node request handler within our router: what it writes is buffered, and sent like every other
// answer, with our headers, log line and metrics.
import { Effect } from "effect"
import * as Cookies from "effect/http/Cookies"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { type IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"

const requestIds = new WeakMap<object, string>()

/** Returns the id of a request that is being handled; empty for any other. */
export const requestIdOf = (request: object): string => requestIds.get(request) ?? ""

/** `BufferedResponse` is a response that is written into memory. */
class BufferedResponse extends ServerResponse {
  private readonly chunks: Array<Buffer> = []
  /** resolves when the handler ends the response */
  readonly completeBody: Promise<Buffer>
  private readonly settle: (body: Buffer) => void

  constructor(request: IncomingMessage) {
    super(request)
    const { promise, resolve } = Promise.withResolvers<Buffer>()
    this.completeBody = promise
    this.settle = resolve
  }

  private append(chunk: unknown, encoding: unknown): void {
    if (typeof chunk === "string")
      this.chunks.push(
        Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8")
      )
    else if (chunk instanceof Uint8Array) this.chunks.push(Buffer.from(chunk))
  }

  override write(chunk: unknown, encoding?: unknown): boolean {
    this.append(chunk, encoding)
    return true
  }

  override end(chunk?: unknown, encoding?: unknown): this {
    this.append(chunk, encoding)
    this.finished = true
    this.settle(Buffer.concat(this.chunks))
    this.emit("finish")
    return this
  }
}

/** Returns a request whose body, already read, can be read again. */
const withBody = (request: IncomingMessage, body: Uint8Array): IncomingMessage => {
  const { headers, httpVersion, httpVersionMajor, httpVersionMinor, method, rawHeaders, socket, url } =
    request
  const replay = Readable.from(body.length === 0 ? [] : [body], { objectMode: false })
  // the members that an HTTP/1 handler reads
  return Object.assign(replay, {
    headers,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    method,
    rawHeaders,
    socket,
    url
  }) as unknown as IncomingMessage
}

/** `ownHeaders` are the headers that our server sets itself. */
const ownHeaders = new Set([
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "set-cookie",
  "transfer-encoding"
])

/** Runs a handler on a request whose body has been read, and returns its answer. */
export const runNodeHandler = (
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  received: IncomingMessage,
  body: Uint8Array,
  requestId: string
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.promise(async () => {
    const request = withBody(received, body)
    requestIds.set(request, requestId)
    const response = new BufferedResponse(request)
    await handle(request, response)
    const answer = await response.completeBody
    const headers = response.getHeaders()
    const handlerHeaders = Object.entries(headers).flatMap(([name, value]) =>
      ownHeaders.has(name) || value === undefined ? [] : [[name, [value].flat().join(", ")]]
    )
    return HttpServerResponse.uint8Array(answer, {
      status: response.statusCode,
      headers: Object.fromEntries(handlerHeaders),
      contentType: headers["content-type"]?.toString() ?? "text/plain; charset=utf-8",
      cookies: Cookies.fromSetCookie([headers["set-cookie"] ?? []].flat())
    })
  })

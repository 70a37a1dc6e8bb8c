// Lets a handler of Node answer one of our requests: what it writes is kept, and goes out as every other answer
// does, with our headers, our line in the log and our count.
import { Effect } from "effect"
import * as Cookies from "effect/http/Cookies"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { type IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"

const ids = new WeakMap<object, string>()

/** The id of a request that is being answered here; empty: of none. */
export const requestIdOf = (request: object): string => ids.get(request) ?? ""

/** A response that is written into memory. */
class KeptResponse extends ServerResponse {
  private readonly chunks: Array<Buffer> = []
  /** once it has ended */
  readonly whole: Promise<Buffer>
  private readonly settle: (body: Buffer) => void

  constructor(request: IncomingMessage) {
    super(request)
    const { promise, resolve } = Promise.withResolvers<Buffer>()
    this.whole = promise
    this.settle = resolve
  }

  private keep(chunk: unknown, encoding: unknown): void {
    if (typeof chunk === "string")
      this.chunks.push(
        Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8")
      )
    else if (chunk instanceof Uint8Array) this.chunks.push(Buffer.from(chunk))
  }

  override write(chunk: unknown, encoding?: unknown): boolean {
    this.keep(chunk, encoding)
    return true
  }

  override end(chunk?: unknown, encoding?: unknown): this {
    this.keep(chunk, encoding)
    this.finished = true
    this.settle(Buffer.concat(this.chunks))
    this.emit("finish")
    return this
  }
}

/** A request whose body has been read, for a handler that reads it again. */
const withBody = (request: IncomingMessage, body: Uint8Array): IncomingMessage => {
  const { headers, httpVersion, httpVersionMajor, httpVersionMinor, method, rawHeaders, socket, url } =
    request
  const replay = Readable.from(body.length === 0 ? [] : [body], { objectMode: false })
  // what a handler of HTTP 1 looks at
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

/** What our own answers say themselves. */
const ours = new Set([
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "set-cookie",
  "transfer-encoding"
])

/** The handler's answer to a request, of which the body has been read. */
export const answerNode = (
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  received: IncomingMessage,
  body: Uint8Array,
  requestId: string
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.promise(async () => {
    const request = withBody(received, body)
    ids.set(request, requestId)
    const response = new KeptResponse(request)
    await handle(request, response)
    const answer = await response.whole
    const headers = response.getHeaders()
    const said = Object.entries(headers).flatMap(([name, value]) =>
      ours.has(name) || value === undefined ? [] : [[name, [value].flat().join(", ")]]
    )
    return HttpServerResponse.uint8Array(answer, {
      status: response.statusCode,
      headers: Object.fromEntries(said),
      contentType: headers["content-type"]?.toString() ?? "text/plain; charset=utf-8",
      cookies: Cookies.fromSetCookie([headers["set-cookie"] ?? []].flat())
    })
  })

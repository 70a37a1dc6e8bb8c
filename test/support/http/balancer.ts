// A reverse proxy of the tests in front of several servers, as nginx is one with the file of the guide: requests
// in turns, the next server where one does not answer, streams as they come, and WebSockets.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { once } from "node:events"
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestOf,
  type ServerResponse
} from "node:http"
import { type AddressInfo, connect } from "node:net"
import type { Duplex } from "node:stream"

/** A server that did not answer is asked last for so long. */
const FAIL_TIMEOUT_MS = 2000

/** Methods that may be sent to the next server after one broke off: as nginx has it by itself. */
const repeatableMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"])

interface Upstream {
  readonly port: number
  failedAt: number
}

/** Whether nothing was sent: no server listens there. */
const isUnsent = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ECONNREFUSED"

export class Balancer {
  private readonly server = createServer((request, response) => void this.answer(request, response))
  private readonly open = new Map<object, { readonly url: string; readonly port: number }>()
  private upstreams: ReadonlyArray<Upstream> = []
  private turn = 0
  /** how many requests each port has answered */
  readonly answered = new Map<number, number>()

  private constructor() {
    this.server.on("upgrade", (request: IncomingMessage, near: Duplex, head: Buffer) => {
      this.upgrade(request, near, head)
    })
  }

  /** Listens on a port of its own until the scope closes. */
  static readonly listen: Effect.Effect<Balancer, never, Scope> = Effect.acquireRelease(
    Effect.promise(async () => {
      const balancer = new Balancer()
      balancer.server.listen(0, "127.0.0.1")
      await once(balancer.server, "listening")
      return balancer
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )

  get port(): number {
    return (this.server.address() as AddressInfo).port // it listens on TCP
  }

  /** `http://127.0.0.1:PORT` */
  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Sends to the servers on these ports from now on. */
  sendTo(ports: ReadonlyArray<number>): void {
    this.upstreams = ports.map((port) => ({ port, failedAt: -Infinity }))
  }

  /** Returns the port of the server that is answering a request whose address has a text in it; null: none is. */
  portOf(text: string): number | null {
    return [...this.open.values()].find(({ url }) => url.includes(text))?.port ?? null
  }

  /** The servers in the order in which they are tried now. */
  private inTurn(): ReadonlyArray<Upstream> {
    const at = this.turn++ % Math.max(1, this.upstreams.length)
    const inOrder = [...this.upstreams.slice(at), ...this.upstreams.slice(0, at)]
    const hasFailed = ({ failedAt }: Upstream) => performance.now() - failedAt < FAIL_TIMEOUT_MS
    return [...inOrder.filter((one) => !hasFailed(one)), ...inOrder.filter(hasFailed)]
  }

  private headersOf(request: IncomingMessage): IncomingHttpHeaders {
    const before = request.headers["x-forwarded-for"]
    const client = request.socket.remoteAddress ?? ""
    return {
      ...request.headers,
      connection: "close",
      "x-forwarded-for": before === undefined ? client : `${String(before)}, ${client}`
    }
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Array<Buffer> = []
    try {
      for await (const piece of request) pieces.push(piece as Buffer)
    } catch {
      return // the client has gone
    }
    const body = Buffer.concat(pieces)
    for (const upstream of this.inTurn()) {
      try {
        return await this.forward(request, response, upstream, body)
      } catch (error) {
        upstream.failedAt = performance.now()
        if (response.headersSent) return void response.destroy()
        if (!isUnsent(error) && !repeatableMethods.has(request.method ?? "")) break
      }
    }
    response.writeHead(502).end()
  }

  private forward(
    request: IncomingMessage,
    response: ServerResponse,
    { port }: Upstream,
    body: Buffer
  ): Promise<void> {
    const { method, url = "/" } = request
    return new Promise((done, failed) => {
      const headers = this.headersOf(request)
      const far = requestOf({ host: "127.0.0.1", port, method, path: url, headers, agent: false })
      response.on("close", () => {
        this.open.delete(far)
        far.destroy()
        done()
      })
      far.on("error", failed)
      far.on("response", (answer) => {
        this.open.set(far, { url, port })
        this.answered.set(port, (this.answered.get(port) ?? 0) + 1)
        const { connection: _, ...kept } = answer.headers
        response.writeHead(answer.statusCode ?? 502, kept)
        response.flushHeaders()
        answer.on("error", () => response.destroy()) // it broke off: the client has to see that
        answer.pipe(response)
      })
      far.end(body)
    })
  }

  private upgrade(request: IncomingMessage, near: Duplex, head: Buffer, tried = this.inTurn()): void {
    const [upstream, ...others] = tried
    if (upstream === undefined) return void near.end("HTTP/1.1 502 Bad Gateway\r\n\r\n")
    const far = connect({ host: "127.0.0.1", port: upstream.port, noDelay: true })
    let isConnected = false
    far.on("connect", () => {
      isConnected = true
      this.open.set(far, { url: request.url ?? "/", port: upstream.port })
      const lines = Object.entries({ ...this.headersOf(request), connection: "Upgrade" })
        .map(([name, value]) => `${name}: ${String(value)}\r\n`)
        .join("")
      far.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines}\r\n`)
      far.write(head)
      far.pipe(near)
      near.pipe(far)
    })
    near.on("error", () => far.destroy())
    near.on("close", () => far.destroy())
    far.on("error", () => {
      if (isConnected) return void near.destroy()
      upstream.failedAt = performance.now()
      this.upgrade(request, near, head, others)
    })
    far.on("close", () => {
      this.open.delete(far)
      if (isConnected) near.destroy()
    })
  }
}

// A real HTTP receiver: keeps every request it gets, and answers as a test says.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { once } from "node:events"
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse
} from "node:http"
import { createServer as createTlsServer, type ServerOptions } from "node:https"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

export interface Request {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Receiver {
  /** `http://127.0.0.1:PORT`, or https with a certificate */
  readonly url: string
  readonly port: number
  /** everything that came, oldest first */
  readonly requests: ReadonlyArray<Request>
  /** Waits until so many requests came in all; the newest of them. */
  readonly nth: (count: number) => Effect.Effect<Request>
}

/** Answers a request; without an end it never is answered. */
export type Respond = (response: ServerResponse, request: Request, count: number) => void

/** Listens until the scope closes. 204 to everything unless said. */
export const openReceiver = (
  respond: Respond = (response) => response.writeHead(204).end(),
  tls?: ServerOptions
): Effect.Effect<Receiver, never, Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const requests: Array<Request> = []
        const waiting = new Set<() => void>()
        const take = async (message: IncomingMessage, response: ServerResponse) => {
          const request = { path: message.url ?? "", headers: message.headers, body: await text(message) }
          requests.push(request)
          for (const wake of waiting) wake()
          respond(response, request, requests.length)
        }
        const listener: RequestListener = (message, response) => void take(message, response)
        const server = (tls === undefined ? createServer(listener) : createTlsServer(tls, listener)).listen(
          0,
          "127.0.0.1"
        )
        await once(server, "listening")
        const { port } = server.address() as AddressInfo // it listens on TCP
        const nth = (count: number) =>
          Effect.promise(async () => {
            while (requests.length < count) {
              const { promise, resolve } = Promise.withResolvers<void>()
              waiting.add(resolve)
              await promise
              waiting.delete(resolve)
            }
            return requests[count - 1]!
          })
        return {
          server,
          receiver: {
            url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
            port,
            requests,
            nth
          }
        }
      }),
      ({ server }) =>
        Effect.sync(() => {
          server.closeAllConnections()
          server.close()
        })
    ),
    ({ receiver }) => receiver
  )

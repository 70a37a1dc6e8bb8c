// Binds the service's port before anything else, so that a start on a port in use makes nothing: no database,
// no administrator. Until the API takes the port over, every request is answered that the service is starting.
import { Data, Effect } from "effect"
import type { Scope } from "effect/Scope"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { ListenOptions } from "node:net"
import type { HeldPort } from "../api/http/Http.ts"
import { plainProblem } from "../api/http/problemResponse.ts"
import { requestIdOf } from "../api/http/RequestId.ts"

/** PortError means that the port cannot be bound; the cause is the system's error. */
export class PortError extends Data.TaggedError("PortError")<{
  readonly message: string
  readonly cause: unknown
}> {}

const answerStarting = ({ headers }: IncomingMessage, response: ServerResponse): void => {
  const id = requestIdOf(headers["x-request-id"]?.toString())
  const body = JSON.stringify(
    plainProblem(503, { code: "NOT_READY", detail: "The service is starting.", request_id: id })
  )
  response.writeHead(503, {
    "content-type": "application/problem+json",
    "content-length": Buffer.byteLength(body),
    "retry-after": "2",
    "x-request-id": id,
    connection: "close"
  })
  response.end(body)
}

/** Binds a port until the scope closes, or until another server takes it over. */
export const holdPort = (host: string, port: number): Effect.Effect<HeldPort, PortError, Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.tryPromise({
        try: async () => {
          const server = createServer(answerStarting).listen(port, host)
          await once(server, "listening")
          return server
        },
        catch: (cause) =>
          new PortError({ message: cause instanceof Error ? cause.message : String(cause), cause })
      }),
      (server) =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
    ),
    (server): HeldPort => ({
      handOver: () => {
        // the handle of a listening server, which its types do not declare: waiting connections move with it
        const held = server as unknown as { _handle: unknown }
        const handle = held._handle
        held._handle = null
        return { handle } as ListenOptions
      }
    })
  )

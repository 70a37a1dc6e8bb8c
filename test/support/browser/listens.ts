// Where a program waits for the browser of its person.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { CALLBACK } from "../http/oauth.ts"

/** Its address, at a port that was free: not the one it has registered. */
export const listens: Effect.Effect<string, never, Scope> = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = createServer((_, response) => response.end("You may close this.")).listen(0, "127.0.0.1")
    await once(server, "listening")
    return server
  }),
  (server) =>
    Effect.sync(() => {
      server.closeAllConnections()
      server.close()
    })
).pipe(
  // it listens on TCP
  Effect.map((server) => {
    const registered = new URL(CALLBACK)
    registered.port = String((server.address() as AddressInfo).port)
    return registered.href
  })
)

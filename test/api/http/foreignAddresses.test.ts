// Addresses that strangers and members name: the service asks none that is inside before it has looked where the
// address leads, so that not even a connection is made.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { publicAgent } from "../../../src/delivery/channels/publicAgent.ts"
import { post } from "../../../src/delivery/channels/post.ts"
import { probeServer } from "../../../src/listeners/probe/probeServer.ts"
import { probeWebsocket } from "../../../src/listeners/probe/probeWebsocket.ts"
import { begin, behindProxy } from "../../support/http/oauth.ts"
import { serve } from "../../support/http/server.ts"

/** A server inside that counts who connects to it. */
const openInside: Effect.Effect<{ readonly port: number; readonly connections: () => number }, never, Scope> =
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        let connections = 0
        const server = createServer((socket) => {
          connections++
          socket.destroy()
        })
        await once(server.listen(0), "listening")
        return { server, connections: () => connections }
      }),
      ({ server }) => Effect.sync(() => void server.close())
    ),
    ({ connections, server }) => ({ connections, port: (server.address() as AddressInfo).port }) // TCP
  )

const hosts = ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0x7f.1"]

const websocket = (url: string) => probeWebsocket({ websocket: { url }, password: null })

/** Everything of the service that asks an address that somebody else has named. */
const callers = {
  "metadata document of an AI client": (at: string) => begin(`https://${at}/client.json`),
  "test of a network server": (at: string) => probeServer("chirpstack", `https://${at}`),
  "test of a network server without TLS": (at: string) => probeServer("tts", `http://${at}`),
  "websocket server of a source": (at: string) => websocket(`ws://${at}/`),
  "websocket server of a source with TLS": (at: string) => websocket(`wss://${at}/`),
  webhook: (at: string) =>
    Effect.acquireUseRelease(
      Effect.sync(() => publicAgent()),
      (agent) =>
        Effect.exit(post(agent, { url: `https://${at}/`, headers: {}, body: "{}", timeoutMs: 2000 })),
      (agent) => Effect.promise(() => agent.destroy())
    )
}

layer(serve(behindProxy), { excludeTestServices: true, timeout: "60 seconds" })("an address inside", (it) => {
  it.effect.each(Object.entries(callers))("is not connected to by the %s", ([name, ask]) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { connections, port } = yield* openInside
        for (const host of hosts) {
          yield* ask(`${host}:${port}`)
          assert.strictEqual(connections(), 0, `${name}: ${host}`)
        }
      })
    )
  )

  it.effect("is refused with the setting that would allow it", () =>
    Effect.gen(function* () {
      const { code, ok, remedy } = yield* probeServer("chirpstack", "http://127.0.0.1:1")
      assert.deepStrictEqual([ok, code], [false, "ERR_IP_BLOCKED"])
      assert.include(remedy ?? "", "WEBSOCKET_ALLOW_PRIVATE=true")
    })
  )
})

// Websocket servers that misbehave, by plan and by chance: what was acknowledged is stored, nothing is stored
// twice, nobody is waited for without end, and whoever looks is told what to do.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { createServer as createTls } from "node:https"
import type { AddressInfo } from "node:net"
import { AllowPrivateServers } from "../../src/listeners/ports.ts"
import { listenLayer } from "../../src/roles/listen.ts"
import { chance } from "../chaos/chance.ts"
import { certificate, certificateKey } from "../support/outside/certificate.ts"
import type { Fault, Mood } from "../support/outside/websocketServer.ts"
import { serve } from "../support/http/server.ts"
import { assertWhole, makeStreaming } from "../support/http/streaming.ts"
import { expectStatus, fresh } from "../support/http/tracking.ts"
import { until } from "../support/until.ts"
import { casesOf, REPEATED } from "../support/stories.ts"

const world = listenLayer(
  {
    maxFutureSeconds: 300,
    maxUnreadRows: 200_000,
    maxUnreadRowsPerProject: 200_000,
    websocketAllowPrivate: true
  },
  { roundMs: 50, pauseMs: 2 }
).pipe(Layer.provideMerge(serve()), Layer.provide(Layer.succeed(AllowPrivateServers, true)))

/** The seeds of a run: printed with what fails, and given back in `PUGMARK_LINE_SEED`. */
const first = Number(process.env["PUGMARK_LINE_SEED"] ?? Date.now() % 1_000_000)
const seeds = [first, first + 1, first + 2].slice(0, casesOf(3))
const MESSAGES = 60

/** One fault in eight messages; the last messages are good ones, so that a bad draw ends too. */
const moodsOf = (seed: number): ReadonlyArray<Mood> => {
  const draw = chance(seed)
  const faults: ReadonlyArray<Fault> = ["twice", "late", "split", "half", "killed"]
  const fault = (): Fault => (draw() < 1 / 8 ? faults[Math.floor(draw() * faults.length)]! : "none")
  const forgetful = draw() < 0.5
  return Array.from({ length: MESSAGES }, (_, n) =>
    n === MESSAGES - 1
      ? { forgetful }
      : draw() < 0.1
        ? { closes: [1001, 1012, 1013, 1008, 1011][Math.floor(draw() * 5)]! }
        : { forgetful, fault }
  )
}

const refusal = (status: string, headers = "") => ({
  answers: `HTTP/1.1 ${status}\r\n${headers}Content-Length: 0\r\nConnection: close\r\n\r\n`
})

/** What the test of a source finds that would connect to this. */
const tried = Effect.fnUntraced(function* (websocket: object) {
  const { id } = yield* expectStatus(201, "POST", "/data-sources", {
    name: fresh("Tried"),
    adapter_key: "generic_websocket",
    enabled: false,
    config: { websocket }
  })
  const { checks } = yield* expectStatus(200, "POST", `/data-sources/${id}/test`)
  return checks.find(({ name }: { readonly name: string }) => name === "websocket")
})

layer(world, { excludeTestServices: true, timeout: "60 seconds" })(
  "a websocket server that misbehaves",
  (it) => {
    it.effect(
      `kills, cuts, repeats and delays by chance, and each record is stored once (seed ${first})`,
      () =>
        Effect.gen(function* () {
          yield* Effect.forEach(
            seeds,
            Effect.fnUntraced(function* (seed) {
              const streaming = yield* makeStreaming(moodsOf(seed), { total: 150 })
              yield* assertWhole(streaming)
            }),
            { concurrency: 3, discard: true }
          )
        }),
      REPEATED
    )

    it.effect("closes with every reason, refuses and sends elsewhere, and is asked again", () =>
      Effect.gen(function* () {
        const codes = [1000, 1001, 1008, 1011, 1012, 1013]
        const streaming = yield* makeStreaming([
          ...codes.map((closes) => ({ closes })),
          refusal("302 Found", "Location: ws://127.0.0.1:9/\r\n"),
          refusal("503 Service Unavailable"),
          { first: (_, socket) => (socket.destroy(), false) }
        ])
        yield* assertWhole(streaming)
        assert.strictEqual(streaming.server.connections(), codes.length + 4)
      })
    )

    it.effect("sends what is no text, too much of it, and floods of pings, and what is good is stored", () =>
      Effect.gen(function* () {
        const streaming = yield* makeStreaming([
          {
            first: (connection) => {
              connection.send(Buffer.from([0xff, 0xfe, 0x80]), { binary: false })
              connection.send(Buffer.from("{"), { binary: true })
              for (let n = 0; n < 5000; n++) connection.ping("again")
              return true
            },
            cutAfter: 50
          },
          {
            first: (_, socket) => {
              // a frame of 4 GiB is announced
              socket.write(Buffer.from([0x81, 0x7f, 0, 0, 0, 1, 0, 0, 0, 0]))
              return false
            }
          }
        ])
        yield* assertWhole(streaming)
        const { last_error: error } = yield* until(streaming.source, (source) => source.last_error !== null)
        assert.strictEqual(error.code, "PAYLOAD_DECODE_FAILED")
      })
    )

    it.effect("reads no acknowledgement: it is read no further, given up, and asked again", () =>
      Effect.gen(function* () {
        let unread = 0
        const flood = JSON.stringify({ seq: "x".repeat(3000) })
        const streaming = yield* makeStreaming([
          {
            first: (connection, socket) => {
              socket.pause()
              const more = () => {
                if (connection.readyState !== connection.OPEN) return
                unread += flood.length
                connection.send(flood, more)
              }
              more()
              return false
            }
          },
          { forgetful: true }
        ])
        yield* assertWhole(streaming)
        // two heartbeats of a server that sends as fast as it can would be far more
        assert.isBelow(unread, 200_000_000)
        assert.strictEqual(streaming.server.connections(), 2)
      })
    )

    it.effect("that keeps nothing loses nothing of what had come when the listener leaves", () =>
      Effect.gen(function* () {
        const total = 3000
        let isHeard = false
        const streaming = yield* makeStreaming(
          [
            {
              first: (connection) => (
                connection.once("pong", () => (isHeard = true)),
                connection.once("message", () => queueMicrotask(() => connection.ping())),
                true
              )
            },
            { first: () => false },
            { first: () => false }
          ],
          { total, websocket: { acknowledge: undefined, hello: "{}", heartbeat_seconds: 60 } }
        )
        yield* until(
          Effect.sync(() => isHeard),
          (is) => is
        )
        // the connection is opened again, and the second one brings nothing
        yield* expectStatus(200, "PATCH", `/data-sources/${streaming.id}`, { name: fresh("Anew") })
        yield* until(Effect.sync(streaming.server.connections), (n) => n === 2)
        yield* assertWhole(streaming)
      })
    )

    it.effect("is explained by the test of its source, and no password is repeated", () =>
      Effect.gen(function* () {
        const { server } = yield* makeStreaming([], { password: "wrong" })
        const tls = yield* Effect.acquireRelease(
          Effect.promise(async () => {
            const made = createTls({ key: certificateKey, cert: certificate })
            await new Promise<void>((resume) => void made.listen(0, "127.0.0.1", resume))
            return made
          }),
          (made) => Effect.sync(() => made.close())
        )
        const secure = `wss://127.0.0.1:${(tls.address() as AddressInfo).port}/`
        const found = yield* Effect.forEach(
          [
            { url: server.url },
            { url: server.url.replace("ws:", "wss:") },
            { url: secure },
            { url: secure, ca: certificate },
            { url: "ws://127.0.0.1:1/" },
            { url: "ws://127.0.0.1:99999/" },
            { url: server.url, password: "two\nlines" }
          ],
          (websocket) => Effect.map(tried(websocket), ({ code }) => code)
        )
        assert.deepStrictEqual(found, [
          "HTTP_401",
          "EPROTO",
          "DEPTH_ZERO_SELF_SIGNED_CERT",
          "ERR_TLS_CERT_ALTNAME_INVALID",
          "ECONNREFUSED",
          "BAD_ADDRESS",
          "BAD_CREDENTIALS"
        ])
        const { detail, remedy } = yield* tried({ url: server.url, password: "two\nlines" })
        assert.notInclude(detail + remedy, "two")
      })
    )
  }
)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a websocket server inside", (it) => {
  it.effect("is not connected to unless the deployment allows it, however its address is written", () =>
    Effect.gen(function* () {
      for (const url of [
        "ws://127.0.0.1:9/",
        "ws://localhost:9/",
        "wss://localhost:9/",
        "ws://0x7f.1:9/",
        "ws://[::1]:9/",
        "ws://[::ffff:10.0.0.1]:9/",
        "ws://169.254.169.254/"
      ]) {
        const { code, ok, remedy } = yield* tried({ url })
        assert.deepStrictEqual([url, code, ok], [url, "ERR_IP_BLOCKED", false])
        assert.include(remedy, "WEBSOCKET_ALLOW_PRIVATE")
      }
    })
  )
})

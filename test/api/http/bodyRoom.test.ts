// Floods of large requests: what is in memory of them at a time is bounded, and who finds no room is told
// when to come back.
import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import * as Headers from "effect/http/Headers"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { once } from "node:events"
import { connect } from "node:net"
import { BodyRoom, Room, roomy } from "../../../src/api/http/BodyRoom.ts"
import { serve, TestServer } from "../../support/http/server.ts"
import { makeSource } from "../../support/http/tracking.ts"

const MIB = 2 ** 20

describe("room for large bodies", () => {
  it.effect("is taken while one is answered, and given back however that ends", () =>
    Effect.gen(function* () {
      const gone = yield* Deferred.make<void>(),
        answer = Effect.as(Deferred.await(gone), HttpServerResponse.empty({ status: 204 }))
      const status = (
        head: Readonly<Record<string, string>>,
        app = Effect.succeed(HttpServerResponse.empty({ status: 204 }))
      ) => Effect.map(roomy(Headers.fromInput(head), app), (response) => response.status)
      const sized = (mebibytes: number) => ({ "content-length": String(mebibytes * MIB) })
      const first = yield* Effect.forkChild(status(sized(6), answer), { startImmediately: true })
      const second = yield* Effect.forkChild(status({ "transfer-encoding": "chunked" }, answer), {
        startImmediately: true
      })
      assert.strictEqual(yield* status(sized(3)), 503)
      assert.deepStrictEqual(
        [
          yield* status(sized(2)),
          yield* status({ "content-length": "4000" }),
          yield* status({}),
          yield* status(sized(100))
        ],
        [204, 204, 204, 204]
      )
      yield* Fiber.interrupt(first)
      assert.strictEqual(yield* status(sized(8)), 204)
      yield* Deferred.succeed(gone, undefined)
      yield* Fiber.join(second)
      assert.strictEqual(yield* status(sized(16)), 204)
    }).pipe(Effect.provideService(BodyRoom, new Room(16 * MIB)))
  )
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a flood of large requests", (it) => {
  it.effect(
    "is answered 503 with Retry-After where there is no room, before a byte is read; small ones are taken",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { port, send } = yield* TestServer
          const source = yield* makeSource()
          // the largest, which begin and do not go on
          const begin = (mebibytes: number) =>
            Effect.acquireRelease(
              Effect.sync(() => {
                const socket = connect(port, "127.0.0.1")
                const head = [
                  "Host: 127.0.0.1",
                  `Authorization: Bearer ${source.token}`,
                  "Content-Type: application/json",
                  `Content-Length: ${mebibytes * MIB}`
                ]
                socket
                  .on("error", () => undefined)
                  .write(`POST /api/v1/ingest/http/${source.id} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n[`)
                return socket
              }),
              (socket) => Effect.sync(() => socket.destroy())
            )
          const first = [yield* begin(32), yield* begin(7.5)]
          const large = send("POST", "/projects", { body: { name: "x".repeat(MIB) } })
          const refused = yield* Effect.repeat(large, { until: ({ status }) => status === 503 })
          assert.deepStrictEqual([refused.body.code, refused.headers.get("retry-after")], ["CROWDED", "2"])
          const second = yield* begin(32)
          const [said] = yield* Effect.promise(() => once(second, "data")) as Effect.Effect<[Buffer]>
          assert.match(said.toString(), /^HTTP\/1\.1 503 /)
          const fix = { device: "collar-1", time: new Date().toISOString(), lat: 51, lon: 14 }
          assert.strictEqual(
            (yield* send("POST", `/ingest/http/${source.id}`, { token: source.token, body: [fix] })).status,
            202
          )
          for (const socket of [...first, second]) socket.destroy()
          assert.strictEqual(
            (yield* Effect.repeat(large, { until: ({ status }) => status !== 503 })).status,
            422,
            "there is room again"
          )
        })
      )
  )
})

// Floods of requests with bodies, large ones and slow ones: what is in memory of them is bounded, strangers take
// none of it, and a right token is served.
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import {
  BodyMemoryBudget,
  BodyReservation,
  ProcessBodyBudget,
  UNCOUNTED_BODY_BYTES
} from "../../../src/api/http/BodyMemoryBudget.ts"
import { BodyCheckIntervalMs } from "../../../src/api/http/SlowBodies.ts"
import { BodyLimits } from "../../../src/contract/http/authorization.ts"
import { rawRequest } from "../../support/http/rawHttp.ts"
import { routes } from "../../support/http/routes.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../../support/http/server.ts"
import { makeSource } from "../../support/http/tracking.ts"
import { until } from "../../support/until.ts"

const MIB = 2 ** 20

describe("the memory of large bodies", () => {
  it("is taken by bytes that have arrived, has a share for each address, and is given back", () => {
    const budget = new BodyMemoryBudget(10 * MIB, 6 * MIB)
    const [first, second, third] = ["10.0.0.1", "10.0.0.1", "10.0.0.2"].map(
      (address) => new BodyReservation(budget, address)
    ) as [BodyReservation, BodyReservation, BodyReservation]
    assert.isTrue(first.fits(6 * MIB), "what is announced takes nothing")
    assert.isTrue(first.grow(4 * MIB))
    assert.isFalse(second.grow(3 * MIB), "the share of the address")
    assert.isTrue(third.grow(3 * MIB))
    assert.isTrue(third.grow(6 * MIB), "what it has already counts once")
    assert.isFalse(second.grow(MIB), "all of it")
    assert.isTrue(second.grow(UNCOUNTED_BODY_BYTES))
    first.release()
    assert.isTrue(second.grow(4 * MIB))
  })
})

describe("routes that answer strangers", () => {
  it("take bodies that are too small to count", () => {
    const open = routes
      .filter(({ need }) => need === "nothing")
      .filter(({ endpoint }) => endpoint.payload.size > 0)
    assert.isNotEmpty(open)
    for (const { endpoint, name } of open)
      assert.isAtMost(Context.get(endpoint.annotations, BodyLimits).bytes, UNCOUNTED_BODY_BYTES, name)
  })
})

/** A request that has begun and does not go on. */
const begin = (head: ReadonlyArray<string>, bytes: string | Buffer) =>
  Effect.flatMap(TestServer, ({ port }) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const socket = connect(port, "127.0.0.1")
        socket.on("error", () => undefined).write(`${head.join("\r\n")}\r\nHost: 127.0.0.1\r\n\r\n`)
        socket.write(bytes)
        return socket
      }),
      (socket) => Effect.sync(() => socket.destroy())
    )
  )
const CHUNKED = ["Content-Type: application/json", "Transfer-Encoding: chunked"]
const authorized = (token: string) => `Authorization: Bearer ${token}`
const statusFrom = (socket: Socket) =>
  Effect.promise(async () => {
    const [said] = (await once(socket, "data")) as [Buffer]
    return Number(said.toString("latin1").split(" ")[1])
  })

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a flood of requests", (it) => {
  it.effect.each([[], ["Origin: http://127.0.0.1"]])(
    "of eight slow strangers takes nothing from whoever has a right token: %s",
    (fields) =>
      Effect.scoped(
        Effect.gen(function* () {
          const { send, url } = yield* TestServer
          const source = yield* makeSource()
          for (let n = 0; n < 8; n++)
            yield* begin(["POST /api/v1/auth/login HTTP/1.1", ...CHUNKED, ...fields], "1\r\n{\r\n")
          const fix = { device: "collar-1", time: new Date().toISOString(), lat: 51, lon: 14 }
          const sent = [
            { headers: {}, body: [fix] },
            { headers: { origin: url }, body: [fix] },
            { headers: {}, body: Array.from({ length: 5000 }, () => fix) }
          ]
          for (const { body, headers } of sent) {
            const answer = yield* send("POST", `/ingest/http/${source.id}`, {
              token: source.token,
              body,
              headers
            })
            assert.strictEqual(answer.status, 202)
          }
          const made = yield* send("POST", "/projects", { body: { name: "x".repeat(MIB) } })
          assert.strictEqual(made.status, 422)
        })
      )
  )

  it.effect("hears who is asking before a byte of a body is read, on every route", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const guarded = routes.filter(({ endpoint, need }) => endpoint.payload.size > 0 && need !== "nothing")
        assert.isAbove(guarded.length, 30)
        for (const { method, name, path } of guarded) {
          const socket = yield* begin(
            [
              `${method} /api/v1${path.replaceAll(/:\w+/g, "01890000-0000-7000-8000-000000000000")} HTTP/1.1`,
              ...CHUNKED
            ],
            ""
          )
          assert.include([401, 403, 404], yield* statusFrom(socket), name)
          socket.destroy()
        }
      })
    )
  )

  it.effect(
    "is answered 503 with Retry-After where there is no room for what arrives; small bodies are taken",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { send } = yield* TestServer
          const source = yield* makeSource()
          const path = `POST /api/v1/ingest/http/${source.id} HTTP/1.1`
          const half = (mebibytes: number, arrived: number) =>
            begin(
              [
                path,
                authorized(source.token),
                "Content-Type: application/json",
                `Content-Length: ${mebibytes * MIB}`
              ],
              Buffer.alloc(arrived * MIB, " ")
            )
          const large = (mebibytes: number) =>
            send("POST", "/projects", { body: { name: "x".repeat(mebibytes * MIB) } })
          const first = yield* half(32, 9)
          const budget = yield* ProcessBodyBudget
          const becomes = (isFree: boolean, mebibytes: number) =>
            until(
              Effect.sync(() => budget.fits("another", mebibytes * MIB)),
              (fits) => fits === isFree
            )
          yield* becomes(false, 32)
          // announced and not there: nothing is taken
          assert.strictEqual((yield* large(6)).status, 422)
          const second = yield* half(32, 1)
          assert.strictEqual(yield* statusFrom(second), 503, "before it is read")
          const fix = { device: "collar-1", time: new Date().toISOString(), lat: 51, lon: 14 }
          const small = yield* send("POST", `/ingest/http/${source.id}`, { token: source.token, body: [fix] })
          assert.strictEqual(small.status, 202)
          first.destroy()
          yield* becomes(true, 32)
        })
      )
  )

  it.effect("is refused where a field that says who asks, or of whom, is there twice", () =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      const ask = (...fields: ReadonlyArray<string>) =>
        Effect.map(
          rawRequest(
            port,
            ["GET /api/v1/auth/me HTTP/1.1", ...fields, "Connection: close\r\n\r\n"].join("\r\n")
          ),
          ({ status }) => status
        )
      const host = "Host: 127.0.0.1",
        token = authorized(ADMIN_TOKEN)
      assert.strictEqual(yield* ask(host, token), 200)
      assert.strictEqual(yield* ask(host, token, "authorization: Bearer another"), 400)
      assert.strictEqual(yield* ask(host, "HOST: evil.example", token), 400)
      assert.strictEqual(yield* ask(host, token, "Origin: http://127.0.0.1", "Origin: http://127.0.0.1"), 400)
      // the same for whoever asks first whether a body is wanted
      assert.strictEqual(yield* ask("Host: evil.example", token, "Expect: 100-continue"), 421)
    })
  )
})

layer(serve({ clientsUrl: "http://127.0.0.1" }).pipe(Layer.provide(Layer.succeed(BodyCheckIntervalMs, 20))), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("a body that comes a byte now and then", (it) => {
  it.effect("is answered 408 by everything that reads one", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const source = yield* makeSource()
        const json = "Content-Type: application/json"
        const ingest = `POST /api/v1/ingest/http/${source.id} HTTP/1.1`
        const readers = [
          ["POST /api/v1/auth/login HTTP/1.1", ...CHUNKED],
          ["POST /api/v1/projects HTTP/1.1", authorized(ADMIN_TOKEN), json, "Content-Length: 1000000"],
          [ingest, authorized(source.token), json, "Content-Length: 1000"],
          [ingest, authorized(source.token), ...CHUNKED],
          [
            "POST /oauth/token HTTP/1.1",
            "Content-Type: application/x-www-form-urlencoded",
            "Content-Length: 99"
          ]
        ]
        for (const head of readers) {
          const socket = yield* begin(head, head.includes("Transfer-Encoding: chunked") ? "1\r\n{\r\n" : "{")
          assert.strictEqual(yield* statusFrom(socket), 408, head[0])
        }
      })
    )
  )
})

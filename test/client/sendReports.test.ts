// Reports on their way: a server that is busy is waited for, one that refuses is quoted. The server here is a
// stand-in for a bad day.
import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { TestClock } from "effect/testing"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { sendReports } from "../../src/client/sendReports.ts"

/** A server that answers request after request with `answers`, and the last one again and again. */
const standIn = (...answers: ReadonlyArray<(request: IncomingMessage, response: ServerResponse) => void>) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly asked: Array<string>; readonly close: () => void }>(
      (resume) => {
        const asked: Array<string> = []
        const server = createServer((request, response) => {
          asked.push(`${request.method} ${request.url} ${request.headers.authorization}`)
          answers[Math.min(asked.length, answers.length) - 1]!(request, response)
        })
        server.listen(0, "127.0.0.1", () => {
          const { port } = server.address() as AddressInfo // listening on TCP
          resume(
            Effect.succeed({
              url: `http://127.0.0.1:${port}`,
              asked,
              close: () => server.closeAllConnections()
            })
          )
        })
      }
    ),
    ({ close }) => Effect.sync(close)
  )

const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
  }

const stored = {
  accepted: 1,
  duplicates: 0,
  rejected: 0,
  unassigned: 0,
  items: [{ index: 0, status: "accepted" }]
}

/** Sends while the clock runs on, a second at a time, until there is an answer. */
const sent = (url: string) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(
      Effect.exit(
        sendReports({ url, id: "s1", token: "t1" }, "[{}]").pipe(Effect.provide(FetchHttpClient.layer))
      )
    )
    while (fiber.pollUnsafe() === undefined) {
      yield* Effect.promise(() => new Promise((done) => setImmediate(done))) // lets the sockets work
      yield* TestClock.adjust("100 millis")
    }
    return yield* yield* Fiber.join(fiber)
  })

it.effect("are sent again while the server is too busy or shedding load, until they are stored", () =>
  Effect.gen(function* () {
    const server = yield* standIn(
      json(503, {}, { "retry-after": "2" }),
      json(429, {}, { "retry-after": "1" }),
      json(503, {}),
      json(202, stored)
    )
    assert.deepStrictEqual(
      yield* sent(server.url),
      stored as typeof stored & { items: ReadonlyArray<{ index: number; status: "accepted" }> }
    )
    assert.deepStrictEqual(
      server.asked,
      Array.from({ length: 4 }, () => "POST /api/v1/ingest/http/s1 Bearer t1")
    )
  })
)

it.effect("are sent again when the connection breaks", () =>
  Effect.gen(function* () {
    const server = yield* standIn(
      (request) => request.socket.destroy(),
      (request) => request.socket.destroy(),
      json(202, stored)
    )
    assert.strictEqual((yield* sent(server.url)).accepted, 1)
    assert.strictEqual(server.asked.length, 3)
  })
)

it.effect("fail at once, in the server's words, when it will not have them", () =>
  Effect.gen(function* () {
    const server = yield* standIn(json(401, { detail: "The token opens no data source." }))
    const error = yield* Effect.flip(sent(server.url))
    assert.strictEqual(error.message, `${server.url} answered 401: The token opens no data source.`)
    assert.strictEqual(server.asked.length, 1)
  })
)

it.effect("fail after minutes of trying when there is no server", () =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(sent("http://127.0.0.1:9"))
    assert.match(error.message, /^http:\/\/127.0.0.1:9 cannot be reached/)
  })
)

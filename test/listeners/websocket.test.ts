// Connections to websocket servers that are killed, slow, silent, send half frames and everything twice: what was
// acknowledged is stored, and nothing is stored twice.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { AllowPrivateServers } from "../../src/listeners/ports.ts"
import { listenLayer } from "../../src/roles/listen.ts"
import { SERVER_PASSWORD } from "../support/outside/websocketServer.ts"
import { serve } from "../support/http/server.ts"
import { assertWhole, makeStreaming, TOTAL } from "../support/http/streaming.ts"
import { expectStatus } from "../support/http/tracking.ts"
import { until } from "../support/until.ts"

const limits = {
  websocketAllowPrivate: true,
  maxFutureSeconds: 300,
  maxUnreadRows: 200_000,
  maxUnreadRowsPerProject: 200_000
}
const world = listenLayer(limits, { roundMs: 50, pauseMs: 20 }).pipe(
  Layer.provideMerge(serve()),
  Layer.provide(Layer.succeed(AllowPrivateServers, true))
)

layer(world, { excludeTestServices: true, timeout: "60 seconds" })(
  "a connection to a websocket server",
  (it) => {
    it.effect("brings what it sends, mapped by the configuration, and shows that it is held", () =>
      Effect.gen(function* () {
        const streaming = yield* makeStreaming([])
        yield* assertWhole(streaming)
        const { source } = streaming
        const shown = yield* until(source, ({ connection }) => connection?.messages === TOTAL)
        assert.deepInclude(shown.connection, { status: "connected", error: null, protocol: null })
        assert.isTrue(shown.password_set)
        assert.notInclude(JSON.stringify(shown), SERVER_PASSWORD)
        const test = yield* expectStatus(200, "POST", `/data-sources/${streaming.id}/test`)
        assert.deepInclude(test.checks[0], { name: "websocket", ok: true })
      })
    )

    it.effect(
      "that is cut in the middle of frames is made again, and goes on where what came is stored",
      () =>
        Effect.gen(function* () {
          const streaming = yield* makeStreaming([
            { cutAfter: 7 },
            { cutAfter: 0 },
            { cutAfter: 40 },
            { cutAfter: 1 }
          ])
          yield* assertWhole(streaming)
          assert.isAtLeast(streaming.server.connections(), 5)
          assert.deepStrictEqual(streaming.server.hellos[0], { subscribe: "all", last: null })
          assert.isAbove((streaming.server.hellos.at(-1) as { readonly last: number }).last, 6)
        })
    )

    it.effect("that brings everything twice, slowly, stores it once", () =>
      Effect.gen(function* () {
        yield* assertWhole(yield* makeStreaming([{ doubles: true, pace: 2 }]))
      })
    )

    it.effect("on which nothing is heard is given up, and made again", () =>
      Effect.gen(function* () {
        const streaming = yield* makeStreaming([{ silent: true }])
        yield* assertWhole(streaming)
        assert.strictEqual(streaming.server.connections(), 2)
      })
    )

    it.effect("goes on from the very place after its worker is gone", () =>
      Effect.gen(function* () {
        const streaming = yield* makeStreaming([{ cutAfter: 50, pace: 1 }])
        yield* assertWhole(streaming)
        const sql = yield* SqlClient.SqlClient
        const mark = until(
          sql<{ mark: string | null }>`
          select mark from data_source_connections where data_source_id = ${streaming.id}::uuid`,
          ([row]) => row?.mark === String(TOTAL - 1)
        )
        yield* mark
        // the process that takes the source over reads it there
        yield* expectStatus(200, "PATCH", `/data-sources/${streaming.id}`, { name: "Taken over" })
        yield* until(
          Effect.sync(() => streaming.server.hellos.at(-1)),
          (hello) => (hello as { readonly last: number | null }).last === TOTAL - 1
        )
        yield* assertWhole(streaming)
      })
    )

    it.effect("that a server does not open says why, and what to do", () =>
      Effect.gen(function* () {
        const { server, source } = yield* makeStreaming([], { password: "wrong" })
        const shown = yield* until(source, ({ connection }) => connection?.status === "failed")
        assert.include(shown.connection.error, "does not accept the credentials")
        assert.isAbove(server.refused(), 0)
      })
    )
  }
)

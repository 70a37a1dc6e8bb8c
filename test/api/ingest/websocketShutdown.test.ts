// A service that stops while devices send: what it took is stored and acknowledged, and everybody hears that it
// goes.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { once } from "node:events"
import { bearer, fix, makeDoor, openConnection } from "../../support/http/deviceConnection.ts"
import { startServer } from "../../support/http/stoppable.ts"
import { LoginSql, TestDatabase } from "../../support/sql/database.ts"
import { until } from "../../support/until.ts"

layer(LoginSql.pipe(Layer.provideMerge(TestDatabase)), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("a service with connections that stops", (it) => {
  it.effect(
    "stores and acknowledges what it took, and says 1001 to all, also to who is full or says nothing",
    () =>
      Effect.gen(function* () {
        const { run, stop } = yield* startServer()
        const { source, times, url } = yield* run(makeDoor)
        const busy = yield* openConnection(url, [], bearer(source.token))
        const idle = yield* openConnection(url, [], bearer(source.token))
        const stranger = yield* openConnection(url, [])
        // more than may wait: the connection is full when the service goes
        for (let n = 0; n < 200; n++) busy.websocket.send(JSON.stringify(fix(n)))
        yield* until(
          Effect.sync(() => busy.told.length),
          (n) => n >= 10
        )
        const ended = [busy, idle, stranger].map(({ websocket }) => once(websocket, "close"))
        const before = performance.now()
        yield* stop
        // nobody is waited for who answers, however full
        assert.isBelow(performance.now() - before, 4000)
        yield* Effect.promise(() => Promise.all(ended))
        assert.deepStrictEqual([busy.ended(), idle.ended(), stranger.ended()], [1001, 1001, 1001])
        const stored = yield* times
        const acknowledged = busy.told.map(({ ack }) => ack - 1)
        // what was begun was finished, and said
        assert.deepStrictEqual([...stored], acknowledged)
        assert.isBelow(stored.length, 200)
        // the next service takes the rest
        const next = yield* startServer()
        const { port } = yield* next.run(makeDoor)
        const again = yield* openConnection(url.replace(/:\d+\//, `:${port}/`), [], bearer(source.token))
        for (let n = 0; n < 50; n++) again.websocket.send(JSON.stringify(fix(n)))
        yield* until(
          Effect.sync(() => again.told.length),
          (n) => n === 50
        )
        const whole = yield* times
        assert.strictEqual(new Set(whole).size, whole.length)
        assert.includeMembers(
          [...whole],
          Array.from({ length: 50 }, (_, n) => n)
        )
      }).pipe(Effect.scoped)
  )
})

// The event stream at its source: one feed, readers of every speed.
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Stream } from "effect"
import { Alerts } from "../../../src/store/events/Alerts.ts"
import { EventFeed } from "../../../src/store/events/EventFeed.ts"
import { Events } from "../../../src/store/events/Events.ts"
import { pool } from "../../../src/store/sql/Pg.ts"
import { TestSql } from "../../support/sql/database.ts"
import { makeFarm } from "../../support/sql/farm.ts"
import { streamIds, writeEvents } from "../../support/http/stream.ts"

const feed = EventFeed.layer.pipe(
  Layer.provide(Layer.mergeAll(Alerts.layer, Events.layer)),
  Layer.provide(
    pool({ role: "pugmark_api", maxConnections: 4, applicationName: "feed", statementTimeoutMs: 30_000 })
  ),
  Layer.provideMerge(TestSql)
)

layer(feed, { excludeTestServices: true, timeout: "30 seconds" })("the event feed", (it) => {
  it.effect(
    "waits for a slow reader and keeps nothing for it: far behind what is in memory, it still gets every entry once",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const feed = yield* EventFeed
          const follow = (project: string) =>
            Stream.unwrap(Effect.map(feed.follow(project, null, 0), (told) => told.entries))
          const farm = yield* makeFarm
          yield* writeEvents(farm, 1)
          const slow = yield* Stream.toPull(follow(farm.project))
          const seen = (yield* slow).map((e) => String(e.id))
          const quick = yield* Effect.forkScoped(Stream.runCollect(Stream.take(follow(farm.project), 2401)))
          for (let n = 0; n < 8; n++) yield* writeEvents(farm, 300)
          const ids = yield* streamIds(farm)
          assert.deepStrictEqual(
            (yield* Fiber.join(quick)).map((e) => String(e.id)),
            ids
          )
          while (seen.length < ids.length) seen.push(...(yield* slow).map((e) => String(e.id)))
          assert.deepStrictEqual(seen, ids)
        })
      )
  )
})

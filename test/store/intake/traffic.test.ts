// What operators see of what came in is written beside ingest: when, and how much of it.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { makeTrafficCollector } from "../../../src/store/intake/TrafficCollector.ts"
import { TestSql } from "../../support/sql/database.ts"
import { makeSource } from "../../support/sql/pasture.ts"
import { until } from "../../support/until.ts"

layer(TestSql)("traffic", (it) => {
  it.effect(
    "is there a second after something came to a quiet source, and of a busy one twenty items every five seconds",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* makeSource()
        const traffic = yield* makeTrafficCollector(sql)
        const come = (n: number) =>
          traffic.note(
            {
              credential: { sourceId: id, tokenHash: new Uint8Array() },
              receivedAt: 0,
              raw: Array.from({ length: n }, (_, i) => ({ i })),
              verdicts: Array.from({ length: n }, () => ({
                _tag: "Refusal",
                code: "TIMESTAMP_INVALID",
                pointer: "/time",
                detail: ""
              }))
            },
            Array.from({ length: n }, () => ({ status: "rejected" }))
          )
        const shown = sql`select from arrivals where data_source_id = ${id}::uuid`
        come(1)
        yield* TestClock.adjust("1 second")
        yield* TestClock.withLive(until(shown, ({ length }) => length === 1))
        for (let second = 0; second < 5; second++) {
          come(10)
          yield* TestClock.adjust("1 second")
        }
        const now = yield* TestClock.withLive(until(shown, ({ length }) => length > 1))
        assert.lengthOf(now, 1 + 20)
      })
  )
})

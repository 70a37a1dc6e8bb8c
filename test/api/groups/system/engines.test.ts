// What operators see of several engine processes, two of them on one machine: in the health of the service and in its
// metrics.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { PARTITIONS } from "../../../../src/domain/intake/LogEntry.ts"
import type { SystemHealth } from "../../../../src/domain/system/SystemHealth.ts"
import { lintExposition, parseExposition } from "../../../support/http/exposition.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus } from "../../../support/http/tracking.ts"
import { placeEngine } from "../../../support/sql/placeEngine.ts"

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("several engines", (it) => {
  it.effect("each is named with its partitions, also one that stopped and still owns some", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { send } = yield* TestServer
      yield* placeEngine("alp-1:41", [0, 1])
      yield* placeEngine("alp-1:42", [2])
      yield* placeEngine("alp-2:41", [])
      yield* placeEngine("gone:1", [3, 4, 5], "6 seconds")
      yield* sql`select beat('alp-1:41/engine', 'engine', 41, '{}'::jsonb)`
      const { attention, engines, partitions }: SystemHealth = yield* expectStatus(
        200,
        "GET",
        "/system/health"
      )
      assert.deepStrictEqual(
        engines.map((engine) => [engine.name, engine.alive, engine.partitions, engine.started_at !== null]),
        [
          ["alp-1:41", true, 2, true],
          ["alp-1:42", true, 1, false],
          ["alp-2:41", true, 0, false],
          ["gone:1", false, 3, false]
        ]
      )
      assert.deepStrictEqual(
        partitions.slice(0, 7).map(({ owner, owner_alive }) => [owner, owner_alive]),
        [
          ["alp-1:41", true],
          ["alp-1:41", true],
          ["alp-1:42", true],
          ["gone:1", false],
          ["gone:1", false],
          ["gone:1", false],
          [null, false]
        ]
      )
      assert.notInclude(
        attention.map(({ code }) => code),
        "PARTITIONS_UNOWNED",
        "nothing waits there"
      )
      const metrics = String((yield* send("GET", "//metrics", { token: null })).body)
      for (const line of [
        'pugmark_engine_partitions{role="engine",worker="alp-1:41"} 2',
        'pugmark_engine_partitions{role="engine",worker="alp-1:42"} 1',
        'pugmark_engine_partitions{role="engine",worker="alp-2:41"} 0',
        `pugmark_partitions_unowned ${PARTITIONS - 3}`
      ])
        assert.include(metrics, `${line}\n`)
      assert.notInclude(metrics, 'worker="gone:1"')
      // engines of other tests in this process leave series of the cluster library
      const own = parseExposition(metrics).filter(({ name }) => name.startsWith("pugmark_"))
      assert.deepStrictEqual(lintExposition(own), [])
    })
  )
})

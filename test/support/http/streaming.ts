// A source that holds a connection to a server that can be as bad as servers are.
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { SERVER_PASSWORD, type Mood, openWebsocketServer } from "../outside/websocketServer.ts"
import { until } from "../until.ts"
import { expectStatus, fresh, makeDevice, makeProject } from "./tracking.ts"

const START = Date.UTC(2026, 4, 1)
/** Messages that a server has, unless said. */
export const TOTAL = 120

/** What `makeStreaming` is told besides the moods. */
interface Wanted {
  readonly websocket?: object
  readonly password?: string | null
  readonly total?: number
}

/** A source that listens to a server of these moods, one a connection. */
export const makeStreaming = Effect.fnUntraced(function* (
  moods: ReadonlyArray<Mood>,
  { password = SERVER_PASSWORD, total = TOTAL, websocket = {} }: Wanted = {}
) {
  const server = yield* openWebsocketServer(
    (n) => ({ imei: "collar", at: START + n * 1000, y: 51 + n / 1e5, x: 10 }),
    total
  )
  server.moods.push(...moods)
  const project = yield* makeProject()
  const { id } = yield* expectStatus(201, "POST", "/data-sources", {
    name: fresh("Connection"),
    adapter_key: "generic_websocket",
    // until its device is known
    enabled: false,
    config: {
      fields: { device: "imei", time: "at", lat: "y", lon: "x" },
      websocket: {
        url: server.url,
        password,
        items: "data",
        hello: `{"subscribe":"all","last":{last}}`,
        acknowledge: { path: "seq", message: `{"ack":{value}}` },
        heartbeat_seconds: 1,
        ...websocket
      }
    }
  })
  const device = yield* makeDevice({ external_id: "collar", data_source_id: id })
  yield* expectStatus(201, "POST", `/devices/${device.id}/project-assignments`, {
    project_id: project.id,
    valid_from: "2020-01-01T00:00:00Z"
  })
  yield* expectStatus(200, "PATCH", `/data-sources/${id}`, { enabled: true })
  const sql = yield* SqlClient.SqlClient
  yield* Effect.addFinalizer(() =>
    Effect.orDie(sql`update data_sources set enabled = false where id = ${id}::uuid`)
  )
  const stored = Effect.map(
    sql<{ n: number }>`
      select (extract(epoch from original_time) - ${START / 1000}::float8)::int4 as n
      from positions where device_id = ${device.id}::uuid order by 1`,
    (rows) => rows.map(({ n }) => n)
  )
  const source = expectStatus(200, "GET", `/data-sources/${id}`)
  return { id, server, source, stored, total }
})

/** Everything is stored in the end, once; what was acknowledged is among it at every moment. */
export const assertWhole = Effect.fnUntraced(function* ({
  server,
  stored,
  total
}: Effect.Success<ReturnType<typeof makeStreaming>>) {
  const whole = yield* until(
    Effect.gen(function* () {
      const acknowledged = [...server.acknowledged]
      const found = yield* stored
      assert.includeMembers(found, acknowledged)
      return found
    }),
    (found) => found.length >= total
  )
  assert.deepStrictEqual(
    whole,
    Array.from({ length: total }, (_, n) => n)
  )
})

// A door with one device, and connections as devices hold them.
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { once } from "node:events"
import { type ClientOptions, WebSocket } from "ws"
import { bytesOf } from "../../../src/api/ingest/serveConnection.ts"
import { TestServer } from "./server.ts"
import { expectStatus, makeDevice, makeProject, makeSource } from "./tracking.ts"

const START = Date.UTC(2026, 4, 1)
export const fix = (n: number) => ({ device: "collar", time: START + n * 1000, lat: 51 + n / 1e5, lon: 10 })

/** `times`: the fixes that are stored, as `fix` numbers them, in their order. */
export const makeDoor = Effect.gen(function* () {
  const { port } = yield* TestServer
  const sql = yield* SqlClient.SqlClient
  const project = yield* makeProject()
  const source = yield* makeSource({ project_ids: [project.id] })
  const device = yield* makeDevice({ external_id: "collar", data_source_id: source.id })
  yield* expectStatus(201, "POST", `/devices/${device.id}/project-assignments`, {
    project_id: project.id,
    valid_from: "2020-01-01T00:00:00Z"
  })
  const times = Effect.map(
    sql<{ n: number }>`
      select (extract(epoch from original_time) - ${START / 1000}::float8)::int4 as n
      from positions where device_id = ${device.id}::uuid order by id`,
    (rows) => rows.map(({ n }) => n)
  )
  return { source, device, port, times, url: `ws://127.0.0.1:${port}/api/v1/ingest/ws/${source.id}` }
})

// answers are small and asserted
// oxlint-disable-next-line typescript/no-explicit-any
type Said = any

/** A connection as a device holds it; what it was told, in order, and the code that it ended with. */
export const openConnection = (url: string, protocols: ReadonlyArray<string>, options: ClientOptions = {}) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const websocket = new WebSocket(url, [...protocols], options)
      const told: Array<Said> = []
      let ended: number | null = null
      websocket.on("message", (data) => told.push(JSON.parse(bytesOf(data).toString("utf8"))))
      websocket.on("close", (code) => {
        ended = code
      })
      websocket.on("error", () => {})
      await Promise.race([once(websocket, "open"), once(websocket, "close")])
      return { websocket, told, ended: () => ended }
    }),
    ({ websocket }) => Effect.sync(() => websocket.terminate())
  )

export const bearer = (token: string): ClientOptions => ({ headers: { authorization: `Bearer ${token}` } })

/** The status that an upgrade is answered with. */
export const statusOf = (url: string, options: ClientOptions = {}) =>
  Effect.callback<number>((resume) => {
    const websocket = new WebSocket(url, options)
    websocket.on("unexpected-response", (_, { statusCode }) => {
      websocket.terminate()
      resume(Effect.succeed(statusCode ?? 0))
    })
    websocket.on("open", () => {
      websocket.close()
      resume(Effect.succeed(101))
    })
    websocket.on("error", () => {})
  })

// The limits: the same rows into the same table and nothing else. `unnest` by the driver of the product, idempotent
// as ingest has to be; and COPY in binary, which is cheaper: no pipeline on this database can be faster.
import { Clock, Effect } from "effect"
import type { Scope } from "effect/Scope"
import { v7 } from "uuid"
import { bigints, floats, instants, ints, texts, uuids } from "../../../src/store/sql/arrays.ts"
import { databaseUrl, type Sql } from "../Database.ts"
import { type Cost, withCost } from "../readings/readings.ts"
import type { Server } from "../Server.ts"
import { type Fix, Walks } from "../Walks.ts"
import { makeWorld, SUBJECTS } from "../World.ts"
import { CopyConnection } from "./CopyConnection.ts"
import { COPY_POSITIONS, positionRows, type RawSubjects } from "./positionRows.ts"

const CONNECTIONS = 3

/** More than any machine inserts in a second, so that rows are made before the clock starts. */
const MAX_ROWS_PER_SECOND = 150_000

/** RawWay is how the rows are inserted. */
export type RawWay = "unnest" | "copy"

/** RawLoad: batches of so many rows for so many seconds, or so many rows however long they take. */
export type RawLoad = { readonly batch: number } & ({ readonly seconds: number } | { readonly rows: number })

/** RawRun is how many rows were inserted and how fast, rows per second, and what that cost. */
export interface RawRun {
  readonly rows: number
  readonly rate: number
  readonly cost: Cost
}

type Write = (fixes: ReadonlyArray<Fix>, at: number) => Effect.Effect<unknown>

const unnest =
  (sql: Sql, { devices, entities, project }: RawSubjects): Write =>
  (fixes, at) =>
    Effect.orDie(sql`
    insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat, altitude_m,
      speed_mps, heading_deg, accuracy_m, satellites, received_at, batch_id)
    select * from unnest(${uuids(fixes.map((f) => devices[f.subject]!))}, ${uuids(fixes.map(() => project))},
      ${uuids(fixes.map((f) => entities[f.subject]!))},
      ${texts(fixes.map(() => "gnss"))}, ${instants(fixes.map((f) => f.at))},
        ${floats(fixes.map((f) => f.lon))}, ${floats(fixes.map((f) => f.lat))},
      ${floats(fixes.map((f) => f.altitude))}, ${floats(fixes.map((f) => f.speed))},
        ${floats(fixes.map((f) => f.heading))}, ${floats(fixes.map((f) => f.accuracy))},
      ${ints(fixes.map(() => 9))}, ${instants(fixes.map(() => at))}, ${bigints(fixes.map(() => 0))})
        on conflict do nothing`)

/** Returns what writes over each connection. */
const writers = (
  server: Server,
  sql: Sql,
  way: RawWay,
  subjects: RawSubjects
): Effect.Effect<ReadonlyArray<Write>, never, Scope> =>
  Effect.gen(function* () {
    if (way === "unnest") return Array.from({ length: CONNECTIONS }, () => unnest(sql, subjects))
    const url = yield* databaseUrl(server.directory)
    const encode = positionRows(subjects)
    return yield* Effect.replicateEffect(CopyConnection.open(url), CONNECTIONS).pipe(
      Effect.map((connections) =>
        connections.map(
          (connection): Write =>
            (fixes, at) =>
              Effect.promise(() => connection.copy(COPY_POSITIONS, encode(fixes, at)))
        )
      )
    )
  })

/**
 * Inserts over three connections, each batch durable before the next. `now`: a day after the first fixes,
 * epoch ms.
 */
export const raw = (
  server: Server,
  sql: Sql,
  way: RawWay,
  load: RawLoad,
  now = Date.now()
): Effect.Effect<RawRun> =>
  Effect.gen(function* () {
    const walks = new Walks(makeWorld(SUBJECTS), SUBJECTS, now - 86_400_000)
    const devices = Array.from({ length: SUBJECTS }, () => v7())
    const subjects = { devices, entities: devices.map(() => v7()), project: v7() }
    const prepared = "rows" in load ? load.rows : MAX_ROWS_PER_SECOND * load.seconds
    let fix = 0
    const batches = Array.from({ length: Math.ceil(prepared / load.batch) }, () =>
      Array.from({ length: load.batch }, () => walks.next(fix++ % SUBJECTS))
    ).toReversed()
    const writes = yield* writers(server, sql, way, subjects)

    const inserting = Effect.gen(function* () {
      const began = yield* Clock.currentTimeMillis
      const end = "rows" in load ? Infinity : began + load.seconds * 1000
      let rows = 0
      yield* Effect.forEach(
        writes,
        (write) =>
          Effect.gen(function* () {
            for (let at = began; at < end; at = yield* Clock.currentTimeMillis) {
              const fixes = batches.pop()
              if (fixes === undefined) return
              yield* write(fixes, at)
              rows += fixes.length
            }
          }),
        { concurrency: "unbounded" }
      )
      return { rows, rate: (rows / ((yield* Clock.currentTimeMillis) - began)) * 1000 }
    })
    const [{ rate, rows }, cost] = yield* withCost(server, sql, inserting)
    return { rows, rate, cost }
  }).pipe(Effect.scoped)

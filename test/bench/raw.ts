// The limit: the same rows into the same table by the same driver, idempotent as ingest has to be, and
// nothing else. No pipeline on this database can be faster.
import { Clock, Effect } from "effect"
import { v7 } from "uuid"
import { bigints, floats, instants, ints, texts, uuids } from "../../src/store/sql/arrays.ts"
import type { Sql } from "./Database.ts"
import { type Fix, Walks } from "./Walks.ts"
import { makeWorld, SUBJECTS } from "./World.ts"

const CONNECTIONS = 3

/** More than any machine inserts in a second, so that rows are made before the clock starts. */
const FASTEST = 150_000

/** Rows a second, inserted by `unnest` in batches over three connections, each batch durable before the next. */
export const raw = (sql: Sql, batch: number, seconds: number): Effect.Effect<number> =>
  Effect.gen(function* () {
    const walks = new Walks(makeWorld(SUBJECTS), SUBJECTS, Date.now() - 86_400_000)
    const devices = Array.from({ length: SUBJECTS }, () => v7())
    const entities = devices.map(() => v7())
    const project = v7()
    let fix = 0
    const batches = Array.from({ length: Math.ceil((FASTEST * seconds) / batch) }, () =>
      Array.from({ length: batch }, () => walks.next(fix++ % SUBJECTS))
    )

    const insert = (fixes: ReadonlyArray<Fix>, at: number) => sql`
    insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat, altitude_m,
      speed_mps, heading_deg, accuracy_m, satellites, received_at, batch_id)
    select * from unnest(${uuids(fixes.map((f) => devices[f.subject]!))}, ${uuids(fixes.map(() => project))},
      ${uuids(fixes.map((f) => entities[f.subject]!))},
      ${texts(fixes.map(() => "gnss"))}, ${instants(fixes.map((f) => f.at))},
        ${floats(fixes.map((f) => f.lon))}, ${floats(fixes.map((f) => f.lat))},
      ${floats(fixes.map((f) => f.altitude))}, ${floats(fixes.map((f) => f.speed))},
        ${floats(fixes.map((f) => f.heading))}, ${floats(fixes.map((f) => f.accuracy))},
      ${ints(fixes.map(() => 9))}, ${instants(fixes.map(() => at))}, ${bigints(fixes.map(() => 0))})
        on conflict do nothing`

    const began = yield* Clock.currentTimeMillis
    let rows = 0
    yield* Effect.all(
      Array.from({ length: CONNECTIONS }, () =>
        Effect.gen(function* () {
          for (let at = began; at < began + seconds * 1000; at = yield* Clock.currentTimeMillis) {
            const fixes = batches.pop()
            if (fixes === undefined) return
            yield* insert(fixes, at)
            rows += fixes.length
          }
        })
      ),
      { concurrency: "unbounded" }
    )
    return (rows / ((yield* Clock.currentTimeMillis) - began)) * 1000
  }).pipe(Effect.orDie)

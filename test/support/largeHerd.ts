// As many animals as a movement run takes, with as many fixes: written into the database as they are generated, for
// half a million requests are another test.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { floats } from "../../src/store/sql/arrays.ts"
import { roaming } from "../bench/Herd.ts"
import type { Client } from "../journeys/client.ts"
import { addCollar, type Herd, makeHerd } from "../journeys/herd.ts"

/** LARGE is the run: its fixes are as many as one run may read. */
export const LARGE = { subjects: 25, fixes: 20_000 } as const

/** LargeHerd is its project, and what is asked about it. */
export interface LargeHerd extends Herd {
  readonly path: string
  readonly parameters: {
    readonly entity_ids: ReadonlyArray<string>
    readonly time_from: string
    readonly time_to: string
  }
}

/** makeLargeHerd makes the project; `slug` is its address. */
export const makeLargeHerd = (
  client: Client,
  sql: SqlClient.SqlClient,
  slug: string
): Effect.Effect<LargeHerd> =>
  Effect.gen(function* () {
    const { tracks } = roaming(LARGE.subjects, LARGE.fixes)
    const herd = yield* makeHerd(client, slug)
    const entity_ids: Array<string> = []
    for (const { lat, lon, subject, time } of tracks) {
      const { deviceId, entityId } = yield* addCollar(client, herd, `Roamer ${subject + 1}`)
      entity_ids.push(entityId!)
      yield* sql`
        insert into positions (original_time, device_id, project_id, entity_id, record_type, lon, lat, received_at,
          batch_id)
        select to_timestamp(f.ms / 1000), ${deviceId}::uuid, ${herd.projectId}::uuid, ${entityId}::uuid, 'gnss',
          f.lon, f.lat, now(), 1
        from unnest(${floats([...time])}, ${floats([...lon])}, ${floats([...lat])}) as f (ms, lon, lat)`
    }
    yield* sql`analyze positions`
    const ends = tracks.map(({ time }) => time.at(-1)!)
    return {
      ...herd,
      path: `/p/${slug}`,
      parameters: {
        entity_ids,
        time_from: new Date(Math.min(...tracks.map(({ time }) => time[0]!))).toISOString(),
        time_to: new Date(Math.max(...ends) + 1000).toISOString()
      }
    }
  }).pipe(Effect.orDie)

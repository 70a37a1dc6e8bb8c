// The fixes of a window by subject, in time order, which the map replays.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import { uuids } from "../../sql/arrays.ts"
import { doubles } from "../../sql/binaryColumns.ts"
import type { Box } from "../map/mapRows.ts"
import { type Fixes, TooManyFixes } from "./Positions.ts"
import { type SeenWindow, windowFixes } from "./windowFixes.ts"

/**
 * SubjectTrack is the track of a subject: an entity, or a device while it was on no entity that the caller
 * sees.
 */
interface SubjectTrack extends Fixes {
  readonly entityId: string | null
  /** of the last fix */
  readonly deviceId: string
  readonly name: string | null
}

/** MAX_FIXES is how many fixes a replay may be made of. */
const MAX_FIXES = 500_000

interface Row {
  readonly entity_id: string | null
  readonly device_id: string
  readonly name: string | null
  readonly lon: Uint8Array
  readonly lat: Uint8Array
  readonly time: Uint8Array
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const lon = "coalesce(p.curated_lon, p.lon)",
    lat = "coalesce(p.curated_lat, p.lat)"

  const inside = (box: Box | null) => {
    if (box === null) return []
    const [west, south, east, north] = box
    const [x, y] = [pg.literal(lon), pg.literal(lat)]
    return [
      pg`${y} between ${south} and ${north}`,
      west <= east ? pg`${x} between ${west} and ${east}` : pg`(${x} >= ${west} or ${x} <= ${east})`
    ]
  }

  /** A caller who sees a device but not its entity gets the device. */
  const seenEntity = (visibility: Visibility) =>
    visibility === null
      ? pg.literal("f.entity_id")
      : pg`case when f.entity_id = any(${uuids(visibility.entities)}) then f.entity_id end`

  /** The fixes of all subjects in a window and a box (null: everywhere), by their names. */
  const ways = Effect.fn("Replays.ways")(function* (window: SeenWindow, box: Box | null) {
    const columns = (time: string) => `p.entity_id, p.device_id, ${lon} as lon, ${lat} as lat, ${time} as at`
    const rows = yield* pg<Row>`
      select w.entity_id, w.device_id, coalesce(e.name, d.name) as name, w.lon, w.lat, w.time
      from (
          select s.entity_id,
            (array_agg(s.device_id order by s.at desc))[1] as device_id,
            string_agg(float8send(s.lon), ''::bytea order by s.at) as lon,
            string_agg(float8send(s.lat), ''::bytea order by s.at) as lat,
            string_agg(
              float8send(floor(date_part('epoch', s.at) * 1000 + 0.5)), ''::bytea order by s.at
            ) as time
          from (
            select ${seenEntity(window.visibility)} as entity_id, f.device_id, f.lon, f.lat, f.at
            from (${windowFixes(pg, window, columns, inside(box))} limit ${MAX_FIXES + 1}) f
          ) s
          group by s.entity_id, case when s.entity_id is null then s.device_id end
        ) w
        left join entities e on e.id = w.entity_id
        left join devices d on d.id = w.device_id and w.entity_id is null
      order by name, coalesce(w.entity_id, w.device_id)`.pipe(Effect.orDie)
    const tracks = rows.map((row): SubjectTrack => ({
      entityId: row.entity_id,
      deviceId: row.device_id,
      name: row.name,
      lon: doubles(row.lon),
      lat: doubles(row.lat),
      time: doubles(row.time)
    }))
    if (tracks.reduce((sum, way) => sum + way.time.length, 0) > MAX_FIXES)
      return yield* new TooManyFixes({ limit: MAX_FIXES })
    return tracks
  })

  return { ways }
})

/** Replays reads the tracks of a window. */
export class Replays extends Context.Service<Replays>()("store/Replays", { make }) {
  static readonly layer = Layer.effect(Replays, make)
}

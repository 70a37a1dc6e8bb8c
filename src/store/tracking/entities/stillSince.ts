// Since when subjects have stood at their last place.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { STILL_FIXES, STILL_MS, STILL_HOURS, STILL_RADIUS_M } from "../../../domain/tracking/reporting.ts"
import { floats, instants, uuids } from "../../sql/arrays.ts"
import { latestFixes } from "../positions/newestFixes.ts"
import type { AskedIntervals } from "./usualIntervals.ts"

/** LastFix is a subject and its last fix: epoch ms, degrees. */
interface LastFix {
  readonly id: string
  readonly last: number
  readonly lon: number
  readonly lat: number
}

/** DEGREE_M is the metres of a degree of latitude. */
const DEGREE_M = 111_195

/**
 * Returns the time (epoch ms) since which all fixes of a subject are within 50 m of its last, by id; a
 * subject that has been there for less than ten minutes moves, and is left out. Only the newest 300 fixes of
 * a day are read: a subject that stands longer has stood at least since then.
 */
export const readStillSince = (pg: PgClient.PgClient) =>
  Effect.fnUntraced(function* (
    { at, days, projectId, whose }: AskedIntervals,
    subjects: ReadonlyArray<LastFix>
  ) {
    if (subjects.length === 0) return new Map<string, number>()
    const lon = "coalesce(p.curated_lon, p.lon)",
      lat = "coalesce(p.curated_lat, p.lat)"
    const isFar = `sqrt((least(abs(${lon} - s.lon), 360 - abs(${lon} - s.lon)) * cos(radians(s.lat))) ^ 2
      + (${lat} - s.lat) ^ 2) * ${DEGREE_M} > ${STILL_RADIUS_M} as is_far`
    const fixes = latestFixes(pg, projectId, at, whose, days + STILL_HOURS / 24, pg.literal(isFar))
    const enough = pg.literal(`s.last - make_interval(secs => ${STILL_MS / 1000})`),
      day = pg.literal(`s.last - make_interval(hours => ${STILL_HOURS})`)
    // newest first, so that a moving subject costs a fix or two
    const rows = yield* pg<{ readonly id: string; readonly since: number }>`
      select s.id, floor(date_part('epoch', f.since) * 1000 + 0.5) as since
      from unnest(
          ${uuids(subjects.map((s) => s.id))}, ${instants(subjects.map((s) => s.last))},
          ${floats(subjects.map((s) => s.lon))}, ${floats(subjects.map((s) => s.lat))}
        ) as s (id, last, lon, lat)
        left join lateral (
          select f.at
          from (${fixes} limit ${STILL_FIXES}) f
          where f.is_far
          limit 1
        ) gone on true
        cross join lateral (
          select min(f.at) as since
          from (${fixes} limit ${STILL_FIXES}) f
          where coalesce(gone.at < ${enough}, true) and f.at > greatest(gone.at, ${day})
        ) f
      where f.since <= ${enough}`
    return new Map(rows.map(({ id, since }) => [id, since]))
  })

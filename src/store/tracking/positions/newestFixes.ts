// The newest fix of each of many subjects, as SQL.
import type { PgClient } from "@effect/sql-pg"
import type { Fragment } from "effect/sql/Statement"
import { placeableFix } from "../entities/reporting.ts"

/**
 * FixSubject is a kind of subject: the column with the id of the subject `s`; `condition`: which of a
 * device's fixes count.
 */
export interface FixSubject {
  readonly key: "p.entity_id" | "p.device_id"
  readonly condition?: string
}

/** The columns of a fix that are returned. */
const fixColumns = ["device_id", "lon", "lat", "speed_mps", "heading_deg", "accuracy_m", "record_type", "at"]
/** Returns the effective columns of a fix `p`, its time among them. */
const columns = (time: string) =>
  `p.device_id, coalesce(p.curated_lon, p.lon) as lon, coalesce(p.curated_lat, p.lat) as lat, ` +
  `p.speed_mps, p.heading_deg, p.accuracy_m, p.record_type, ${time} as at`

/** Returns a moment: now, or one of the past (epoch ms). */
export const momentOf = (pg: PgClient.PgClient, at: number | null): Fragment =>
  at === null ? pg.literal("now()") : pg`${new Date(at)}::timestamptz`

/**
 * The newest fix of each subject (`subjects` has their ids as `id`), or the newest up to `at`. For most
 * subjects it is found in the last month or two (`r`); all months are read only for the others (`o`). `is
 * true` keeps the condition on the project from using its index, so that the one of the subject is used, also
 * where a month has one animal alone. Fixes moved in time are few (`c`). Without its `offset 0` the condition
 * of `o` would be part of the join, and all months read for every subject. All three are joined to the
 * subjects: so the planner expects a row per subject, and hashes the other columns of ten thousand instead of
 * looking each of them up.
 */
export const newestFixes = (
  pg: PgClient.PgClient,
  projectId: string,
  at: number | null,
  subjects: Fragment,
  { condition = "true", key }: FixSubject
): Fragment => {
  const moment = momentOf(pg, at)
  const until = (time: string) => (at === null ? pg.literal("true") : pg`${pg.literal(time)} <= ${moment}`)
  const sent = (when: Fragment) => pg`
    (select ${pg.literal(columns("p.original_time"))} from positions p
     where ${pg.literal(key)} = s.id and ${pg.literal(condition)} and (p.project_id = ${projectId}::uuid) is true
       and ${when} and ${until("p.original_time")} and p.curated_time is null and ${pg.literal(placeableFix)}
     order by p.original_time desc, p.id desc limit 1)`
  const ofTheseDays = daysBefore(pg, at, "p.original_time", 7)
  const newest = fixColumns.map(
    (column) => `case when c.at > coalesce(r.at, o.at) or coalesce(r.at, o.at) is null
      then c.${column} else coalesce(r.${column}, o.${column}) end as ${column}`
  )
  return pg`
    select s.id, ${pg.literal(newest.join(", "))}
    from (${subjects}) s
      left join (
        select distinct on (t.id) t.id, ${pg.literal(columns("p.curated_time"))}
        from positions p
          join (${subjects}) t on t.id = ${pg.literal(key)}
        where p.project_id = ${projectId} and p.curated_time is not null and ${until("p.curated_time")}
          and ${pg.literal(`${condition} and ${placeableFix}`)}
        order by t.id, p.curated_time desc
      ) c on c.id = s.id
      left join lateral ${sent(ofTheseDays)} r on true
      left join lateral (select * from ${sent(pg.literal("true"))} x where r.at is null offset 0) o on true
    where c.at is not null or r.at is not null or o.at is not null`
}

/**
 * Returns the newest fixes of the subject `s`, newest first, of `days` before a moment (epoch ms; null: now)
 * and up to it. The bounds are the same for every subject: months are excluded at planning, and fixes come in
 * the order of the index, of which no more is read than needed.
 */
export const latestFixes = (
  pg: PgClient.PgClient,
  projectId: string,
  at: number | null,
  { condition = "true", key }: FixSubject,
  days: number,
  columns: Fragment
): Fragment => pg`
  select p.original_time as at, ${columns}
  from positions p
  where ${pg.literal(`${key} = s.id and ${condition}`)} and (p.project_id = ${projectId}::uuid) is true
    and ${daysBefore(pg, at, "p.original_time", days)} and p.curated_time is null and ${pg.literal(placeableFix)}
  order by p.original_time desc, p.id desc`

/** Whether a time is in the days before a moment; where that is now, clocks may be a day ahead. */
export const daysBefore = (
  pg: PgClient.PgClient,
  at: number | null,
  time: string,
  days: number
): Fragment => {
  const moment = momentOf(pg, at),
    column = pg.literal(time)
  const until = at === null ? pg`${column} < ${moment} + interval '1 day'` : pg`${column} <= ${moment}`
  // a literal and not a parameter, so that the planner knows which months these are
  const length = pg.literal(`interval '${Math.ceil(days * 86_400)} seconds'`)
  return pg`${column} >= ${moment} - ${length} and ${until}`
}

// Reads every subject of a project that ever reported, and when; once, when schedules of the project start to
// tick in this engine. Recent arrivals are found by the index on the time of receipt; for other subjects their
// newest records are read.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { ScheduledSubject, LogProgress } from "../../../engine/ports.ts"
import { ints, uuids } from "../../sql/arrays.ts"
import { HEARD_SQL } from "../../tracking/positions/sentValid.ts"
import { subjectConditions, oneSnapshot, readUpTo } from "./readable.ts"

/**
 * RECENT_MS is how far before the requested moment arrivals count as recent: few subjects are silent for
 * longer.
 */
const RECENT_MS = 3_600_000
/**
 * NEWEST_RECORDS is how many records of each kind are read of the other subjects: the last arrival is among
 * the newest, unless as many were uploaded newest first.
 */
const NEWEST_RECORDS = 20

/** UNKNOWN_INTERVAL: for moments so recent, outages may not be on record yet. */
const UNKNOWN_INTERVAL = "interval '1 minute'"

/** The records of each table that rules may read, and that count as received. */
const tables = [
  ["positions", HEARD_SQL],
  ["measurements", "r.value_number is not null"],
  ["device_states", "true"]
] as const

/** Every subject that may have reported: entities, and devices that were ever in a project. */
const candidates = {
  entities: "select id, id as entity_id, project_id from entities",
  devices:
    "select device_id as id, null::uuid as entity_id, project_id from project_assignments union " +
    "select device_id, null, project_id from entity_assignments"
}

interface Arrivals {
  readonly id: string
  readonly entity_id: string | null
  readonly device_id: string
  /** epoch ms, ascending */
  readonly receipts: ReadonlyArray<number>
  /** records since then that arrived later than they were sent: when they were sent, and when they arrived */
  readonly sent?: ReadonlyArray<number> | null
  readonly came?: ReadonlyArray<number> | null
}

/** Makes the query of a project's subjects and their arrivals. */
export const roll = (sql: SqlClient.SqlClient) =>
  Effect.fn("FactSource.roll")(
    function* (projectId: string, reading: LogProgress, since: number) {
      yield* oneSnapshot(sql)
      const read = yield* readUpTo(sql, reading, "partition_of(coalesce(r.entity_id, r.device_id))")
      const partitions = ints(reading.cursors.map((c) => c.partition))
      /** whether a subject is in one of the partitions */
      const isIn = (id: string) => sql`partition_of(${sql.literal(id)}) = any(${partitions})`
      const union = sql.join(" union all ", false)
      const recent = yield* sql<Arrivals>`
        select coalesce(r.entity_id, r.device_id) as id,
          r.entity_id,
          (array_agg(r.device_id order by r.received_at desc))[1] as device_id,
          array_agg(distinct (extract(epoch from r.received_at) * 1000)::float8) as receipts,
          array_agg((extract(epoch from r.original_time) * 1000)::float8 order by r.batch_id, r.original_time)
            filter (where r.is_delayed) as sent,
          array_agg((extract(epoch from r.received_at) * 1000)::float8 order by r.batch_id, r.original_time)
            filter (where r.is_delayed) as came
        from (
          ${union(
            tables.map(
              ([table, counts]) => sql`
                select r.entity_id, r.device_id, r.received_at, r.batch_id, r.project_id, r.original_time,
                  r.received_at > ${new Date(since)} and r.received_at > r.original_time and (
                    r.original_time > now() - ${sql.literal(UNKNOWN_INTERVAL)} or exists (
                      select from outages o
                      where r.original_time >= o.began_at
                        and (o.ended_at is null or r.original_time < o.ended_at)
                    )
                  ) as is_delayed
                from ${sql.literal(table)} r
                where r.project_id = ${projectId}::uuid and r.received_at > ${new Date(since - RECENT_MS)}
                  and ${sql.literal(counts)}`
            )
          )}
        ) r
        where ${isIn("coalesce(r.entity_id, r.device_id)")} and ${read}
        group by r.entity_id, coalesce(r.entity_id, r.device_id)`
      const arrivals = new Map(recent.map((r) => [r.id, r]))
      const complete = uuids(recent.flatMap((r) => (r.receipts[0]! <= since ? [r.id] : [])))
      for (const { mine, subjects } of subjectConditions) {
        const silent = yield* sql<Arrivals>`
          select s.id, s.entity_id,
            (array_agg(f.device_id order by f.original_time desc, f.received_at desc))[1] as device_id,
            array[(extract(epoch from max(f.received_at)) * 1000)::float8] as receipts
          from (${sql.literal(candidates[subjects])}) s
            cross join lateral (
              ${union(
                tables.map(
                  ([table, counts]) => sql`
        (select r.device_id, r.original_time, r.received_at from ${sql.literal(table)} r
          where ${sql.literal(mine)} and r.received_at <= ${new Date(since)} and ${sql.literal(counts)}
            and ${read} order by r.original_time desc limit ${NEWEST_RECORDS})`
                )
              )}
            ) f
          where s.project_id = ${projectId}::uuid and ${isIn("s.id")} and s.id <> all(${complete})
          group by s.id, s.entity_id`
        for (const older of silent) {
          const newer = arrivals.get(older.id)
          arrivals.set(
            older.id,
            newer === undefined ? older : { ...newer, receipts: [...older.receipts, ...newer.receipts] }
          )
        }
      }
      return [...arrivals.values()].map(
        ({ came, device_id, entity_id, id, receipts, sent }): ScheduledSubject => {
          const newestBefore = receipts.findLastIndex((r) => r <= since)
          return {
            subject: { id, projectId, deviceId: device_id, entityId: entity_id },
            arrivals: receipts.slice(Math.max(0, newestBefore)),
            ...(sent === undefined || sent === null || came === undefined || came === null
              ? {}
              : { delayed: sent.map((sentAt, i) => ({ sentAt, receivedAt: came[i]! })) })
          }
        }
      )
    },
    sql.withTransaction,
    Effect.orDie
  )

// Reads stored status messages of devices around the times of new ones.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { instants, uuids } from "../sql/arrays.ts"

/** StoredStatus is what is stored of a device at a time; null: no such value, or none that counts. */
export interface StoredStatus {
  readonly device: string
  /** time as first received, and effective time, epoch ms */
  readonly at: number
  readonly effective: number
  readonly x: number | null
  readonly y: number | null
  readonly z: number | null
  readonly activity: number | null
  /** whether the activity was derived; null: there is none */
  readonly derived: boolean | null
  /** of the message's record: its project and arrival */
  readonly project: string | null
  readonly entity: string | null
  readonly receivedAt: number
}

interface StatusRow extends Omit<StoredStatus, "at" | "effective" | "receivedAt"> {
  readonly at: Date
  readonly effective: Date | null
  readonly received: Date | null
}

/**
 * Returns the message of `p`'s device that is nearest in the gap behind or before `p.at`. One query each,
 * which reads one entry of an index.
 */
const neighbour = (direction: "behind" | "before", time: "original_time" | "curated_time"): string => {
  const near =
    direction === "behind"
      ? `x.${time} > p.at and x.${time} < p.until`
      : `x.${time} < p.at and x.${time} > p.since`
  return `
  (select x.original_time from measurements x
    where x.device_id = p.device_id and x.metric_key = 'accel_x' and x.valid
      and x.curated_time is ${time === "curated_time" ? "not null" : "null"}
      and ${near}
      and (select count(*) from measurements o where o.device_id = x.device_id
        and o.original_time = x.original_time and o.metric_key in ('accel_y', 'accel_z') and o.valid) = 2
    order by x.${time} ${direction === "behind" ? "asc" : "desc"} limit 1)`
}

const around = (["original_time", "curated_time"] as const)
  .flatMap((time) => [neighbour("before", time), neighbour("behind", time)])
  .join("\n  union")

const figures = ["x", "y", "z"]
  .map((axis) => `max(m.value_number) filter (where m.metric_key = 'accel_${axis}') as ${axis}`)
  .join(", ")
const ofRecord = [
  "project_id as project",
  "entity_id as entity",
  "received_at as received",
  "curated_time as curated"
]
  .map((column) =>
    column.replace(/(\w+) as (\w+)/, "(array_agg(m.$1) filter (where m.metric_key = 'accel_x'))[1] as $2")
  )
  .join(", ")

/**
 * Reads what is stored at the given times of each device (epoch ms, ascending), and the next messages on
 * either side, as far as the next given time.
 */
export const readStatus = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  times: ReadonlyMap<string, ReadonlyArray<number>>
) {
  const points = [...times].flatMap(([device, list]) =>
    list.map((at, i) => ({ device, at, since: list[i - 1] ?? -Infinity, until: list[i + 1] ?? Infinity }))
  )
  const rows = yield* sql<StatusRow>`
    select t.device_id as device, t.at, coalesce(f.curated, t.at) as effective, f.*
    from (
      select distinct p.device_id, n.at
      from unnest(
        ${uuids(points.map((p) => p.device))}, ${instants(points.map((p) => p.at))},
        ${instants(points.map((p) => p.since))}, ${instants(points.map((p) => p.until))}
      ) as p (device_id, at, since, until)
        cross join lateral (select p.at union ${sql.literal(around)}) as n (at)
    ) t
      cross join lateral (
        select ${sql.literal(figures)},
          max(m.value_number) filter (where m.metric_key = 'activity') as activity,
          bool_or(m.derived is true) filter (where m.metric_key = 'activity') as derived,
          ${sql.literal(ofRecord)}
        from measurements m
        where m.device_id = t.device_id and m.original_time = t.at
          and m.metric_key in ('accel_x', 'accel_y', 'accel_z', 'activity') and m.valid
      ) f`
  return rows.map((row): StoredStatus => ({
    ...row,
    at: row.at.getTime(),
    effective: row.effective!.getTime(),
    receivedAt: row.received?.getTime() ?? 0
  }))
})

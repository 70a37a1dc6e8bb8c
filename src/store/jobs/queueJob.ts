// Queues jobs of devices, in the transaction of the request.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { JobKind, JobReason } from "../../domain/job/Job.ts"
import { uuid7 } from "../sql/uuid7.ts"

/**
 * JobRequest is a job to queue: `[from, to)` in epoch ms, null for no end; it starts after a delay, so that
 * further requests can widen it.
 */
interface JobRequest {
  readonly kind: JobKind
  readonly deviceId: string
  readonly from: number | null
  readonly to: number | null
  readonly userId: string | null
  readonly reason: JobReason
  readonly restSeconds: number
}

const date = (at: number | null) => (at === null ? null : new Date(at))

/**
 * Queues a job, or widens the queued one of its kind and device; returns its id. A running one is left alone,
 * and this one comes after it. The caller holds the lock of the device.
 */
export const queueJob = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { deviceId, from, kind, reason, restSeconds, to, userId }: JobRequest
) {
  const [job] = yield* sql<{ id: string }>`
    insert into jobs (id, kind, device_id, time_from, time_to, created_by_user_id, parameters, due_at)
    values (
      ${uuid7()}::uuid, ${kind}, ${deviceId}::uuid, ${date(from)}, ${date(to)}, ${userId}::uuid,
      ${JSON.stringify({ reason })}::jsonb, now() + make_interval(secs => ${restSeconds}::float8)
    )
    on conflict (device_id, kind)
    where status = 'queued' and device_id is not null do update set time_from = case
      when jobs.time_from is null or excluded.time_from is null then null
      else least(jobs.time_from, excluded.time_from)
    end,
      time_to = case
        when jobs.time_to is null or excluded.time_to is null then null
        else greatest(jobs.time_to, excluded.time_to)
      end, checkpoint = null, records_total = null, records_done = 0, counts = '{}'
    returning id`
  return job!.id
})

/** Whether a device has records in `[from, to)`, epoch ms, for which the condition holds. */
export const recordsBetween = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  deviceId: string,
  from: number | null,
  to: number | null,
  condition: Fragment
) {
  const within = sql`device_id = ${deviceId}::uuid
    and (${date(from)}::timestamptz is null or original_time >= ${date(from)})
    and (${date(to)}::timestamptz is null or original_time < ${date(to)})
    and ${condition}`
  const recordsInSpan = yield* sql`
    (select from positions where ${within} and not conflicting limit 1)
    union all (select from measurements where ${within} limit 1)
    union all (select from device_states where ${within} limit 1)`
  return recordsInSpan.length > 0
})

/** Whether a device has records in `[from, to)`, epoch ms. */
export const hasRecords = (
  sql: SqlClient.SqlClient,
  deviceId: string,
  from: number | null,
  to: number | null
) => recordsBetween(sql, deviceId, from, to, sql.literal("true"))

// Removes the records that an import stored of a device in one transaction of intake. Other records become as
// if they had never been there: a fix that was in conflict with a removed one takes its place.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { bigints } from "../../sql/arrays.ts"
import { recordTables } from "../../jobs/ownedRecords.ts"
import type { ChangedPast } from "../../jobs/noteSpans.ts"

/** NotedBatch is the note of a device and a transaction. */
export interface NotedBatch {
  readonly id: number
  readonly batch: number
  readonly device: string
  readonly from: Date
  readonly to: Date
  readonly size: number
}

/** RemovedRows is the rows of one subject that a statement removed. */
interface RemovedRows {
  readonly project_id: string | null
  readonly subject_id: string
  readonly n: number
  readonly since: Date
  readonly curated: ReadonlyArray<number> | null
}

/** Lets the oldest of the fixes in conflict take the place of a removed one, valid fixes first. */
const settleConflicts = (pg: PgClient.PgClient, { device, from, to }: NotedBatch) => pg`
  update positions p set conflicting = false
  from (
    select distinct on (c.original_time, c.record_type) c.id, c.original_time
    from positions c
    where c.device_id = ${device}::uuid and c.conflicting and c.original_time between ${from} and ${to}
      and not exists (
        select from positions q
        where q.device_id = c.device_id and q.original_time = c.original_time
          and q.record_type = c.record_type and not q.conflicting
      )
    order by c.original_time, c.record_type, c.sent_invalid is true, c.id
  ) first
  where p.id = first.id and p.original_time = first.original_time`

/**
 * Removes the records of a noted batch; returns the counts by kind and the subjects whose past changed.
 * Called under the lock of the device.
 */
export const removeRecords = Effect.fnUntraced(function* (pg: PgClient.PgClient, noted: NotedBatch) {
  const { batch, device, from, to } = noted
  const counts = { positions: 0, measurements: 0, states: 0 }
  const pasts: Array<ChangedPast> = [],
    curated: Array<number> = []
  for (const { kind, only, table } of recordTables) {
    const removed = yield* pg<RemovedRows>`
      with gone as (
        delete from ${pg.literal(table)}
        where device_id = ${device}::uuid and original_time between ${from} and ${to}
          and batch_id = ${batch}::float8::int8 and ${pg.literal(only)}
        returning id, project_id, coalesce(entity_id, device_id) as subject_id, curation_revision,
          least(original_time, coalesce(curated_time, original_time)) as at
      )
      select project_id, subject_id, count(*)::int4 as n, min(at) as since,
        array_agg(id::float8) filter (where curation_revision > 0) as curated
      from gone
      group by project_id, subject_id`
    for (const { curated: ids, n, project_id, since, subject_id } of removed) {
      counts[kind] += n
      if (kind === "positions") curated.push(...(ids ?? []))
      if (project_id !== null)
        pasts.push({ projectId: project_id, subjectId: subject_id, from: since.getTime() })
    }
  }
  if (counts.positions > 0) yield* settleConflicts(pg, noted)
  if (curated.length > 0)
    yield* pg`delete from curated_positions where position_id = any(${bigints(curated)})`
  return { counts, pasts }
})

// Columns of an import, with the progress of its removal.
import type { PgClient } from "@effect/sql-pg"
import { actorOf } from "../../access/whoDid.ts"
import { wireTime } from "../../sql/keyset.ts"

/** The status of a removal, by its job; a job that waits for the engine counts as queued. */
const removalStatus = `case
  when i.state = 'removed' then 'completed'
  when j.status = 'failed' then 'failed'
  when j.checkpoint ->> 'stage' in ('judging', 'creations') then 'judging'
  when j.status = 'running' then 'running'
  else 'queued' end`

const removal = `case when i.state in ('removing', 'removed') then (
  select jsonb_build_object('status', ${removalStatus}, 'records_done', coalesce(j.records_done, 0),
    'records_total', j.records_total, 'error', case when j.status = 'failed' then j.error end,
    'result', i.removal)
  from (select i.removal_job_id as id) k
    left join jobs j on j.id = k.id) end`

/** SQL. Whether the removal of an import `i` was given up; requesting it again resumes it. */
export const isStuck = `exists (
  select from jobs j where j.id = i.removal_job_id and j.status in ('failed', 'cancelled'))`

/** Columns of an import `i`. */
export const trackImportColumns = (pg: PgClient.PgClient) =>
  pg.literal(`i.id, i.project_id, i.data_source_id, i.file_name,
    i.size_bytes::float8 as size_bytes, encode(i.sha256, 'hex') as sha256, i.answers, i.state,
    jsonb_build_object('offset', i.place_offset, 'line', i.place_line) as place,
    i.accepted::float8 as accepted, i.duplicates::float8 as duplicates, i.rejected::float8 as rejected,
    i.unassigned::float8 as unassigned, i.noted and (
      i.state in ('open', 'finished') or i.state = 'removing' and ${isStuck}) as removable,
    ${removal} as removal, ${actorOf("i")} as created_by,
    ${wireTime("i.created_at")} as created_at, ${wireTime("i.updated_at")} as updated_at,
    ${wireTime("i.finished_at")} as finished_at, ${wireTime("i.removed_at")} as removed_at`)

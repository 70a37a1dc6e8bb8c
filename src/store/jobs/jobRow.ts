// Columns of a job of a device, with the trace it left.
import { personOf } from "../access/whoDid.ts"
import { wireTime } from "../sql/keyset.ts"

/** How long a job has worked, ms. */
const worked = "extract(epoch from coalesce(j.finished_at, now()) - j.started_at) * 1000"

const stepsSoFar = `case when j.started_at is null or j.records_total is null then '[]'::jsonb
  else jsonb_build_array(
    jsonb_build_object('name', 'select', 'done', j.records_total, 'total', j.records_total, 'ms', null),
    jsonb_build_object('name', 'work', 'done', j.records_done, 'total', j.records_total, 'ms', round(${worked}))
  ) end`

/** The expected end, by the progress so far. */
const eta = `case when j.status = 'running' and j.records_done > 0
  then ceil(greatest(0, j.records_total - j.records_done) * (${worked}) / j.records_done / 1000) end::float8`

/** Columns of a job `j` for the API. */
export const jobColumns = `j.id, j.device_id, j.kind, j.status, ${wireTime("j.time_from")} as time_from,
  ${wireTime("j.time_to")} as time_to, j.records_total::float8 as records_total,
  j.records_done::float8 as records_done, j.counts, ${stepsSoFar} as steps_so_far, ${eta} as eta_seconds,
  j.parameters ->> 'reason' as reason, j.error, j.trace_id, j.created_by_user_id,
  ${personOf("j.created_by_user_id")} as created_by,
  case when j.status = 'completed' then 100 when coalesce(j.records_total, 0) = 0 then 0
    else round(least(100, 100.0 * j.records_done / j.records_total), 1) end::float8 as progress,
  (select jsonb_build_object('id', t.id, 'status', t.status, 'code', t.code, 'started_at',
    ${wireTime("t.started_at")}, 'duration_ms', t.duration_ms, 'steps', t.steps)
    from processing_traces t where t.id = j.trace_id and t.started_at = j.started_at) as trace,
  ${wireTime("j.created_at")} as created_at, ${wireTime("j.started_at")} as started_at,
    ${wireTime("j.finished_at")} as finished_at`

// Columns of an export, and which exports a caller sees.
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { personOf } from "../access/whoDid.ts"
import { wireTime } from "../sql/keyset.ts"

/**
 * Columns of a job `j` that is an export. A file past its time counts as expired, whether or not it is
 * removed yet.
 */
export const exportColumns = `
  j.id, j.project_id,
  j.parameters ->> 'dataset' as dataset,
  j.parameters ->> 'format' as format,
  ${wireTime("j.time_from")} as "from",
  ${wireTime("j.time_to")} as "to",
  j.parameters -> 'entity_ids' as entity_ids,
  j.parameters -> 'device_ids' as device_ids,
  (j.parameters ->> 'include_invalid')::boolean as include_invalid,
  j.parameters ->> 'sources' as sources,
  case when j.status = 'completed' and j.expires_at <= now() then 'expired' else j.status end as status,
  case
    when j.status in ('completed', 'expired') then 100
    when coalesce(j.records_total, 0) = 0 then 0
    else round(least(100, 100.0 * j.records_done / j.records_total), 1)
  end::float8 as progress,
  j.records_done::float8 as row_count,
  (j.result ->> 'size_bytes')::float8 as size_bytes,
  j.result ->> 'sha256' as sha256,
  j.parameters ->> 'file_name' as file_name,
  j.error, j.created_by_user_id,
  ${personOf("j.created_by_user_id")} as created_by,
  ${wireTime("j.created_at")} as created_at,
  ${wireTime("j.started_at")} as started_at,
  ${wireTime("j.finished_at")} as finished_at,
  ${wireTime("j.expires_at")} as expires_at,
  j.trace_id`

/** Exports `j` of a project that the caller sees. */
export const seesExport = (
  sql: SqlClient.SqlClient,
  actor: Actor,
  projectId: string,
  visibility: Visibility
): ReadonlyArray<Fragment> => [
  sql`j.kind = 'export' and j.project_id = ${projectId}::uuid`,
  ...(visibility === null
    ? []
    : [
        sql`j.created_by_user_id = ${actor.userId}::uuid and j.parameters -> 'seen' <> 'null'
    and j.parameters -> 'seen' -> 'entities' <@ ${JSON.stringify(visibility.entities)}::jsonb
      and j.parameters -> 'seen' -> 'devices' <@ ${JSON.stringify(visibility.devices)}::jsonb`
      ])
]

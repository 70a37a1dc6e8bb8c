// Writes which projects are parked because their rule set cannot be loaded: a row of their own, the reason on
// each of their rules, and a trace.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { BatchResult } from "../../../engine/ports.ts"
import { unusableRuleSetSteps } from "../eventRecord.ts"
import type { Encoded } from "./encode.ts"

/** PARKED_PREFIX is how `last_error` of a rule begins while its project is parked. */
export const PARKED_PREFIX = "RULE_SET_"

/** Reads the parked projects. */
export const readParkings = (sql: SqlClient.SqlClient) =>
  sql<{ readonly projectId: string; readonly code: string; readonly detail: string }>`
    select project_id as "projectId", code, detail
    from parked_projects`

/** Writes which projects are parked, and which are not any more. */
export const recordParkings = (sql: SqlClient.SqlClient, { now, parkings }: BatchResult): Encoded =>
  Effect.forEach(
    parkings,
    ({ projectId, traceId, reason }) =>
      reason === null
        ? Effect.andThen(
            sql`delete from parked_projects where project_id = ${projectId}::uuid`,
            sql`
              update rules set last_error = null, last_error_at = null, last_error_subject_id = null
              where project_id = ${projectId}::uuid and starts_with(last_error, ${PARKED_PREFIX})`
          )
        : Effect.andThen(
            sql`
              with parked as (
                insert into parked_projects (project_id, rule_set_version, since, code, detail, trace_id)
                select id, ${reason.version}::int8, ${new Date(now)}, ${reason.code}, ${reason.detail},
                  ${traceId}::uuid
                from projects
                where id = ${projectId}::uuid
                on conflict (project_id) do update set
                  rule_set_version = excluded.rule_set_version,
                  code = excluded.code,
                  detail = excluded.detail,
                  trace_id = excluded.trace_id
                returning project_id
              )
              insert into processing_traces (id, started_at, kind, status, code, project_id, error, steps)
              select ${traceId}::uuid, ${new Date(now)}, 'system', 'failed', ${reason.code}, project_id,
                ${reason.detail}, ${JSON.stringify(unusableRuleSetSteps(reason.version, reason.detail, now))}::jsonb
              from parked`,
            sql`
              update rules set
                last_error = ${`${reason.code}: ${reason.detail}`},
                last_error_at = ${new Date(now)},
                last_error_subject_id = null
              where project_id = ${projectId}::uuid and enabled and archived_at is null`
          ),
    { discard: true }
  )

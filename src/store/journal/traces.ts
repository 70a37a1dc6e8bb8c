// What the operator can read about a batch.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Changes } from "../../engine/ports.ts"
import { instants, ints, serialised, texts, uuids } from "../arrays.ts"
import { failedSteps, firedSteps, type KeptEvent, steppedOverSteps } from "../eventRecord.ts"

/** One of each firing and of each failure. */
export const insertTraces = (sql: SqlClient.SqlClient, changes: Changes, events: ReadonlyArray<KeptEvent>) => {
  const traces = [
    ...events.map((e) => ({ id: e.traceId, at: e.createdAt, status: "ok", code: null, subject: e.subject, rule: e.rule, eventId: e.id, alertId: e.alertId, error: null, steps: firedSteps(e) })),
    ...changes.failures.map((f) => ({ id: f.traceId, at: changes.now, status: "failed", code: f.code, subject: f.subject, rule: f.rule, eventId: null, alertId: null, error: f.detail, steps: failedSteps(f) }))
  ]
  return traces.length === 0 ? Effect.void : sql`
    insert into processing_traces (id, started_at, kind, status, code, project_id, device_id, entity_id, rule_id, rule_version, event_id, alert_id, error, steps)
    select id, started_at, 'rule', status, code, project_id, device_id, entity_id, rule_id, rule_version, event_id, alert_id, error, steps
    from unnest(${uuids(traces.map((t) => t.id))}, ${instants(traces.map((t) => t.at))}, ${texts(traces.map((t) => t.status))}, ${texts(traces.map((t) => t.code))},
      ${uuids(traces.map((t) => t.subject.projectId))}, ${uuids(traces.map((t) => t.subject.deviceId))}, ${uuids(traces.map((t) => t.subject.entityId))},
      ${uuids(traces.map((t) => t.rule.id))}, ${ints(traces.map((t) => t.rule.version))}, ${uuids(traces.map((t) => t.eventId))},
      ${uuids(traces.map((t) => t.alertId))}, ${texts(traces.map((t) => t.error))}, ${serialised(traces.map((t) => JSON.stringify(t.steps)))}::jsonb[])
      as t (id, started_at, status, code, project_id, device_id, entity_id, rule_id, rule_version, event_id, alert_id, error, steps)`
}

/** A row of the log that could not be committed. */
export const insertSteppedOver = (sql: SqlClient.SqlClient, { detail, projectIds, row, traceId }: NonNullable<Changes["steppedOver"]>, now: number) => sql`
  insert into processing_traces (id, started_at, kind, status, code, project_id, error, steps)
  select ${traceId}::uuid, ${new Date(now)}, 'system', 'failed', 'LOG_ROW_STEPPED_OVER', p, ${detail}, ${JSON.stringify(steppedOverSteps(row, now))}::jsonb
  from unnest(${uuids(projectIds.slice(0, 1))}) p`

// Writes the traces of what the engine commits: of events, and of failures.
import type * as SqlClient from "effect/sql/SqlClient"
import { instants, ints, serialised, texts, uuids } from "../../sql/columns.ts"
import { type Encoded, noStatement } from "./encode.ts"
import type { EncodedEvent } from "./events.ts"
import type { FailureEntry } from "./failures.ts"

/** Inserts one trace for each firing and each failure. */
export const insertTraces = (
  sql: SqlClient.SqlClient,
  entries: ReadonlyArray<EncodedEvent>,
  failures: ReadonlyArray<FailureEntry>,
  now: number
): Encoded => {
  const traces = [
    ...entries.map(({ event: e, steps }) => ({
      id: e.traceId,
      at: e.createdAt,
      status: "ok",
      code: null,
      subject: e.subject,
      rule: e.rule,
      eventId: e.id,
      alertId: e.alertId,
      error: null,
      steps
    })),
    ...failures.map(({ failure: f, steps }) => ({
      id: f.traceId,
      at: now,
      status: "failed",
      code: f.code,
      subject: f.subject,
      rule: f.rule,
      eventId: null,
      alertId: null,
      error: f.detail,
      steps
    }))
  ]
  return traces.length === 0
    ? noStatement
    : sql`
      insert into processing_traces (
        id, started_at, kind, status, code, project_id, device_id, entity_id, rule_id, rule_version,
        event_id, alert_id, error, steps
      )
      select id, started_at, 'rule', status, code, project_id, device_id, entity_id, rule_id, rule_version,
        event_id, alert_id, error, steps
      from unnest(
        ${uuids(traces.map((t) => t.id))}, ${instants(traces.map((t) => t.at))},
        ${texts(traces.map((t) => t.status))}, ${texts(traces.map((t) => t.code))},
        ${uuids(traces.map((t) => t.subject.projectId))}, ${uuids(traces.map((t) => t.subject.deviceId))},
        ${uuids(traces.map((t) => t.subject.entityId))}, ${uuids(traces.map((t) => t.rule.id))},
        ${ints(traces.map((t) => t.rule.version))}, ${uuids(traces.map((t) => t.eventId))},
        ${uuids(traces.map((t) => t.alertId))}, ${texts(traces.map((t) => t.error))},
        ${serialised(traces.map((t) => t.steps))}::jsonb[]
      ) as t (
        id, started_at, status, code, project_id, device_id, entity_id, rule_id, rule_version, event_id,
        alert_id, error, steps
      )`
}

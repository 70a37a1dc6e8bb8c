// What the operator can read about a batch: its traces, and of its rules when they fired last and what
// failed.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { BatchResult, Failure } from "../../../engine/ports.ts"
import { instants, ints, serialised, texts, uuids } from "../../sql/columns.ts"
import { failedSteps, steppedOverSteps } from "../eventRecord.ts"
import { type Encoded, encodeEach, nothing, type Scale } from "./encode.ts"
import type { Entry } from "./events.ts"

/** A failure with the text of its trace. */
export interface FailureEntry {
  readonly failure: Failure
  readonly steps: Uint8Array
}

export const encodeFailures = (scale: Scale, { failures }: BatchResult) =>
  encodeEach(scale, failures, (failure): FailureEntry => ({
    failure,
    steps: scale.json(failedSteps(failure))
  }))

/** One of each firing and of each failure. */
export const insertTraces = (
  sql: SqlClient.SqlClient,
  entries: ReadonlyArray<Entry>,
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
    ? nothing
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

/** A row of the log that could not be committed. */
export const insertSteppedOver = (sql: SqlClient.SqlClient, { now, steppedOver }: BatchResult): Encoded =>
  steppedOver === null
    ? nothing
    : sql`
      insert into processing_traces (id, started_at, kind, status, code, project_id, error, steps)
      select ${steppedOver.traceId}::uuid, ${new Date(now)}, 'system', 'failed', 'LOG_ROW_STEPPED_OVER', p,
        ${steppedOver.detail}, ${JSON.stringify(steppedOverSteps(steppedOver.row, now))}::jsonb
      from unnest(${uuids(steppedOver.projectIds.slice(0, 1))}) p`

/** When the rules fired last. */
export const markFired = (sql: SqlClient.SqlClient, entries: ReadonlyArray<Entry>): Encoded => {
  if (entries.length === 0) return nothing
  const newest = new Map<string, number>()
  for (const {
    event: { at, rule }
  } of entries)
    newest.set(rule.id, Math.max(at, newest.get(rule.id) ?? -Infinity))
  const rows = [...newest].sort(([a], [b]) => (a < b ? -1 : 1))
  return sql`
    update rules r set last_fired_at = greatest(r.last_fired_at, f.at)
    from unnest(${uuids(rows.map(([id]) => id))}, ${instants(rows.map(([, at]) => at))}) as f (id, at)
    where r.id = f.id`
}

/** What failed, and what is mended. */
export const markFailed = (
  sql: SqlClient.SqlClient,
  { cleared, now }: BatchResult,
  failures: ReadonlyArray<FailureEntry>
): Encoded => {
  const failed = [...new Map(failures.map(({ failure }) => [failure.rule.id, failure])).values()].map((f) => {
    const text = `${f.code}: ${f.detail} (${(f.who.entity ?? f.who.device).name}, ${new Date(f.at).toISOString()})`
    return sql`
      update rules set
        last_error = ${text},
        last_error_at = ${new Date(now)},
        last_error_subject_id = ${f.subject.id}::uuid
      where id = ${f.rule.id}::uuid`
  })
  const mended =
    cleared.size === 0
      ? nothing
      : sql`
        update rules set last_error = null, last_error_at = null, last_error_subject_id = null
        where id = any(${uuids([...cleared])})`
  return Effect.andThen(Effect.all(failed, { discard: true }), mended)
}

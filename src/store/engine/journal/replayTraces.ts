// Writes the traces of a replay: that it changed something, or that the database refused it.
import type * as SqlClient from "effect/sql/SqlClient"
import type { Subject } from "../../../domain/rule/Observation.ts"
import type { Dismissal, Rewrite, LateSpan } from "../../../engine/ports.ts"
import { ints, serialised, texts, uuids } from "../../sql/columns.ts"
import { uuid7 } from "../../sql/uuid7.ts"
import type { ExistingEvent, Verdict } from "./compare.ts"
import { type Encoded, noStatement, utf8 } from "./encode.ts"

const iso = (ms: number) => new Date(ms).toISOString()
const brief = (list: ReadonlyArray<{ readonly id: string; readonly title: string }>) =>
  list.slice(0, 50).map(({ id, title }) => ({ id, title }))
const spanStep = ({ from, ids, reasons }: LateSpan, to: number, at: string) => ({
  name: "span",
  status: "ok",
  at,
  detail: { from: iso(from), ...(to === Infinity ? {} : { to: iso(to) }), reasons, changes: ids.length }
})

interface Trace {
  readonly id: string
  readonly kind: string
  readonly status: string
  readonly code: string
  readonly event: ExistingEvent | null
  readonly error: string | null
  readonly steps: ReadonlyArray<object>
}

const insertTraces = (
  sql: SqlClient.SqlClient,
  { deviceId, entityId, projectId }: Subject,
  rows: ReadonlyArray<Trace>,
  now: number
) => sql`
  insert into processing_traces (
    id, started_at, kind, status, code, project_id, device_id, entity_id, rule_id, rule_version, event_id,
    alert_id, error, steps
  )
  select id, ${new Date(now)}, kind, status, code, ${projectId}::uuid, ${deviceId}::uuid, ${entityId}::uuid,
    rule_id, rule_version, event_id, alert_id, error, steps
  from unnest(
    ${uuids(rows.map((r) => r.id))}, ${texts(rows.map((r) => r.kind))}, ${texts(rows.map((r) => r.status))},
    ${texts(rows.map((r) => r.code))}, ${uuids(rows.map((r) => r.event?.rule_id ?? null))},
    ${ints(rows.map((r) => r.event?.rule_version ?? null))}, ${uuids(rows.map((r) => r.event?.id ?? null))},
    ${uuids(rows.map((r) => r.event?.alert_id ?? null))}, ${texts(rows.map((r) => r.error))},
    ${serialised(rows.map((r) => utf8(r.steps)))}::jsonb[]
  ) as t (id, kind, status, code, rule_id, rule_version, event_id, alert_id, error, steps)`

/** Traces a replay that changed something: one trace of its own, and one of each event whose validity changed. */
export const traceReplay = (
  sql: SqlClient.SqlClient,
  { records, span, to, traceId }: Rewrite,
  { ends, missing, restored, superseded }: Verdict,
  now: number
): Encoded => {
  if (ends.length + missing.length + restored.length + superseded.length === 0) return noStatement
  const at = iso(now),
    firstStep = spanStep(span, to, at)
  const steps = [
    firstStep,
    { name: "replay", status: "ok", at, detail: { records } },
    {
      name: "events",
      status: "ok",
      at,
      detail: {
        created: missing.length,
        superseded: superseded.length,
        restored: restored.length,
        ends_corrected: ends.length,
        events: {
          created: brief(missing.map((e) => e.event)),
          superseded: brief(superseded),
          restored: brief(restored)
        }
      }
    }
  ]
  const changed = [
    ...superseded.map((event) => ({ event, code: "EVENT_SUPERSEDED" })),
    ...restored.map((event) => ({ event, code: "EVENT_RESTORED" }))
  ]
  return insertTraces(
    sql,
    span.subject,
    [
      { id: traceId, kind: "system", status: "ok", code: "PAST_REPLAYED", event: null, error: null, steps },
      ...changed.map(({ code, event }) => ({
        id: uuid7(),
        kind: "rule",
        status: "ok",
        code,
        event,
        error: null,
        steps: [
          firstStep,
          {
            name: "event",
            status: "ok",
            at,
            detail: { id: event.id, title: event.title, replay_trace_id: traceId }
          }
        ]
      }))
    ],
    now
  )
}

/** Traces a replay that the database refused, which leaves the past as it was decided. */
export const traceFailure = (
  sql: SqlClient.SqlClient,
  { failure, span, traceId }: Dismissal,
  now: number
): Encoded => {
  const at = iso(now)
  return failure === null
    ? noStatement
    : insertTraces(
        sql,
        span.subject,
        [
          {
            id: traceId,
            kind: "system",
            status: "failed",
            code: "PAST_REPLAYED",
            event: null,
            error: failure,
            steps: [
              spanStep(span, Infinity, at),
              {
                name: "commit",
                status: "failed",
                at,
                detail: {
                  remedy:
                    "The past of this subject is left as it was decided; its records are stored. The " +
                    "error names what the database refused."
                }
              }
            ]
          }
        ],
        now
      )
}

// Writes the traces of deliveries that ended, many in one statement.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { type TracedDelivery, deliverySteps } from "../../domain/automation/deliverySteps.ts"
import type { Outcome } from "../../domain/automation/Outcome.ts"
import type { Event } from "../../domain/event/Event.ts"
import { replaceUnstorable } from "../../domain/intake/storable.ts"
import { ints, serialised, texts, uuids } from "../sql/arrays.ts"

/** EndedDelivery is a delivery that ended. */
interface EndedDelivery extends Omit<TracedDelivery, "event"> {
  readonly traceId: string
  readonly projectId: string
  readonly event: Event | null
}

const statuses = { Sent: "ok", Failed: "failed", Skipped: "skipped" } as const

/** Returns the code of a failure; null: there was none. */
export const codeOf = (outcome: Outcome): string | null => (outcome._tag === "Sent" ? null : outcome.code)
/** Returns the error of a failure; null: there was none. */
export const errorOf = (outcome: Outcome): string | null => (outcome._tag === "Sent" ? null : outcome.error)

/** Inserts the traces. */
export const insertDeliveryTraces = (sql: SqlClient.SqlClient, ended: ReadonlyArray<EndedDelivery>) =>
  ended.length === 0
    ? Effect.void
    : sql`
      insert into processing_traces (
        id, kind, status, code, started_at, duration_ms, project_id, device_id, entity_id, rule_id,
        rule_version, event_id, alert_id, error, steps
      )
      select id, 'delivery', status, code, started_at::timestamptz, duration_ms, project_id, device_id,
        entity_id, rule_id, rule_version, event_id, alert_id, error, steps
      from unnest(
        ${uuids(ended.map((e) => e.traceId))}, ${texts(ended.map((e) => statuses[e.outcome._tag]))},
        ${texts(ended.map((e) => codeOf(e.outcome)))}, ${texts(ended.map((e) => e.at))},
        ${ints(ended.map((e) => e.durationMs))}, ${uuids(ended.map((e) => e.projectId))},
        ${uuids(ended.map((e) => e.event?.device_id ?? null))}, ${uuids(ended.map((e) => e.event?.entity_id ?? null))},
        ${uuids(ended.map((e) => e.event?.rule_id ?? null))}, ${ints(ended.map((e) => e.event?.rule_version ?? null))},
        ${uuids(ended.map((e) => e.event?.id ?? null))}, ${uuids(ended.map((e) => e.event?.alert?.id ?? null))},
        ${texts(ended.map((e) => errorOf(e.outcome)))},
        ${serialised(ended.map((e) => replaceUnstorable(JSON.stringify(deliverySteps(e)))))}::jsonb[]
      ) as t (
        id, status, code, started_at, duration_ms, project_id, device_id, entity_id, rule_id, rule_version,
        event_id, alert_id, error, steps
      )`

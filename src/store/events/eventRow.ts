// Events as rows and as records: the columns that all readers select, and the conversion.
import type { Event, SourceKind } from "../../domain/event/Event.ts"
import type { HistoryReason } from "../../domain/event/history.ts"
import type { AlertStatus } from "../../domain/event/alertStatus.ts"
import type { Geometry } from "../../domain/geo/Geometry.ts"
import type { Severity } from "../../domain/rule/Document.ts"
import { doerName } from "../access/whoDid.ts"

/** Joins an event `e` with its alert `a`, if it has one: the one it opened, or for a reminder its episode's. */
export const alertOfEvent = `left join alerts a
  on a.id = coalesce(e.alert_id, (select o.id from alerts o where o.event_id = e.id))`

/** An event and its alert. */
export const eventTables = `events e ${alertOfEvent}`

/** Columns of `eventTables`. */
export const eventColumns = `
  e.id, e.project_id, e.time, e.created_at, e.event_type, e.severity, e.title, e.description, e.lon,
  e.lat, e.geometry, e.entity_id, e.entity_name, e.device_id, e.device_name, e.feature_id,
  e.source_kind, e.source_id,
  ${doerName("e.source_kind", "e.source_id", "e.source_name")} as source_name, e.rule_id, e.rule_version,
  e.sample_time, e.late, e.superseded, e.snoozed, e.reminder, e.ended_at, e.context, e.trace_id,
  a.id as alert_id,
  a.status as alert_status,
  a.history as alert_history`

/** EventRow is an event as it is selected. */
export interface EventRow {
  readonly id: string
  readonly project_id: string
  readonly time: Date
  readonly created_at: Date
  readonly event_type: string
  readonly severity: Severity
  readonly title: string
  readonly description: string
  readonly lon: number | null
  readonly lat: number | null
  /** null: a point, or nothing */
  readonly geometry: Geometry | null
  readonly entity_id: string | null
  readonly entity_name: string | null
  readonly device_id: string | null
  readonly device_name: string | null
  readonly feature_id: string | null
  readonly source_kind: SourceKind
  readonly source_id: string | null
  readonly source_name: string | null
  readonly rule_id: string | null
  readonly rule_version: number | null
  readonly sample_time: Date | null
  readonly late: boolean
  readonly superseded: boolean
  readonly snoozed: boolean
  readonly reminder: boolean
  readonly ended_at: Date | null
  readonly context: Event["context"]
  readonly trace_id: string | null
  readonly alert_id: string | null
  readonly alert_status: AlertStatus | null
  readonly alert_history: HistoryReason | null
}

/** Returns the seconds from one moment to the other; null: one is missing. */
export const seconds = (from: Date | null, to: Date | null): number | null =>
  from === null || to === null ? null : (to.getTime() - from.getTime()) / 1000

/** Returns the event of a row. */
export const eventOf = (r: EventRow): Event => ({
  id: r.id,
  project_id: r.project_id,
  time: r.time.toISOString(),
  created_at: r.created_at.toISOString(),
  event_type: r.event_type,
  severity: r.severity,
  title: r.title,
  description: r.description,
  geometry:
    r.geometry ?? (r.lon === null || r.lat === null ? null : { type: "Point", coordinates: [r.lon, r.lat] }),
  entity_id: r.entity_id,
  entity_name: r.entity_name,
  device_id: r.device_id,
  device_name: r.device_name,
  feature_id: r.feature_id,
  source: { kind: r.source_kind, id: r.source_id, name: r.source_name },
  rule_id: r.rule_id,
  rule_version: r.rule_version,
  sample_time: r.sample_time?.toISOString() ?? null,
  sample_age_seconds: seconds(r.sample_time, r.created_at),
  late: r.late,
  superseded: r.superseded,
  snoozed: r.snoozed,
  reminder: r.reminder,
  ended_at: r.ended_at?.toISOString() ?? null,
  duration_seconds: seconds(r.time, r.ended_at),
  context: r.context,
  trace_id: r.trace_id,
  alert:
    r.alert_id === null || r.alert_status === null
      ? null
      : {
          id: r.alert_id,
          status: r.alert_status,
          ...(r.alert_history === null ? {} : { history: r.alert_history })
        }
})

// Inserts events that devices report: one per device, time, type and title, however often it is sent.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { uuid7 } from "../sql/uuid7.ts"
import type { ReportedEvent } from "../../domain/intake/Report.ts"
import { byteas, floats, instants, serialised, texts, uuids } from "../sql/arrays.ts"
import { appendStream } from "../events/EventStream.ts"
import type { Row } from "./attributeRows.ts"

/** EventRow is an event to insert. */
export interface EventRow {
  readonly id: string
  readonly key: Uint8Array
  readonly row: Row
  readonly event: ReportedEvent
}

const keyOf = ({ device, report }: Row, { title, type }: ReportedEvent): Uint8Array =>
  createHash("sha256")
    .update(JSON.stringify(["device event", device.deviceId, report.at, type, title]))
    .digest()

const eventsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<EventRow> => {
  const events: Array<EventRow> = []
  for (const row of rows) {
    if (row.owner.projectId !== null)
      for (const event of row.report.events) events.push({ id: uuid7(), key: keyOf(row, event), row, event })
  }
  return events
}

/** Inserts the events of rows that have a project; returns the new ones. */
export const insertEvents = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, rows: ReadonlyArray<Row>) {
  const events = eventsOf(rows)
  if (events.length === 0) return []
  const inserted = yield* sql<{ id: string }>`
    insert into events (
      id, project_id, event_key, time, created_at, event_type, severity, title, lon, lat, entity_id,
      entity_name, device_id, device_name, source_kind, source_id, source_name, sample_time, context
    )
    select v.id, v.project_id, v.event_key, v.time, v.created_at, v.event_type, v.severity, v.title, v.lon,
      v.lat, v.entity_id, e.name, v.device_id, d.name, 'device', v.device_id, d.name, v.time, v.context
    from unnest(
      ${uuids(events.map((e) => e.id))}, ${uuids(events.map((e) => e.row.owner.projectId))},
      ${byteas(events.map((e) => e.key))}, ${instants(events.map((e) => e.row.report.at))},
      ${instants(events.map((e) => e.row.batch.receivedAt))}, ${texts(events.map((e) => e.event.type))},
      ${texts(events.map((e) => e.event.severity))}, ${texts(events.map((e) => e.event.title))},
      ${floats(events.map((e) => e.row.report.fix?.lon ?? null))},
      ${floats(events.map((e) => e.row.report.fix?.lat ?? null))},
      ${uuids(events.map((e) => e.row.owner.entityId))}, ${uuids(events.map((e) => e.row.device.deviceId))},
      ${serialised(events.map((e) => e.event.context))}::jsonb[]
    ) as v (
      id, project_id, event_key, time, created_at, event_type, severity, title, lon, lat, entity_id,
      device_id, context
    )
      join devices d on d.id = v.device_id
      left join entities e on e.id = v.entity_id
    order by v.event_key
    on conflict (event_key) do nothing
    returning id`
  const ids = new Set(inserted.map((r) => r.id))
  return events.filter((e) => ids.has(e.id))
})

/**
 * Writes new events to the stream of live readers; comes after all bulk work, because it takes the projects'
 * stream locks.
 */
export const streamEvents = (sql: SqlClient.SqlClient, events: ReadonlyArray<EventRow>) =>
  appendStream(
    sql,
    events.map((e) => ({
      projectId: e.row.owner.projectId!,
      type: "event.created" as const,
      objectId: e.id,
      entityId: e.row.owner.entityId,
      deviceId: e.row.device.deviceId
    }))
  )

// Changes events that exist: their episode ends; a replay supersedes them or finds them valid; or a live firing
// that depended on late records makes one valid again.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { StreamEntry } from "../../events/EventStream.ts"
import { instants, texts, uuids } from "../../sql/columns.ts"
import type { ExistingEvent } from "./compare.ts"
import { type Encoded, noStatement } from "./encode.ts"

/** Ends the episodes that are still open. */
export const endEpisodes = (
  sql: SqlClient.SqlClient,
  ended: ReadonlyArray<{ readonly eventId: string; readonly at: number }>
): Encoded =>
  ended.length === 0
    ? noStatement
    : sql`
      update events e set ended_at = greatest(v.at, e.time)
      from unnest(${uuids(ended.map((e) => e.eventId))}, ${instants(ended.map((e) => e.at))}) as v (id, at)
      where e.id = v.id and e.ended_at is null`

/** Marks events, and adds that to their alerts, which keep their status. */
export const markEvents = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  events: ReadonlyArray<ExistingEvent>,
  superseded: boolean,
  now: number
) {
  if (events.length === 0) return
  yield* sql`
    update events e set superseded = ${superseded} where e.id = any(${uuids(events.map((e) => e.id))})`
  const alerts = events.filter((e) => e.alert_id !== null)
  if (alerts.length === 0) return
  const note = superseded
    ? "The event is superseded: with the records that arrived late, or were changed, its rule would not " +
      "have fired."
    : "The event is valid again: with the records that arrived late, or were changed, its rule fires."
  yield* sql`
    insert into alert_steps (alert_id, at, actor_kind, from_status, to_status, note)
    select id, ${new Date(now)}, 'system', status, status, ${note}
    from unnest(${uuids(alerts.map((e) => e.alert_id))}, ${texts(alerts.map((e) => e.alert_status))}) as a (id, status)`
})

/**
 * Restores events that fire live again after a replay had superseded them, because the late records they
 * depend on arrived.
 */
export const restoreEvents = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  ids: ReadonlyArray<string>,
  now: number
) {
  if (ids.length === 0) return []
  const rows = yield* sql<
    ExistingEvent & {
      readonly project_id: string
      readonly entity_id: string | null
      readonly device_id: string | null
    }
  >`
    select e.id, e.project_id, e.entity_id, e.device_id, a.id as alert_id, a.status as alert_status,
      e.alert_id as carried_id
    from events e
      left join alerts a on a.event_id = e.id
    where e.id = any(${uuids(ids)}) and e.superseded`
  yield* markEvents(sql, rows, false, now)
  if (rows.length > 0)
    yield* sql`update events e set ended_at = null where e.id = any(${uuids(rows.map((r) => r.id))})`
  return rows.flatMap((r): ReadonlyArray<StreamEntry> => {
    const about = { projectId: r.project_id, entityId: r.entity_id, deviceId: r.device_id }
    const alertId = r.alert_id ?? r.carried_id
    return [
      { ...about, type: "event.updated", objectId: r.id },
      ...(alertId === null ? [] : [{ ...about, type: "alert.updated" as const, objectId: alertId }])
    ]
  })
})

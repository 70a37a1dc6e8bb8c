// Decides which alerts are about the past, within the transaction that makes them: by the data source of the
// deciding record, and by the time from the moment of the event to its creation. Both are stored with the
// event.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { HISTORY_AFTER_HOURS, MAX_HISTORY_HOURS } from "../../../domain/event/history.ts"
import { bools, floats, uuids } from "../../sql/columns.ts"
import { hasReceipt, type StoredEvent } from "../eventRecord.ts"

/** Hours after which an alert of a project `p` is about the past; the setting is unchecked JSON. */
const boundHours = `(
  case when jsonb_typeof(p.settings -> 'history_after_hours') = 'number'
    and (p.settings ->> 'history_after_hours')::numeric > 0
  then least((p.settings ->> 'history_after_hours')::numeric, ${MAX_HISTORY_HOURS})::float8
  else ${HISTORY_AFTER_HOURS}::float8 end
)`

/** Records of an import of the past count as received at their own time. */
const isImported = `(
  v.may_be_import
  and (
    select (e.receipt ->> 'received_at')::timestamptz = (e.receipt ->> 'taken_at')::timestamptz
    from events e
    where e.id = v.event_id
  )
  and exists (
    select
    from device_identities i
      join data_sources s on s.id = i.data_source_id
    where i.device_id = v.device_id and s.config -> 'history' = 'true'::jsonb
  )
)`

/** `history` and the text of its step, of inserted events `v` of projects `p`. */
export const historyLateral = `lateral (
  select j.history,
    case j.history
      when 'source' then 'It comes from an import of the past: it is resolved when it is made, and tells nobody.'
      when 'age' then format(
        'It was known %s h after it happened, and this project looks at %s h: it is resolved when it is made, '
          || 'and tells nobody. Settings of the project, history_after_hours, say how far it looks.',
        round((v.age_hours)::numeric), round(${boundHours}::numeric, 2)::float8
      )
    end as note
  from (
    select case when ${isImported} then 'source' when v.age_hours > ${boundHours} then 'age' end as history
  ) j
)`

/** Columns of events that `historyLateral` reads: `age_hours`, `may_be_import`. */
export const historyColumns = (events: ReadonlyArray<StoredEvent>) => ({
  ageHours: floats(events.map((e) => (e.createdAt - e.at) / 3_600_000)),
  // a record that was received at another time than its own has the time of reception
  mayBeImport: bools(events.map((e) => e.receivedAt === null && hasReceipt(e)))
})

/** Returns the ids of the stored events that are about the past. */
export const findHistory = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  events: ReadonlyArray<StoredEvent>
) {
  if (events.length === 0) return new Set<string>()
  const { ageHours, mayBeImport } = historyColumns(events)
  const rows = yield* sql<{ readonly event_id: string }>`
    select v.event_id
    from unnest(
      ${uuids(events.map((e) => e.id))}, ${uuids(events.map((e) => e.subject.projectId))},
      ${uuids(events.map((e) => e.who.device.id))}, ${ageHours}, ${mayBeImport}
    ) as v (event_id, project_id, device_id, age_hours, may_be_import)
      join projects p on p.id = v.project_id
      cross join ${sql.literal(historyLateral)} h
    where h.history is not null`
  return new Set(rows.map((r) => r.event_id))
})

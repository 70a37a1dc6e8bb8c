// The stream that live readers resume by id: appended last in a transaction, under one lock per project, so
// that ids are in commit order and a reader that remembers the last one misses nothing.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { texts, uuids } from "../sql/columns.ts"

/** StreamEntry is an entry of a project's stream. */
export interface StreamEntry {
  readonly projectId: string
  readonly type:
    | "event.created"
    | "event.updated"
    | "alert.created"
    | "alert.updated"
    | "run.updated"
    | "rule.updated"
  readonly objectId: string
  readonly entityId: string | null
  readonly deviceId: string | null
}

/**
 * Appends entries inside the transaction of the change, as its last statement, and notifies the readers at
 * commit. Encoded when it is called, sent when it is run.
 */
export const appendStream = (sql: SqlClient.SqlClient, entries: ReadonlyArray<StreamEntry>) => {
  if (entries.length === 0) return Effect.void
  const projects = [...new Set(entries.map((e) => e.projectId))].sort()
  const lock = sql`
    select pg_advisory_xact_lock(hashtextextended(p, 1))
    from (select p from unnest(${texts(projects)}) p order by p offset 0) s`
  const rows = sql`
    insert into event_stream (project_id, type, object_id, entity_id, device_id)
    select *
    from unnest(
      ${uuids(entries.map((e) => e.projectId))}, ${texts(entries.map((e) => e.type))},
      ${uuids(entries.map((e) => e.objectId))}, ${uuids(entries.map((e) => e.entityId))},
      ${uuids(entries.map((e) => e.deviceId))}
    )`
  return Effect.asVoid(Effect.andThen(Effect.andThen(lock, rows), sql`select pg_notify('events', '')`))
}

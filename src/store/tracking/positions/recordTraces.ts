// The trace of a record. An accepted record without consequences has none; a rule that fires writes one, which
// names the triggering record. It is found by the event, whose time is that of the record.
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import { seenRecords } from "../../access/visibilityConditions.ts"

/**
 * Returns the trace of the first rule that fired at a record `u`, as a value; null: none did. A valid one
 * comes before a superseded one. `u` has `id`, `at` and `sent_at` (its effective time and as sent), and its
 * subject.
 */
export const traceOf = (
  sql: SqlClient.SqlClient,
  visibility: Visibility,
  kind: "position" | "measurement"
): Fragment => {
  const found = (whose: string) => sql`(select e.trace_id from events e
    where ${sql.and([
      sql.literal(`${whose} and e.project_id = u.project_id and e.time in (u.at, u.sent_at)`),
      sql.literal("e.source_kind = 'rule'"),
      sql.literal(`e.context -> 'trigger' ->> 'kind' = '${kind}'`),
      sql.literal("e.context -> 'trigger' ->> 'record_id' = u.id::int8::text"),
      ...seenRecords(sql, visibility, "e")
    ])} order by e.superseded, e.created_at, e.id limit 1)`
  return sql`case when u.entity_id is null then ${found("e.device_id = u.device_id and e.entity_id is null")}
    else ${found("e.entity_id = u.entity_id")} end`
}

// What a batch says about the rules themselves.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Changes, NewEvent } from "../../engine/ports.ts"
import { instants, uuids } from "../arrays.ts"

/** When they fired last, what failed, and what is mended. */
export const writeRules = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, changes: Changes, events: ReadonlyArray<NewEvent>) {
  if (events.length > 0) {
    const newest = new Map<string, number>()
    for (const e of events) newest.set(e.rule.id, Math.max(e.at, newest.get(e.rule.id) ?? -Infinity))
    const rows = [...newest].sort(([a], [b]) => a < b ? -1 : 1)
    yield* sql`update rules r set last_fired_at = greatest(r.last_fired_at, f.at)
      from unnest(${uuids(rows.map(([id]) => id))}, ${instants(rows.map(([, at]) => at))}) as f (id, at) where r.id = f.id`
  }
  for (const f of new Map(changes.failures.map((f) => [f.rule.id, f])).values()) {
    const text = `${f.code}: ${f.detail} (${(f.who.entity ?? f.who.device).name}, ${new Date(f.at).toISOString()})`
    yield* sql`update rules set last_error = ${text}, last_error_at = ${new Date(changes.now)}, last_error_subject_id = ${f.subject.id}::uuid where id = ${f.rule.id}::uuid`
  }
  if (changes.cleared.size > 0) {
    yield* sql`update rules set last_error = null, last_error_at = null, last_error_subject_id = null where id = any(${uuids([...changes.cleared])})`
  }
})

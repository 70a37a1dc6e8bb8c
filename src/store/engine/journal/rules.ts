// What a batch says about the rules themselves.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { BatchResult } from "../../../engine/ports.ts"
import { instants, uuids } from "../../sql/columns.ts"
import { type Encoded, nothing } from "./encode.ts"
import type { Entry } from "./events.ts"
import type { FailureEntry } from "./traces.ts"

/** When they fired last. */
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

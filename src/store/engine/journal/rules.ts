// Notes on rules when they fired last, and whether they can be evaluated: in one statement, which locks their rows
// in one order, because other engines write the same rules.
import type * as SqlClient from "effect/sql/SqlClient"
import type { BatchResult, Failure } from "../../../engine/ports.ts"
import { bools, instants, texts, uuids } from "../../sql/columns.ts"
import { type Encoded, noStatement } from "./encode.ts"
import type { EncodedEvent } from "./events.ts"
import type { FailureEntry } from "./failures.ts"

const textOf = ({ at, code, detail, who }: Failure): string =>
  `${code}: ${detail} (${(who.entity ?? who.device).name}, ${new Date(at).toISOString()})`

/** Sets when rules fired last, the error of those that failed, and no error where a rule works again. */
export const noteRules = (
  sql: SqlClient.SqlClient,
  { cleared, now }: BatchResult,
  entries: ReadonlyArray<EncodedEvent>,
  failures: ReadonlyArray<FailureEntry>
): Encoded => {
  const firedAt = new Map<string, number>()
  for (const {
    event: { at, rule }
  } of entries)
    firedAt.set(rule.id, Math.max(at, firedAt.get(rule.id) ?? -Infinity))
  const failed = new Map(failures.map(({ failure }) => [failure.rule.id, failure]))
  const ids = [...new Set([...firedAt.keys(), ...failed.keys(), ...cleared])]
  if (ids.length === 0) return noStatement
  const failuresById = ids.map((id) => failed.get(id))
  return sql`
    update rules r set
      last_fired_at = greatest(r.last_fired_at, n.fired_at),
      last_error = case when n.is_judged then n.error else r.last_error end,
      last_error_at = case when n.is_judged then n.error_at else r.last_error_at end,
      last_error_subject_id = case when n.is_judged then n.subject_id else r.last_error_subject_id end
    from (
      select v.*
      from unnest(
        ${uuids(ids)}, ${instants(ids.map((id) => firedAt.get(id) ?? null))},
        ${bools(ids.map((id) => failed.has(id) || cleared.has(id)))},
        ${texts(failuresById.map((f) => (f === undefined ? null : textOf(f))))},
        ${instants(failuresById.map((f) => (f === undefined ? null : now)))},
        ${uuids(failuresById.map((f) => f?.subject.id ?? null))}
      ) as v (id, fired_at, is_judged, error, error_at, subject_id)
        join rules l on l.id = v.id
      order by l.id
      for no key update of l
    ) n
    where r.id = n.id`
}

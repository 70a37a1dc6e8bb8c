// Writes what could not be evaluated or committed: the texts of its traces, and the error on the rules.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { BatchResult, Failure } from "../../../engine/ports.ts"
import { uuids } from "../../sql/columns.ts"
import { failedSteps, skippedRowSteps } from "../eventRecord.ts"
import { type Encoded, encodeEach, noStatement, type CommitSize } from "./encode.ts"

/** FailureEntry is a failure with the text of its trace. */
export interface FailureEntry {
  readonly failure: Failure
  readonly steps: Uint8Array
}

/** Encodes the traces of failures. */
export const encodeFailures = (scale: CommitSize, { failures }: BatchResult) =>
  encodeEach(scale, failures, (failure): FailureEntry => ({
    failure,
    steps: scale.json(failedSteps(failure))
  }))

/** Inserts the trace of a log row that could not be committed. */
export const insertSkippedRow = (sql: SqlClient.SqlClient, { now, skippedRow }: BatchResult): Encoded =>
  skippedRow === null
    ? noStatement
    : sql`
      insert into processing_traces (id, started_at, kind, status, code, project_id, error, steps)
      select ${skippedRow.traceId}::uuid, ${new Date(now)}, 'system', 'failed', 'LOG_ROW_STEPPED_OVER', p,
        ${skippedRow.detail}, ${JSON.stringify(skippedRowSteps(skippedRow.row, now))}::jsonb
      from unnest(${uuids(skippedRow.projectIds.slice(0, 1))}) p`

/**
 * Locks the rules of a batch that fired, failed or work again, in one order: other engines write the same
 * rules. Without failures the statement that notes the firings suffices.
 */
export const lockRules = (
  sql: SqlClient.SqlClient,
  { cleared, events }: BatchResult,
  failures: ReadonlyArray<FailureEntry>
): Encoded => {
  if (failures.length === 0 && cleared.size === 0) return noStatement
  const ids = new Set([
    ...events.map((e) => e.rule.id),
    ...failures.map((f) => f.failure.rule.id),
    ...cleared
  ])
  return sql`select from rules where id = any(${uuids([...ids])}) order by id for no key update`
}

/** Sets the error of rules that failed, and clears it where a rule works again. */
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
      ? noStatement
      : sql`
        update rules set last_error = null, last_error_at = null, last_error_subject_id = null
        where id = any(${uuids([...cleared])})`
  return Effect.andThen(Effect.all(failed, { discard: true }), mended)
}

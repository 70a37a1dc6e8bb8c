// Writes the traces of what could not be evaluated or committed.
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

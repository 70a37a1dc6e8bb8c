// How far a job is, written in the transaction of the step that took it there.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { type Claim, JobLost, type Progress } from "../../jobs/ports.ts"
import { isHeld } from "../sql/lease.ts"

/** A worker that was not heard of for so long has lost its job. */
export const LEASE = "6 seconds"

/**
 * Comes last in a step's transaction: when the job is another's by now, the step did not happen. With it the
 * tries are counted anew, but for one that nobody can go on from (`isPlace` false): whoever comes next begins
 * again, and may fail in the same place.
 */
export const keepProgress = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  claim: Claim,
  { checkpoint, counts, done, total }: Progress,
  isPlace = true
) {
  const kept = yield* sql`
    update jobs set
      lease_until = now() + ${LEASE}::interval,
      attempts = case when ${isPlace} then 0 else attempts end,
      error = null,
      records_done = ${done}::float8::int8,
      records_total = ${total}::float8::int8,
      counts = ${JSON.stringify(counts)}::jsonb,
      checkpoint = ${JSON.stringify(checkpoint)}::jsonb
    where ${isHeld(sql, claim, "running")}
    returning id`
  if (kept.length === 0) return yield* new JobLost()
})

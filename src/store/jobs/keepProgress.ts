// Stores the progress of a job, in the transaction of the step.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { type Claim, JobLost, type Progress } from "../../jobs/ports.ts"
import { isHeld } from "../sql/lease.ts"

/** LEASE_TIME is how long a worker keeps a job without a sign of life. */
export const LEASE_TIME = "6 seconds"

/**
 * Runs last in a step's transaction: when another worker has the job by now, the step is rolled back. It
 * resets the count of attempts, except for a checkpoint that cannot be resumed from (`isPlace` false): the
 * next worker starts again and may fail at the same place.
 */
export const keepProgress = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  claim: Claim,
  { checkpoint, counts, done, total }: Progress,
  isPlace = true
) {
  const leases = yield* sql`
    update jobs set
      lease_until = now() + ${LEASE_TIME}::interval,
      attempts = case when ${isPlace} then 0 else attempts end,
      error = null,
      records_done = ${done}::float8::int8,
      records_total = ${total}::float8::int8,
      counts = ${JSON.stringify(counts)}::jsonb,
      checkpoint = ${JSON.stringify(checkpoint)}::jsonb
    where ${isHeld(sql, claim, "running")}
    returning id`
  if (leases.length === 0) return yield* new JobLost()
})

// Leases of the queues: work is held for a while by the worker that claimed it last. The database's clock
// counts, and it can be set.
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/** Claim is a piece of work as it was claimed; `epoch` counts its claims. */
interface Claim {
  readonly id: string
  readonly epoch: number
}

/**
 * The condition that a claim is still the newest one, of work in its running state: a worker that froze, and
 * wakes after another one took over, changes nothing.
 */
export const isHeld = (
  sql: SqlClient.SqlClient,
  { epoch, id }: Claim,
  status: "running" | "queued"
): Fragment => sql`id = ${id}::uuid and epoch = ${epoch}::int4 and status = ${sql.literal(`'${status}'`)}`

/**
 * SQL. Whether a lease has ended. One of more than two minutes was given by a clock that has been set back
 * since: it would block the work until that time comes again.
 */
export const leaseIsOver = (column: string): string =>
  `(${column} < now() or ${column} > now() + interval '2 minutes')`

// Leases of the queues: work is held for a while by whoever claimed it last. The database's clock counts, and
// it can be set.
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/** A piece of work as it was claimed; `epoch` counts its claims. */
export interface Claim {
  readonly id: string
  readonly epoch: number
}

/**
 * The condition that a claim is still the newest one, of work that is in the state it is held in: a worker
 * that froze, and wakes after another one took over, changes nothing.
 */
export const isHeld = (
  sql: SqlClient.SqlClient,
  { epoch, id }: Claim,
  status: "running" | "queued"
): Fragment => sql`id = ${id}::uuid and epoch = ${epoch}::int4 and status = ${sql.literal(`'${status}'`)}`

/**
 * SQL. A lease of more than two minutes was given by a clock that went back since: it would keep everybody
 * out until that time comes again.
 */
export const leaseIsOver = (column: string): string =>
  `(${column} < now() or ${column} > now() + interval '2 minutes')`

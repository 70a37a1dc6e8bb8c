// Reads the outages on record.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Outage } from "../../domain/hearing/Hearing.ts"
import { bigints } from "../sql/arrays.ts"

/** Reads the outages after a number, and the current state of given ones; removed ones are missing. */
export const outagesSince = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  newest: number,
  of: ReadonlyArray<number>
) {
  const rows = yield* sql<{ id: bigint; source_id: string | null; began_at: Date; ended_at: Date | null }>`
    select id, source_id, began_at, ended_at
    from outages
    where id > ${newest} or id = any(${bigints(of)})
    order by id`
  return rows.map((r): Outage => ({
    id: Number(r.id),
    sourceId: r.source_id,
    from: r.began_at.getTime(),
    to: r.ended_at?.getTime() ?? Infinity
  }))
})

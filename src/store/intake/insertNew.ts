// Inserts that pass over what was there before.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Statement } from "effect/sql/Statement"
import { floats, instants } from "../sql/arrays.ts"
import type { Row } from "./attributeRows.ts"

interface Numbered {
  readonly id: number
  readonly row: Row
}

const all = (): boolean => true
const none = (): boolean => false

/**
 * Runs the insert of rows into a table; answers which of them went in. How many did is said with every
 * insert, and most deliveries are new throughout or were sent before throughout: PostgreSQL is asked for the
 * ids only where it is neither.
 */
export const insertNew = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  table: "positions" | "measurements" | "device_states",
  rows: ReadonlyArray<Numbered>,
  insert: Statement<object>
) {
  const { rowCount } = (yield* insert.raw) as { readonly rowCount: number } // as this driver answers
  if (rowCount === rows.length) return all
  if (rowCount === 0) return none
  const [found] = yield* sql<{ ids: ReadonlyArray<number> }>`
    select array_agg(r.id::float8) as ids
    from unnest(${floats(rows.map((r) => r.id))}, ${instants(rows.map((r) => r.row.report.at))}) as v (id, time)
      join ${sql.literal(table)} r on r.id = v.id::int8 and r.original_time = v.time`
  const ids = new Set(found!.ids)
  return ({ id }: Numbered): boolean => ids.has(id)
})

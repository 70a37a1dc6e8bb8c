// Inserts rows and skips those that exist.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Statement } from "effect/sql/Statement"
import { floats, instants } from "../sql/arrays.ts"
import type { Row } from "./attributeRows.ts"

interface Numbered {
  readonly id: number
  readonly row: Row
}

const everyRow = (): boolean => true
const none = (): boolean => false

/**
 * Inserts rows into a table; returns which of them were new. Every insert returns their number, and most
 * deliveries are all new or all duplicates: the ids are read only of the others.
 */
export const insertNew = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  table: "positions" | "measurements" | "device_states",
  rows: ReadonlyArray<Numbered>,
  insert: Statement<object>
) {
  const { rowCount } = (yield* insert.raw) as { readonly rowCount: number } // the type of this driver's answer
  if (rowCount === rows.length) return everyRow
  if (rowCount === 0) return none
  const [found] = yield* sql<{ ids: ReadonlyArray<number> }>`
    select array_agg(r.id::float8) as ids
    from unnest(${floats(rows.map((r) => r.id))}, ${instants(rows.map((r) => r.row.report.at))}) as v (id, time)
      join ${sql.literal(table)} r on r.id = v.id::int8 and r.original_time = v.time`
  const ids = new Set(found!.ids)
  return ({ id }: Numbered): boolean => ids.has(id)
})

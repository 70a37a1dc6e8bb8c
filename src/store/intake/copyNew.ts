// Copies rows into a table whose columns are encoded here. A column that is null or its default in every row is
// left out.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { CopyRows } from "../sql/copy/CopyRows.ts"
import { copyIn } from "../sql/copy/copyIn.ts"
import type { Row } from "./attributeRows.ts"

/** CopiedColumn is a column and the writer of its field; `isLeftOut`: whether a row may do without. */
export interface CopiedColumn<A> {
  readonly name: string
  readonly write: (rows: CopyRows, row: A) => void
  readonly isLeftOut?: (row: A) => boolean
}

/** CopiedRecord is a record with the id that it gets, and its row. */
interface CopiedRecord {
  readonly id: number
  readonly row: Row
}

/** Returns the columns that the tables of records share, as their inserts fill them. */
export const recordColumns = (batchId: number): ReadonlyArray<CopiedColumn<CopiedRecord>> => [
  { name: "id", write: (to, r) => to.int8(r.id) },
  { name: "device_id", write: (to, r) => to.uuid(r.row.device.deviceId) },
  { name: "project_id", write: (to, r) => to.uuid(r.row.owner.projectId) },
  { name: "entity_id", write: (to, r) => to.uuid(r.row.owner.entityId) },
  { name: "original_time", write: (to, r) => to.instant(r.row.report.at) },
  { name: "received_at", write: (to, r) => to.instant(r.row.receivedAt) },
  { name: "batch_id", write: (to) => to.int8(batchId) }
]

/** Returns the statement and the rows; null: a value that its column cannot hold. */
const encode = <A>(
  table: string,
  columns: ReadonlyArray<CopiedColumn<A>>,
  list: ReadonlyArray<A>,
  rowBytes: number
) => {
  const used = columns.filter(({ isLeftOut }) => isLeftOut === undefined || !list.every(isLeftOut))
  const rows = new CopyRows(used.length, list.length * rowBytes)
  try {
    for (const item of list) {
      rows.row()
      for (const { write } of used) write(rows, item)
    }
  } catch {
    return null
  }
  const names = used.map(({ name }) => name).join(", ")
  return { statement: `copy ${table} (${names}) from stdin (format binary)`, body: rows.finish() }
}

/**
 * Copies rows, all of which are new; false: nothing is stored, and an insert says why. `rowBytes`: the
 * expected size of a row.
 */
export const copyNew = Effect.fnUntraced(function* <A>(
  sql: SqlClient.SqlClient,
  table: "positions" | "measurements",
  columns: ReadonlyArray<CopiedColumn<A>>,
  list: ReadonlyArray<A>,
  rowBytes: number
) {
  const encoded = encode(table, columns, list, rowBytes)
  return encoded !== null && (yield* copyIn(sql, encoded.statement, encoded.body))
})

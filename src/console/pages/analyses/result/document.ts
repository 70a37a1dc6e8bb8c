// Reads a stored result document: tables by key, rows by period, cells by column. Nothing is computed here.
import type { Cell, Column, ResultDocument, Table } from "../../../../domain/analysis/Result.ts"

/** Period is a key of a document's periods. */
export type Period = ResultDocument["periods"][number]["key"]

/** Row is a row of a table, read by column key. */
export interface Row {
  readonly key: string
  readonly of: (column: string) => Cell
}

/** columnOf returns a column of a table by its key. */
export const columnOf = (table: Table, key: string): Column | undefined =>
  table.columns.find((column) => column.key === key)

/** rowsOf returns the rows of a period, named by the first column of `names` that has a value. */
export const rowsOf = (
  table: Table | undefined,
  period: Period,
  names: ReadonlyArray<string>
): ReadonlyArray<Row> => {
  if (table === undefined) return []
  const places = new Map(table.columns.map(({ key }, at) => [key, at]))
  return table.rows.flatMap((cells, at) => {
    const of = (column: string): Cell => cells[places.get(column) ?? -1] ?? null
    const own = of("period")
    if (own !== null && own !== period) return []
    const name = names.map(of).find((cell) => cell !== null)
    return [{ key: `${String(of("row_kind") ?? "")}${String(name ?? at)}`, of }]
  })
}

/** tsvOf writes a table as TSV for a spreadsheet, with numbers as stored. */
export const tsvOf = (columns: ReadonlyArray<Column>, rows: ReadonlyArray<Row>): string =>
  [
    columns.map(({ label, unit }) => (unit === null ? label : `${label} (${unit})`)),
    ...rows.map(({ of }) => columns.map(({ key }) => String(of(key) ?? "")))
  ]
    .map((cells) => cells.map((cell) => cell.replace(/[\t\n]/gu, " ")).join("\t"))
    .join("\n")

/** textOf returns a text of the provenance; null: missing. */
export const textOf = ({ provenance }: ResultDocument, key: string): string | null => {
  const found = provenance[key]
  return typeof found === "string" ? found : null
}

// Reads a stored result document: tables by key, rows by period, cells by column. Nothing is computed here.
import type {
  Cell,
  Chart,
  Column,
  ResultDocument,
  Series,
  Table
} from "../../../../domain/analysis/Result.ts"
import { labelText } from "../labelText.ts"

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

const labelledColumn = (column: Column): Column => ({
  ...column,
  label: labelText(column.label),
  unit: column.unit === null ? null : labelText(column.unit),
  ...(column.note === undefined ? {} : { note: labelText(column.note) })
})

/** The first part of a label of a series of a subject or an area is its name. */
const labelledSeries = (series: Series): Series => ({
  ...series,
  label: series.label
    .split(" · ")
    .map((part, at) => (at === 0 && series.key.includes("/") ? part : labelText(part)))
    .join(" · ")
})

const labelledChart = (chart: Chart): Chart => ({
  ...chart,
  title: labelText(chart.title),
  unit: chart.unit === null ? null : labelText(chart.unit),
  x_label: labelText(chart.x_label),
  series: chart.series.map(labelledSeries)
})

/** The key of a column of one animal or area, whose label is its name. */
const ID = /^[\da-f]{8}-/

/** labelled returns a result with the labels of its tables and charts in the shown language. */
export const labelled = (document: ResultDocument): ResultDocument => ({
  ...document,
  tables: document.tables.map((table) => ({
    ...table,
    title: labelText(table.title),
    columns: table.columns.map((column) => (ID.test(column.key) ? column : labelledColumn(column)))
  })),
  charts: document.charts.map(labelledChart)
})

/** textOf returns a text of the provenance; null: missing. */
export const textOf = ({ provenance }: ResultDocument, key: string): string | null => {
  const found = provenance[key]
  return typeof found === "string" ? found : null
}

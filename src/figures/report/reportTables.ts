// Tables of a result for reading, on a screen and on paper: without ids and what is empty, wide ones in parts that
// fit a page, few rows of many columns on their side, long ones folded.
import type { Cell, Column, Table } from "../../domain/analysis/Result.ts"
import { cellText } from "../cellText.ts"
import { escape } from "../svgText.ts"

/** Rows of a table that the report shows; the other files of a result have every row. */
export const MAX_REPORT_ROWS = 400
/** Longer tables are folded. */
const OPEN_ROWS = 40
/** Columns that a sheet of paper has room for: below short heads, and below names. */
const MAX_COLUMNS = 11,
  MAX_NAMED_COLUMNS = 8
/** Few rows of more columns than this lie on their side. */
const MAX_UPRIGHT_COLUMNS = 14
/** Columns of names that each part of a wide table begins with, at most. */
const MAX_NAME_COLUMNS = 2

/** Columns for programs: what they say stands in another column in words. */
const INTERNAL_COLUMNS = new Set(["row_kind", "metric"])

type Row = ReadonlyArray<Cell>

const headOf = ({ label, note, type, unit }: Column): string => {
  const measure = type === "time" ? "UTC" : unit
  const beside = measure === null ? "" : ` <span class="quiet">(${escape(measure)})</span>`
  return `${escape(label)}${beside}${note === undefined ? "" : `, ${escape(note)}`}`
}

const cellOf = (cell: Cell, column: Column, tag = "td"): string => {
  const kind = column.type === "text" ? "" : column.type === "time" ? ` class="n time"` : ` class="n"`
  return `<${tag}${kind}>${escape(cellText(cell, column))}</${tag}>`
}

const rowOf = (cells: ReadonlyArray<string>): string => `<tr>${cells.join("")}</tr>`

const tableOf = (heads: ReadonlyArray<string>, body: ReadonlyArray<string>, shape = ""): string =>
  `<div class="scroll"><table${shape}><thead>${heads.join("\n")}</thead>\n` +
  `<tbody>${body.join("\n")}</tbody></table></div>`

const partsOf = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

/** Counts the columns that name a row: the texts that it begins with. */
const nameCount = (columns: ReadonlyArray<Column>): number => {
  const first = columns.findIndex(({ type }) => type !== "text" && type !== "date")
  return Math.min(Math.max(1, first), MAX_NAME_COLUMNS)
}

/** Writes rows as rows; a wide table in parts that each begin with the names. */
const upright = (columns: ReadonlyArray<Column>, rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const names = nameCount(columns)
  const places = columns.map((_, at) => at)
  return partsOf(places.slice(names), MAX_COLUMNS - names).map((part) => {
    const shown = [...places.slice(0, names), ...part]
    return tableOf(
      [rowOf(shown.map((at) => `<th>${headOf(columns[at]!)}</th>`))],
      rows.map((row) => rowOf(shown.map((at) => cellOf(row[at]!, columns[at]!))))
    )
  })
}

/** Writes rows as columns, below a head of their names. */
const onItsSide = (columns: ReadonlyArray<Column>, rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const names = nameCount(columns)
  return partsOf(rows, MAX_NAMED_COLUMNS - 1).map((part) => {
    const lines = columns.map((column, at) =>
      rowOf([
        `<th>${headOf(column)}</th>`,
        ...part.map((row) => cellOf(row[at]!, column, at < names ? "th" : "td"))
      ])
    )
    return tableOf(lines.slice(0, names), lines.slice(names), ` class="side"`)
  })
}

/** Says which columns of a table the report shows, by their places. */
export const shownColumns = ({ columns, rows }: Table): ReadonlyArray<number> => {
  const isOnePeriod = new Set(rows.map((row) => row[columns.findIndex((c) => c.key === "period")])).size < 2
  const isShown = ({ key }: Column, at: number) =>
    !key.endsWith("_id") &&
    !INTERNAL_COLUMNS.has(key) &&
    !(isOnePeriod && key === "period") &&
    rows.some((row) => row[at] !== null)
  return columns.flatMap((column, at) => (isShown(column, at) ? [at] : []))
}

/** Writes a table with its title. */
export const writeTable = (table: Table): string => {
  const { columns, rows, title } = table
  const shown = shownColumns(table)
  const seen = shown.map((at) => columns[at]!),
    cells = rows.slice(0, MAX_REPORT_ROWS).map((row) => shown.map((at) => row[at]!))
  const parts =
    seen.length === 0
      ? [`<p class="quiet">No rows.</p>`]
      : (rows.length <= MAX_UPRIGHT_COLUMNS && seen.length > MAX_NAMED_COLUMNS ? onItsSide : upright)(
          seen,
          cells
        )
  const more =
    rows.length > MAX_REPORT_ROWS
      ? `<p class="quiet">${rows.length - MAX_REPORT_ROWS} more rows are in the table's file.</p>`
      : ""
  const body = `${parts.join("\n")}${more}`
  const folded =
    rows.length > OPEN_ROWS ? `<details><summary>${rows.length} rows</summary>${body}</details>` : body
  return `<h2>${escape(title)}</h2>${folded}`
}

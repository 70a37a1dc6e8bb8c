// Tables of a result for reading: without ids and what is empty, few rows of many columns on their side, long
// ones folded.
import type { Cell, Column, Table } from "../../domain/analysis/Result.ts"
import { escape } from "./ink.ts"

/** Rows of a table that the page shows; the files have all. */
const MAX_ROWS = 400
/** Longer tables are folded. */
const OPEN_ROWS = 40
/** Few rows of more columns than this lie on their side. */
const MANY_COLUMNS = 9,
  FEW_ROWS = 14

const headOf = ({ label, note, type, unit }: Column): string => {
  const measure = type === "time" ? "UTC" : unit
  const beside = measure === null ? "" : ` <span class="quiet">(${escape(measure)})</span>`
  return `${escape(label)}${beside}${note === undefined ? "" : `, ${escape(note)}`}`
}

/** Counts are whole; of other numbers five digits say enough, and the files have all. */
const numberOf = (value: number): string =>
  Number.isInteger(value) || Math.abs(value) < 1e-6
    ? Math.round(value).toLocaleString("en-US")
    : Math.abs(value) < 1e-4
      ? value.toExponential(2)
      : Number(value.toPrecision(5)).toLocaleString("en-US", { maximumFractionDigits: 8 })

const textOf = (cell: Exclude<Cell, number>, { type }: Column): string =>
  cell === null ? "" : escape(type === "time" ? String(cell).slice(0, 16).replace("T", " ") : String(cell))

const cellOf = (cell: Cell, column: Column): string =>
  typeof cell === "number"
    ? `<td class="n">${numberOf(cell)}</td>`
    : `<td${column.type === "text" ? "" : ` class="n"`}>${textOf(cell, column)}</td>`

const grid = (columns: ReadonlyArray<Column>, rows: ReadonlyArray<ReadonlyArray<Cell>>): string =>
  `<thead><tr>${columns.map((c) => `<th>${headOf(c)}</th>`).join("")}</tr></thead>
<tbody>${rows
    .map((row) => `<tr>${row.map((cell, at) => cellOf(cell, columns[at]!)).join("")}</tr>`)
    .join("\n")}</tbody>`

const onItsSide = (columns: ReadonlyArray<Column>, rows: ReadonlyArray<ReadonlyArray<Cell>>): string =>
  columns
    .map(
      (column, at) =>
        `<tr><th>${headOf(column)}</th>${rows
          .map((row) => {
            const cell = cellOf(row[at]!, column)
            return column.type === "text" ? cell.replaceAll("td>", "th>") : cell
          })
          .join("")}</tr>`
    )
    .join("\n")

export const drawTable = ({ columns, key, rows, title }: Table): string => {
  const isOnePeriod = new Set(rows.map((row) => row[columns.findIndex((c) => c.key === "period")])).size < 2
  const isShown = ({ key }: Column, at: number) =>
    !key.endsWith("_id") &&
    key !== "row_kind" &&
    !(isOnePeriod && key === "period") &&
    rows.some((row) => row[at] !== null)
  const shown = columns.flatMap((column, at) => (isShown(column, at) ? [at] : []))
  const seen = shown.map((at) => columns[at]!),
    cells = rows.slice(0, MAX_ROWS).map((row) => shown.map((at) => row[at]!))
  const body =
    rows.length <= FEW_ROWS && seen.length > MANY_COLUMNS ? onItsSide(seen, cells) : grid(seen, cells)
  const more =
    rows.length > MAX_ROWS
      ? `<p class="quiet">${rows.length - MAX_ROWS} more rows in tables/${escape(key)}.csv.</p>`
      : ""
  const table = `<div class="scroll"><table>${body}</table></div>${more}`
  const folded =
    rows.length > OPEN_ROWS ? `<details><summary>${rows.length} rows</summary>${table}</details>` : table
  return `<h2>${escape(title)}</h2>${folded}`
}

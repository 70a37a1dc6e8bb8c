// Writes a table as CSV: UTF-8, a header of keys and names, times in RFC 3339. No text becomes a formula in a
// spreadsheet.
import { stringify } from "csv-stringify/sync"
import type { Cell, Column, Table } from "../../domain/analysis/Result.ts"
import { safeText } from "../../domain/export/Row.ts"

const UUID_PATTERN = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/u

/**
 * Returns the header of a column: its key, with the weight of a weighted figure; for columns of a subject or
 * area also its name, and the id where names repeat.
 */
const headerOf = ({ key, label, note }: Column, _at: number, all: ReadonlyArray<Column>): string =>
  UUID_PATTERN.test(key)
    ? all.some((other) => other.key !== key && other.label === label)
      ? `${label} [${key}]`
      : label
    : note === undefined
      ? key
      : `${key} [${note}]`

const written = (cell: Cell): string | number | boolean | null =>
  typeof cell === "string" ? safeText(cell) : cell

/** Returns a table as CSV. Texts are quoted, numbers are not; an unknown value is empty. */
export const csvOf = ({ columns, rows }: Table): string =>
  stringify([columns.map(headerOf).map(safeText), ...rows.map((row) => row.map(written))], {
    quoted_string: true,
    record_delimiter: "\r\n",
    cast: { boolean: (value) => (value ? "true" : "false"), number: (value) => String(value) }
  })

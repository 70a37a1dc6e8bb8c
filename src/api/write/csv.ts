// A table as CSV: UTF-8, a header of keys and names, times as RFC 3339. No text can become a formula where
// the file is opened.
import { stringify } from "csv-stringify/sync"
import type { Cell, Column, Table } from "../../domain/analysis/Result.ts"
import { safeText } from "../../domain/export/Row.ts"

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/u

/**
 * `key`, with what weighs a weighted figure; a column of somebody or of an area has their name, and beside
 * namesakes the id too.
 */
const headerOf = ({ key, label, note }: Column, _at: number, all: ReadonlyArray<Column>): string =>
  UUID.test(key)
    ? all.some((other) => other.key !== key && other.label === label)
      ? `${label} [${key}]`
      : label
    : note === undefined
      ? key
      : `${key} [${note}]`

const written = (cell: Cell): string | number | boolean | null =>
  typeof cell === "string" ? safeText(cell) : cell

/** Texts are quoted, numbers are not; an unknown value is empty. */
export const csvOf = ({ columns, rows }: Table): string =>
  stringify([columns.map(headerOf).map(safeText), ...rows.map((row) => row.map(written))], {
    quoted_string: true,
    record_delimiter: "\r\n",
    cast: { boolean: (value) => (value ? "true" : "false"), number: (value) => String(value) }
  })

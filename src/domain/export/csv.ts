// Rows as CSV (RFC 4180, UTF-8): texts quoted, numbers not, what is not known empty. No text can become a
// formula where the file is opened.
import type { Dataset } from "./Export.ts"
import { columns, plainCell, type Row, safeText } from "./Row.ts"
import type { Writer } from "./Writer.ts"

const cellOf = (value: string | number | boolean | null): string =>
  typeof value === "string"
    ? `"${safeText(value).replaceAll('"', '""')}"`
    : value === null
      ? ""
      : String(value)

/** Returns a line with its end. */
export const lineOf = (cells: ReadonlyArray<string | number | boolean | null>): string =>
  `${cells.map(cellOf).join(",")}\r\n`

/** Returns the writer of CSV. */
export const csv = (dataset: Dataset): Writer => {
  const names = columns[dataset]
  return {
    begin: lineOf(names),
    rows: (rows: ReadonlyArray<Row>) =>
      rows.map((row) => lineOf(names.map((name) => plainCell(row[name])))).join(""),
    end: () => ""
  }
}

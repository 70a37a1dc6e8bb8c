// A table as CSV: UTF-8, a header of keys, times as RFC 3339. No text can become a formula where the file is opened.
import { stringify } from "csv-stringify/sync"
import type { Cell, Column, Table } from "../../domain/analysis/Result.ts"

/** What spreadsheets take for the beginning of a formula, also in full width, and what hides it from their view. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠\t\r]/u

/** A text as one line, without control characters. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ")

/** A text of somebody else's: one line that is never a formula. */
export const safeText = (text: string): string => {
  const line = oneLine(text)
  return FORMULA.test(line) ? `'${line}` : line
}

/** `key`, with what weighs a weighted figure. */
export const headerOf = ({ key, note }: Column): string => note === undefined ? key : `${key} [${note}]`

const written = (cell: Cell): string | number | boolean | null => typeof cell === "string" ? safeText(cell) : cell

/** Texts are quoted, numbers are not; an unknown value is empty. */
export const csvOf = ({ columns, rows }: Table): string =>
  stringify([columns.map((c) => safeText(headerOf(c))), ...rows.map((row) => row.map(written))], {
    quoted_string: true, record_delimiter: "\r\n", cast: { boolean: (value) => value ? "true" : "false", number: (value) => String(value) }
  })

// Where the header of a table is: below its title lines, and above a row of units.
import type { ColumnField } from "../domain/intake/columnNames.ts"
import { columnsIn } from "../domain/intake/columns.ts"
import { isUnitOf } from "../domain/intake/columnUnits.ts"
import { parserEncodings, type Encoding, decoded } from "./encodings.ts"
import type { ResumePoint } from "./readTable.ts"

/** HEADER_SEARCH_LINES is how many lines at the start of a file are searched for the header. */
export const HEADER_SEARCH_LINES = 30

/** MIN_HEADER_FIELDS is how many fields a header names at least; one name alone may stand in a title. */
const MIN_HEADER_FIELDS = 2
/** MIN_HEADER_CELLS is how many filled cells a header has at least, if no row names columns. */
const MIN_HEADER_CELLS = 3

type ChosenByHand = ReadonlyMap<ColumnField, string>
type Cells = ReadonlyArray<string>

const namesIn = (cells: Cells, chosenByHand: ChosenByHand): number =>
  columnsIn(cells, chosenByHand).columns.size

const filled = (cells: Cells): number => cells.filter((cell) => cell.trim() !== "").length

/**
 * Returns which of the first rows is the header: the first that names columns; if none does, the first that
 * has several cells.
 */
export const headerAmong = (rows: ReadonlyArray<Cells>, chosenByHand: ChosenByHand): number => {
  const byName = rows.findIndex((cells) => namesIn(cells, chosenByHand) >= MIN_HEADER_FIELDS)
  if (byName >= 0) return byName
  return Math.max(
    0,
    rows.findIndex((cells) => filled(cells) >= MIN_HEADER_CELLS)
  )
}

interface Line {
  readonly text: string
  /** where it begins */
  readonly from: ResumePoint
}

/** Returns the first lines of a file that are not empty. */
const firstLines = (start: Uint8Array, encoding: Encoding): ReadonlyArray<Line> => {
  const isWide = parserEncodings[encoding] === "utf16le",
    low = encoding === "utf-16be" ? 1 : 0
  const lines: Array<Line> = []
  const add = (begin: number, end: number, line: number) => {
    const text = decoded(start.subarray(begin, end), encoding).trim()
    if (text !== "") lines.push({ text, from: { offset: begin, line } })
  }
  let begin = 0,
    line = 0
  for (let at = 0; at < start.length && lines.length < HEADER_SEARCH_LINES; at += isWide ? 2 : 1) {
    const code = isWide ? (start[at + low] ?? 0) + 256 * (start[at + 1 - low] ?? 0) : start[at]
    if (code !== 10) continue
    const next = at + (isWide ? 2 : 1)
    add(begin, next, line)
    begin = next
    line++
  }
  if (lines.length < HEADER_SEARCH_LINES) add(begin, start.length, line)
  return lines
}

const DELIMITERS = [",", ";", "\t", "|"]

/** Of comma, semicolon, tab and bar the one that stands most often in a line. */
const seenDelimiter = (line: string): string =>
  DELIMITERS.reduce((best, one) => (line.split(one).length > line.split(best).length ? one : best))

const cellsOf = (line: string, delimiter: string): Cells =>
  line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/u, "$1"))

/** What separates the fields of a file, and where its header begins. */
export const findHeader = (
  start: Uint8Array,
  encoding: Encoding,
  delimiter: string | undefined,
  chosenByHand: ChosenByHand
): { readonly delimiter: string; readonly from: ResumePoint } => {
  const lines = firstLines(start, encoding),
    tried = lines.map(({ from, text }) => {
      const by = delimiter ?? seenDelimiter(text)
      return { delimiter: by, from, cells: cellsOf(text, by) }
    })
  const at = headerAmong(
    tried.map(({ cells }) => cells),
    chosenByHand
  )
  const found = tried[at] ?? { delimiter: delimiter ?? ",", from: { offset: 0, line: 0 } }
  // the first line keeps the mark of the encoding, which is read there
  return { delimiter: found.delimiter, from: found.from.line === 0 ? { offset: 0, line: 0 } : found.from }
}

/** Units of columns by their place; null: the row is none of units. */
export const unitsIn = (
  header: Cells,
  cells: Cells,
  chosenByHand: ChosenByHand
): ReadonlyMap<number, string> | null => {
  const units = new Map<number, string>()
  let known = 0
  const fields = new Map<number, ColumnField>()
  for (const [field, columns] of columnsIn(header, chosenByHand).columns)
    for (const { index } of columns) fields.set(index, field)
  for (const [index, cell] of cells.entries()) {
    const unit = cell.trim().replace(/^[([](.*)[)\]]$/u, "$1")
    if (unit === "" || unit === "-") continue
    const field = fields.get(index)
    if (field === undefined ? /\d/u.test(unit) && !/^\S{1,8}$/u.test(unit) : !isUnitOf(field, unit))
      return null
    if (field !== undefined) known++
    units.set(index, unit)
  }
  return known >= 2 ? units : null
}

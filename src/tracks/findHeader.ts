// Where the header of a table is: below its title lines, and above a row of units.
import type { Member } from "../domain/intake/columnNames.ts"
import { columnsIn } from "../domain/intake/columns.ts"
import { isUnitOf } from "../domain/intake/columnUnits.ts"
import { parserEncodings, type Encoding, decoded } from "./encodings.ts"
import type { ResumePoint } from "./readTable.ts"

/** Lines at the start of a file among which the header is. */
export const TITLE_LINES = 30

/** Members that a row has to name to be seen as a header; one name alone may stand in a title. */
const MIN_HEADER_MEMBERS = 2

type Named = ReadonlyMap<Member, string>
type Cells = ReadonlyArray<string>

const namesIn = (cells: Cells, named: Named): number => columnsIn(cells, named).columns.size

const filled = (cells: Cells): number => cells.filter((cell) => cell.trim() !== "").length

/**
 * Which of the first rows is the header: the first that names columns; where none does, the first that has
 * several cells.
 */
export const headerAmong = (rows: ReadonlyArray<Cells>, named: Named): number => {
  const byName = rows.findIndex((cells) => namesIn(cells, named) >= MIN_HEADER_MEMBERS)
  if (byName >= 0) return byName
  return Math.max(
    0,
    rows.findIndex((cells) => filled(cells) > MIN_HEADER_MEMBERS)
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
  for (let at = 0; at < start.length && lines.length < TITLE_LINES; at += isWide ? 2 : 1) {
    const code = isWide ? (start[at + low] ?? 0) + 256 * (start[at + 1 - low] ?? 0) : start[at]
    if (code !== 10) continue
    const next = at + (isWide ? 2 : 1)
    add(begin, next, line)
    begin = next
    line++
  }
  if (lines.length < TITLE_LINES) add(begin, start.length, line)
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
  named: Named
): { readonly delimiter: string; readonly from: ResumePoint } => {
  const lines = firstLines(start, encoding),
    tried = lines.map(({ from, text }) => {
      const by = delimiter ?? seenDelimiter(text)
      return { delimiter: by, from, cells: cellsOf(text, by) }
    })
  const at = headerAmong(
    tried.map(({ cells }) => cells),
    named
  )
  const found = tried[at] ?? { delimiter: delimiter ?? ",", from: { offset: 0, line: 0 } }
  // the first line keeps the mark of the encoding, which is read there
  return { delimiter: found.delimiter, from: found.from.line === 0 ? { offset: 0, line: 0 } : found.from }
}

/** Units of columns by their place; null: the row is none of units. */
export const unitsIn = (header: Cells, cells: Cells, named: Named): ReadonlyMap<number, string> | null => {
  const units = new Map<number, string>()
  let known = 0
  const members = new Map<number, Member>()
  for (const [member, columns] of columnsIn(header, named).columns)
    for (const { index } of columns) members.set(index, member)
  for (const [index, cell] of cells.entries()) {
    const unit = cell.trim().replace(/^[([](.*)[)\]]$/u, "$1")
    if (unit === "" || unit === "-") continue
    const member = members.get(index)
    if (member === undefined ? /\d/u.test(unit) && !/^\S{1,8}$/u.test(unit) : !isUnitOf(member, unit))
      return null
    if (member !== undefined) known++
    units.set(index, unit)
  }
  return known >= 2 ? units : null
}

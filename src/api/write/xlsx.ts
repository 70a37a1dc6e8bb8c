// A workbook: a sheet for each table, with units in the headers, numbers as numbers and dates as dates, and
// one that says how it was made and what to mind. Rows are streamed; texts are typed as texts, so that none
// is a formula.
import { Effect } from "effect"
import type { stream } from "exceljs"
import { PassThrough } from "node:stream"
import type { Cell, Column, ResultDocument, Table } from "../../domain/analysis/Result.ts"
import { oneLine } from "../../domain/export/Row.ts"

/** Spreadsheets know no zone: a time is told in UTC. */
const titleOf = ({ label, note, type, unit }: Column): string =>
  `${label}${type === "time" ? " (UTC)" : unit === null ? "" : ` (${unit})`}${note === undefined ? "" : `, ${note}`}`

/** Sheet names are short, unique and free of some signs. */
const sheetName = (title: string, taken: Set<string>): string => {
  const plain =
    title
      .replace(/[*?:\\/[\]'\p{Cc}]/gu, " ")
      .trim()
      .slice(0, 28)
      .trim() || "Table"
  let name = plain
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${plain} ${n}`
  taken.add(name.toLowerCase())
  return name
}

/** A cell by the type of its column. */
const valueOf = (cell: Cell, { type }: Column): string | number | boolean | Date | null =>
  typeof cell === "string" && (type === "time" || type === "date") && Number.isFinite(Date.parse(cell))
    ? new Date(cell)
    : typeof cell === "string"
      ? oneLine(cell)
      : cell

/** A number is kept whole and shown with five digits, degrees to a tenth of a metre. */
const shownAs = (value: number, { unit }: Column): string =>
  Number.isInteger(value)
    ? "0"
    : `0.${"0".repeat(unit === "°" ? 6 : Math.min(8, Math.max(1, 4 - Math.floor(Math.log10(Math.abs(value))))))}`

const FORMATS: Partial<Record<Column["type"], string>> = { time: "yyyy-mm-dd hh:mm:ss", date: "yyyy-mm-dd" }

/** Widths in letters: of a number, of the widest text, of an id, which nobody reads to its end. */
const NUMBER = 12,
  TEXT = 100,
  ID = 11

const widthOf = (column: Column, at: number, rows: Table["rows"]): number =>
  column.type === "time"
    ? 20
    : column.key.endsWith("_id")
      ? ID
      : column.type !== "text"
        ? NUMBER
        : Math.min(
            TEXT,
            Math.max(
              ID,
              column.label.length + 2,
              ...rows.slice(0, 500).map((row) => String(row[at] ?? "").length + 2)
            )
          )

/** Letters on a page of paper that can still be read. */
const PAGE = 190
/** Points of a line. */
const LINE = 15

/** Lines of a text; in a narrow column words break earlier than letters. */
const linesOf = (text: string, width: number): number =>
  Math.ceil((text.length * (width < TEXT ? 1.25 : 1)) / width)

const addTable = (book: stream.xlsx.WorkbookWriter, name: string, { columns, rows }: Table) => {
  const widths = columns.map((column, at) => widthOf(column, at, rows))
  const pages = Math.ceil(widths.reduce((sum, width) => sum + width, 0) / PAGE)
  /** the columns that say whose a row is */
  const names = Math.max(
    0,
    columns.findIndex(({ type }) => type === "number")
  )
  const sheet = book.addWorksheet(name, {
    views: [{ state: "frozen", ySplit: 1, ...(pages > 1 ? { xSplit: names } : {}) }],
    pageSetup: {
      orientation: "landscape",
      fitToPage: true,
      fitToWidth: pages,
      fitToHeight: 0,
      printTitlesRow: "1:1",
      ...(pages > 1 && names > 0 ? { printTitlesColumn: `A:${String.fromCodePoint(64 + names)}` } : {})
    }
  })
  sheet.columns = columns.map((column, at) => ({
    header: titleOf(column),
    width: widths[at]!,
    style: {
      alignment: { vertical: "top", wrapText: widths[at] === TEXT },
      ...(FORMATS[column.type] === undefined ? {} : { numFmt: FORMATS[column.type]! })
    }
  }))
  const head = sheet.getRow(1)
  head.font = { name: "Calibri", size: 11, bold: true }
  columns.forEach(({ type }, at) => {
    head.getCell(at + 1).alignment = {
      vertical: "top",
      wrapText: true,
      horizontal: type === "text" ? "left" : "right"
    }
  })
  head.height = LINE * Math.max(...columns.map((column, at) => linesOf(titleOf(column), widths[at]!)))
  for (const cells of rows) {
    const row = sheet.addRow(cells.map((cell, at) => valueOf(cell, columns[at]!)))
    cells.forEach((cell, at) => {
      if (typeof cell === "number") row.getCell(at + 1).numFmt = shownAs(cell, columns[at]!)
    })
    const lines = Math.max(
      1,
      ...cells.map((cell, at) => (widths[at] === TEXT && typeof cell === "string" ? linesOf(cell, TEXT) : 1))
    )
    if (lines > 1) row.height = LINE * lines
    row.commit()
  }
  sheet.commit()
}

/** A cell holds no more. */
const MAX_TEXT = 32_000

/** Anything of JSON in words. */
const wordsOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(wordsOf).join(", ")
    : typeof value === "object" && value !== null
      ? Object.entries(value)
          .map(([name, its]) => `${name}: ${wordsOf(its)}`)
          .join("; ")
      : value === null
        ? "none"
        : typeof value === "string"
          ? value
          : JSON.stringify(value)

/** Rows of the last sheet: a member of an object each, an entry of a list each. */
const rowsOf = (part: string, value: unknown): ReadonlyArray<ReadonlyArray<string>> => {
  const row = (what: string, its: unknown) => [
    part.replaceAll("_", " "),
    what,
    wordsOf(its).slice(0, MAX_TEXT)
  ]
  if (Array.isArray(value)) return value.map((one, n) => row(String(n + 1), one))
  return typeof value === "object" && value !== null
    ? Object.entries(value).map(([name, its]) => row(name, its))
    : [row("", value)]
}

const text = (key: string, label: string): Column => ({ key, label, type: "text", unit: null })

/** What a reader of the numbers has to know: method, warnings, parameters, every decision. */
const aboutOf = (
  { method_version, module, periods, provenance, subjects, warnings }: ResultDocument,
  parameters: Readonly<Record<string, unknown>>
): Table => {
  const { method, parameters: _, ...more } = provenance
  const nameOf = (id: string | null) => subjects.find((s) => s.id === id)?.name ?? id ?? "all"
  return {
    key: "about",
    title: "About",
    columns: [text("part", "Part"), text("what", "What"), text("value", "Value")],
    rows: [
      ["module", module, method_version],
      ...periods.map(({ from, key, to }) => ["period", key, `${from} to ${to}`]),
      ["subjects", "", subjects.map((s) => s.name).join(", ")],
      ...rowsOf("method", method ?? ""),
      ...warnings.map(({ code, level, subject, text }) => [level, `${code}: ${nameOf(subject)}`, text]),
      ...rowsOf("parameters", parameters),
      ...Object.entries(more).flatMap(([part, value]) => rowsOf(part, value))
    ]
  }
}

/** The bytes of a workbook with the tables, and what has to be known of them. */
export const xlsxOf = (
  tables: ReadonlyArray<Table>,
  document: ResultDocument,
  parameters: Readonly<Record<string, unknown>>
): Effect.Effect<Uint8Array> =>
  Effect.promise(async () => {
    // loaded by the first: it is large, and most never write one
    const { default: ExcelJS } = await import("exceljs")
    const sink = new PassThrough()
    const chunks: Array<Buffer> = []
    sink.on("data", (chunk: Buffer) => chunks.push(chunk))
    const book = new ExcelJS.stream.xlsx.WorkbookWriter({
      stream: sink,
      useStyles: true,
      useSharedStrings: true
    })
    book.creator = "Pugmark"
    const taken = new Set<string>()
    for (const table of [...tables, aboutOf(document, parameters)])
      addTable(book, sheetName(table.title, taken), table)
    await book.commit()
    return Buffer.concat(chunks)
  })

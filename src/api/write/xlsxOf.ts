// Writes a workbook: a sheet for each table, with units in the headers, numbers as numbers and dates as
// dates, and a sheet with the method, warnings and parameters. Rows are streamed; texts are typed as texts,
// so that none is a formula.
import { Effect } from "effect"
import type { stream } from "exceljs"
import { PassThrough } from "node:stream"
import type { Cell, Column, ResultDocument, Table } from "../../domain/analysis/Result.ts"
import { oneLine } from "../../domain/export/Row.ts"

/** Returns the title of a column. Spreadsheets have no time zones, so times are in UTC. */
const titleOf = ({ label, note, type, unit }: Column): string =>
  `${label}${type === "time" ? " (UTC)" : unit === null ? "" : ` (${unit})`}${note === undefined ? "" : `, ${note}`}`

/** Returns a valid name of a sheet: short, unique, without forbidden characters. */
const sheetName = (title: string, usedNames: Set<string>): string => {
  const plain =
    title
      .replace(/[*?:\\/[\]'\p{Cc}]/gu, " ")
      .trim()
      .slice(0, 28)
      .trim() || "Table"
  let name = plain
  for (let n = 2; usedNames.has(name.toLowerCase()); n++) name = `${plain} ${n}`
  usedNames.add(name.toLowerCase())
  return name
}

/** Returns the value of a cell by the type of its column. */
const valueOf = (cell: Cell, { type }: Column): string | number | boolean | Date | null =>
  typeof cell === "string" && (type === "time" || type === "date") && Number.isFinite(Date.parse(cell))
    ? new Date(cell)
    : typeof cell === "string"
      ? oneLine(cell)
      : cell

/**
 * Returns the format of a number: five digits are shown, degrees to a tenth of a metre; the value is stored
 * in full.
 */
const shownAs = (value: number, { unit }: Column): string =>
  Number.isInteger(value)
    ? "0"
    : `0.${"0".repeat(unit === "°" ? 6 : Math.min(8, Math.max(1, 4 - Math.floor(Math.log10(Math.abs(value))))))}`

const DATE_FORMATS: Partial<Record<Column["type"], string>> = {
  time: "yyyy-mm-dd hh:mm:ss",
  date: "yyyy-mm-dd"
}

/** Widths in characters: of a number, of the widest text, and of an id, which need not be readable in full. */
const NUMBER_WIDTH = 12,
  MAX_TEXT_WIDTH = 100,
  ID_WIDTH = 11

const widthOf = (column: Column, at: number, rows: Table["rows"]): number =>
  column.type === "time"
    ? 20
    : column.key.endsWith("_id")
      ? ID_WIDTH
      : column.type !== "text"
        ? NUMBER_WIDTH
        : Math.min(
            MAX_TEXT_WIDTH,
            Math.max(
              ID_WIDTH,
              column.label.length + 2,
              ...rows.slice(0, 500).map((row) => String(row[at] ?? "").length + 2)
            )
          )

/** Characters on a printed page that are still readable. */
const PAGE_WIDTH = 190
/** The height of a line. */
const LINE_HEIGHT_POINTS = 15

/** Returns how many lines a text takes; in narrow columns words wrap earlier. */
const linesOf = (text: string, width: number): number =>
  Math.ceil((text.length * (width < MAX_TEXT_WIDTH ? 1.25 : 1)) / width)

const addTable = (book: stream.xlsx.WorkbookWriter, name: string, { columns, rows }: Table) => {
  const widths = columns.map((column, at) => widthOf(column, at, rows))
  const pages = Math.ceil(widths.reduce((sum, width) => sum + width, 0) / PAGE_WIDTH)
  /** the columns that identify the subject of a row */
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
      alignment: { vertical: "top", wrapText: widths[at] === MAX_TEXT_WIDTH },
      ...(DATE_FORMATS[column.type] === undefined ? {} : { numFmt: DATE_FORMATS[column.type]! })
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
  head.height =
    LINE_HEIGHT_POINTS * Math.max(...columns.map((column, at) => linesOf(titleOf(column), widths[at]!)))
  for (const cells of rows) {
    const row = sheet.addRow(cells.map((cell, at) => valueOf(cell, columns[at]!)))
    cells.forEach((cell, at) => {
      if (typeof cell === "number") row.getCell(at + 1).numFmt = shownAs(cell, columns[at]!)
    })
    const lines = Math.max(
      1,
      ...cells.map((cell, at) =>
        widths[at] === MAX_TEXT_WIDTH && typeof cell === "string" ? linesOf(cell, MAX_TEXT_WIDTH) : 1
      )
    )
    if (lines > 1) row.height = LINE_HEIGHT_POINTS * lines
    row.commit()
  }
  sheet.commit()
}

/** The limit of a cell in spreadsheets. */
const MAX_CELL_CHARACTERS = 32_000

/** Returns a JSON value as text. */
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

/** Returns rows of the last sheet: one for each member of an object or entry of a list. */
const rowsOf = (part: string, value: unknown): ReadonlyArray<ReadonlyArray<string>> => {
  const row = (what: string, its: unknown) => [
    part.replaceAll("_", " "),
    what,
    wordsOf(its).slice(0, MAX_CELL_CHARACTERS)
  ]
  if (Array.isArray(value)) return value.map((one, n) => row(String(n + 1), one))
  return typeof value === "object" && value !== null
    ? Object.entries(value).map(([name, its]) => row(name, its))
    : [row("", value)]
}

const text = (key: string, label: string): Column => ({ key, label, type: "text", unit: null })

/** Returns the sheet on method, warnings, parameters and decisions. */
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

/** Returns the bytes of a workbook with the tables and the sheet about them. */
export const xlsxOf = (
  tables: ReadonlyArray<Table>,
  document: ResultDocument,
  parameters: Readonly<Record<string, unknown>>
): Effect.Effect<Uint8Array> =>
  Effect.promise(async () => {
    // imported at first use: it is large, and most processes never need it
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
    const usedNames = new Set<string>()
    for (const table of [...tables, aboutOf(document, parameters)])
      addTable(book, sheetName(table.title, usedNames), table)
    await book.commit()
    return Buffer.concat(chunks)
  })

// A workbook: a sheet for each table, with units in the headers, numbers as numbers and dates as dates, and one that says how it was made.
// Rows are streamed; texts are typed as texts, so that none is a formula.
import { Effect } from "effect"
import ExcelJS from "exceljs"
import { PassThrough } from "node:stream"
import type { Cell, Column, ResultDocument, Table } from "../../domain/analysis/Result.ts"
import { oneLine } from "./csv.ts"

const titleOf = ({ label, note, unit }: Column): string => `${label}${unit === null ? "" : ` (${unit})`}${note === undefined ? "" : `, ${note}`}`

/** Sheet names are short, unique and free of some signs. */
const sheetName = (title: string, taken: Set<string>): string => {
  const plain = title.replace(/[*?:\\/[\]'\p{Cc}]/gu, " ").trim().slice(0, 28) || "Table"
  let name = plain
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${plain} ${n}`
  taken.add(name.toLowerCase())
  return name
}

/** A cell by the type of its column; a time is told in UTC, which is what spreadsheets know no other of. */
const valueOf = (cell: Cell, { type }: Column): string | number | boolean | Date | null =>
  typeof cell === "string" && (type === "time" || type === "date") && Number.isFinite(Date.parse(cell)) ? new Date(cell)
  : typeof cell === "string" ? oneLine(cell) : cell

const FORMATS: Partial<Record<Column["type"], string>> = { time: "yyyy-mm-dd hh:mm:ss", date: "yyyy-mm-dd" }

const addTable = (book: ExcelJS.stream.xlsx.WorkbookWriter, name: string, { columns, rows }: Table) => {
  const sheet = book.addWorksheet(name, { views: [{ state: "frozen", ySplit: 1 }] })
  sheet.columns = columns.map((column, at) => ({
    header: titleOf(column),
    width: Math.min(48, Math.max(12, titleOf(column).length + 2, ...rows.slice(0, 100).map((row) => String(row[at] ?? "").length + 2))),
    ...(FORMATS[column.type] === undefined ? {} : { style: { numFmt: FORMATS[column.type]! } })
  }))
  sheet.getRow(1).font = { bold: true }
  for (const row of rows) sheet.addRow(row.map((cell, at) => valueOf(cell, columns[at]!))).commit()
  sheet.commit()
}

const text = (key: string, label: string): Column => ({ key, label, type: "text", unit: null })

/** A cell holds no more. */
const MAX_TEXT = 32_000

/** What a reader of the numbers has to know: parameters, method, warnings. */
const aboutOf = (document: ResultDocument, parameters: Readonly<Record<string, unknown>>): ReadonlyArray<Table> => [
  {
    key: "about", title: "About", columns: [text("what", "What"), text("value", "Value")],
    rows: [
      ["module", document.module], ["method", document.method_version],
      ...document.periods.flatMap((p) => [[`period ${p.key}, from`, p.from], [`period ${p.key}, to`, p.to]]),
      ["subjects", document.subjects.map((s) => s.name).join(", ")],
      ...Object.entries({ ...parameters, ...document.provenance }).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value).slice(0, MAX_TEXT)])
    ]
  },
  {
    key: "warnings", title: "Warnings", columns: [text("level", "Level"), text("code", "Code"), text("subject", "Subject"), text("text", "What")],
    rows: document.warnings.map((w) => [w.level, w.code, document.subjects.find((s) => s.id === w.subject)?.name ?? w.subject, w.text])
  }
]

/** The bytes of a workbook with the tables, and what has to be known of them. */
export const xlsxOf = (tables: ReadonlyArray<Table>, document: ResultDocument, parameters: Readonly<Record<string, unknown>>): Effect.Effect<Uint8Array> =>
  Effect.promise(async () => {
    const sink = new PassThrough()
    const chunks: Array<Buffer> = []
    sink.on("data", (chunk: Buffer) => chunks.push(chunk))
    const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: sink, useStyles: true, useSharedStrings: true })
    book.creator = "Pugmark"
    const taken = new Set<string>()
    for (const table of [...tables, ...aboutOf(document, parameters)]) addTable(book, sheetName(table.title, taken), table)
    await book.commit()
    return Buffer.concat(chunks)
  })

// Files of tracks in every format, made for tests, and what the reader makes of them.
import ExcelJS from "exceljs"
import { strToU8, zipSync } from "fflate"
import { sourceOf } from "../../../src/archives/ByteSource.ts"
import type { TableAnswers } from "../../../src/tracks/TableAnswers.ts"
import { openTable, type Opened } from "../../../src/tracks/openTable.ts"
import { trackRows } from "../../../src/tracks/trackRows.ts"
import type { TrackFile } from "../../../src/tracks/TrackFile.ts"

const NOW = Date.UTC(2026, 0, 1)

const nothingSaid: TableAnswers = {
  expects: undefined,
  delimiter: undefined,
  encoding: undefined,
  decimal: undefined,
  timeFormat: "iso",
  timesIn: undefined,
  shownTwice: undefined,
  crs: undefined,
  wrapLongitudes: false,
  gpxPoints: "tracks",
  animal: undefined,
  chosenByHand: new Map()
}

/** A file in memory, read in pieces of a length. */
export const trackFile = (name: string, content: string | Uint8Array, piece = 1000): TrackFile => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
  return {
    ...sourceOf(name, bytes),
    modified: 0,
    read: async function* (from) {
      for (let at = from; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
    }
  }
}

export const open = (file: TrackFile, said: Partial<TableAnswers> = {}): Promise<Opened> =>
  openTable(file, { ...nothingSaid, ...said }, { from: -Infinity, to: Infinity, keepOutliers: false }, NOW)

/** One row as a test compares it. */
export interface ReadReport {
  readonly animal: string
  readonly time: string
  readonly report: object
}

/** What is read of a file: its reports, or the reasons of what is refused; throws where it is not opened. */
export const readReports = async (
  file: TrackFile,
  said: Partial<TableAnswers> = {}
): Promise<ReadonlyArray<ReadReport | string>> => {
  const opened = await open(file, said)
  if (opened._tag !== "Opened") throw new Error(JSON.stringify(opened))
  const rows: Array<ReadReport | string> = []
  for await (const { row } of trackRows(opened.table))
    rows.push(
      row._tag === "Report"
        ? { animal: row.individual, time: new Date(row.at).toISOString(), report: row.report }
        : row._tag === "Refused"
          ? row.reason
          : row.why
    )
  return rows
}

export const kml = (inside: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" ` +
  `xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${inside}</Document></kml>`

export const kmz = (document: string): Uint8Array =>
  zipSync({ "files/icon.png": new Uint8Array(100), "doc.kml": strToU8(document) })

/** A workbook of Excel with sheets of rows. */
export const xlsx = async (
  sheets: Readonly<Record<string, ReadonlyArray<ReadonlyArray<unknown>>>>,
  {
    formats = {},
    hidden = [],
    is1904 = false
  }: {
    /** number formats by the place of their column, 1-based */
    readonly formats?: Readonly<Record<number, string>>
    readonly hidden?: ReadonlyArray<string>
    readonly is1904?: boolean
  } = {}
): Promise<Uint8Array> => {
  const workbook = new ExcelJS.Workbook()
  workbook.properties.date1904 = is1904
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = workbook.addWorksheet(name, { state: hidden.includes(name) ? "hidden" : "visible" })
    for (const row of rows) sheet.addRow([...row])
    for (const [column, format] of Object.entries(formats)) sheet.getColumn(Number(column)).numFmt = format
  }
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}

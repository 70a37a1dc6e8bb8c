// How a file is written, by its first bytes: its header, and what reads its rows.
import { isArchive, readDirectory } from "../archives/directory.ts"
import { kmlIn } from "../archives/unpack.ts"
import { foreignFormat } from "../domain/intake/foreignFormat.ts"
import { GPX_HEADER } from "../domain/intake/GpxPoints.ts"
import { otherKmlContents, KML_HEADER } from "../domain/intake/KmlTracks.ts"
import { latin1, seenEncoding } from "./encodings.ts"
import { isWorkbook, openWorkbook } from "./excel/Workbook.ts"
import { readSheet } from "./excel/readSheet.ts"
import { findHeader, headerAmong, HEADER_SEARCH_LINES, unitsIn } from "./findHeader.ts"
import { beginGeoJson, readGeoJson } from "./geojson/readGeoJson.ts"
import type { FileKind, TableAnswers } from "./TableAnswers.ts"
import type { Unopened } from "./Unopened.ts"
import { packedFile } from "./packed.ts"
import { gpxContents, readGpx } from "./readGpx.ts"
import { kmlContents, readKml } from "./readKml.ts"
import { type ResumePoint, readTable, type Row } from "./readTable.ts"
import { rootOf, XML_START, xmlEncoding } from "./readXml.ts"
import type { Begun, Form } from "./Table.ts"
import { startOf, type TrackFile } from "./TrackFile.ts"

/** Bytes at the start of a file that tell how it is written. */
const SNIFFED_BYTES = 16 * 1024

/**
 * XML begins with a sign that no header of a table does; in sixteen bits a character there is a zero beside
 * it.
 */
const isXml = (start: Uint8Array): boolean =>
  /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?[\s\0]*</u.test(latin1(start.subarray(0, 200)))

const isJson = (start: Uint8Array): boolean =>
  /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?[\s\0]*\{/u.test(latin1(start.subarray(0, 200)))

/** Whether a file of a kind is what was expected. */
const isExpected = (kind: FileKind, { expects }: TableAnswers): boolean =>
  expects === undefined || expects === kind || (expects === "table" && kind === "excel")

const noUnits: ReadonlyMap<number, string> = new Map()

/** What most files have nothing of. */
const plain = { units: noUnits, contents: null, notes: [], system: null } as const

/** A header that was found, and the row of units below it. */
const withUnits = async (
  header: Row,
  read: (from: ResumePoint) => AsyncGenerator<Row>,
  { chosenByHand }: TableAnswers
): Promise<Pick<Begun, "header" | "units" | "body" | "notes">> => {
  const { cells } = header
  for await (const below of read(header)) {
    const units = unitsIn(cells, below.cells, chosenByHand)
    if (units !== null)
      return {
        header: cells,
        units,
        body: below,
        notes: [`Line ${below.line} says the units of the columns, and is no record`]
      }
    break
  }
  return { header: cells, units: noUnits, body: header, notes: [] }
}

const titleNote = (lines: number): ReadonlyArray<string> =>
  lines === 0
    ? []
    : [`${lines === 1 ? "The first line is a title" : `The first ${lines} lines are titles`}, and no record`]

const beginSeparated = async (
  file: TrackFile,
  start: Uint8Array,
  answers: TableAnswers
): Promise<Begun | Unopened> => {
  const encoding = answers.encoding ?? seenEncoding(start)
  if (encoding === null) return { _tag: "NoEncoding" }
  const { delimiter, from } = findHeader(start, encoding, answers.delimiter, answers.chosenByHand),
    form: Form = { _tag: "Separated", delimiter, encoding }
  const read = (place: ResumePoint) => readTable(file, delimiter, place, encoding)
  for await (const header of read(from)) {
    const found = await withUnits(header, read, answers)
    return { ...plain, form, read, ...found, notes: [...titleNote(from.line), ...found.notes] }
  }
  return { _tag: "Empty" }
}

const beginSheet = async (
  file: TrackFile,
  entries: Parameters<typeof openWorkbook>[1],
  answers: TableAnswers
): Promise<Begun | Unopened> => {
  const workbook = await openWorkbook(file, entries),
    read = (from: ResumePoint) => readSheet(workbook, from),
    first: Array<Row> = []
  for await (const row of read(XML_START)) if (first.push(row) >= HEADER_SEARCH_LINES) break
  const at = headerAmong(
      first.map(({ cells }) => cells),
      answers.chosenByHand
    ),
    header = first[at],
    { name: sheet, others } = workbook
  if (header === undefined) return { _tag: "Empty" }
  const found = await withUnits(header, read, answers)
  const taken =
    others.length === 0
      ? []
      : [`The sheet "${sheet}" is read, and not ${others.map((one) => `"${one}"`).join(", ")}`]
  return {
    ...plain,
    form: { _tag: "Sheet", sheet, others },
    read,
    ...found,
    notes: [...taken, ...titleNote(at), ...found.notes]
  }
}

const beginKml = async (
  file: TrackFile,
  start: Uint8Array,
  isPacked: boolean,
  { animal, encoding: said }: TableAnswers
): Promise<Begun> => {
  const encoding = said ?? xmlEncoding(start),
    besides = otherKmlContents(await kmlContents(file, encoding))
  return {
    ...plain,
    form: { _tag: "Kml", encoding, animal, isPacked },
    header: KML_HEADER,
    body: XML_START,
    notes: besides === null ? [] : [besides],
    read: (from) => readKml(file, encoding, animal, from)
  }
}

const beginGpx = async (file: TrackFile, start: Uint8Array, answers: TableAnswers): Promise<Begun> => {
  const { animal, gpxPoints: kind } = answers,
    encoding = answers.encoding ?? xmlEncoding(start)
  return {
    ...plain,
    form: { _tag: "Gpx", encoding, animal, kind },
    header: GPX_HEADER,
    body: XML_START,
    contents: await gpxContents(file, encoding),
    read: (from) => readGpx(file, encoding, animal, from, kind)
  }
}

const beginJson = async (
  file: TrackFile,
  start: Uint8Array,
  answers: TableAnswers
): Promise<Begun | Unopened> => {
  const encoding = answers.encoding ?? seenEncoding(start)
  if (encoding === null) return { _tag: "NoEncoding" }
  const { header, others, system } = await beginGeoJson(file, encoding)
  return {
    ...plain,
    form: { _tag: "GeoJson", encoding },
    header,
    body: XML_START,
    system,
    notes: [
      "A line is the number of a feature",
      ...(others === 0
        ? []
        : [
            "Shapes that are no points, and lines without times (coordTimes), are left out: areas go onto the map"
          ])
    ],
    read: (from) => readGeoJson(file, encoding, header, from)
  }
}

/**
 * How a file is written, its header, and its rows. Throws `TableBroken`, `ArchiveRefused`, or the file's
 * error.
 */
export const beginTable = async (file: TrackFile, answers: TableAnswers): Promise<Begun | Unopened> => {
  const start = await startOf(file, SNIFFED_BYTES)
  const unless = async (kind: FileKind, begin: () => Promise<Begun | Unopened>): Promise<Begun | Unopened> =>
    isExpected(kind, answers) ? begin() : { _tag: "NotExpected", is: kind }
  if (isArchive(start)) {
    const entries = await readDirectory(file),
      kml = kmlIn(entries)
    if (isWorkbook(entries)) return unless("excel", () => beginSheet(file, entries, answers))
    if (kml !== undefined) {
      const inner = packedFile(file, kml)
      return unless("kml", async () => beginKml(inner, await startOf(inner, SNIFFED_BYTES), true, answers))
    }
  }
  const foreign = foreignFormat(start)
  if (foreign !== null) return { _tag: "Foreign", what: foreign }
  if (isXml(start))
    return rootOf(start) === "kml"
      ? unless("kml", () => beginKml(file, start, false, answers))
      : unless("gpx", () => beginGpx(file, start, answers))
  if (isJson(start)) return unless("geojson", () => beginJson(file, start, answers))
  return unless("table", () => beginSeparated(file, start, answers))
}

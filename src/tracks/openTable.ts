// Opens a table of tracks: its header, its columns, and how it is written. What cannot be told from the file is
// asked for.
import { type ColumnsMissing, findColumns, type Member } from "../domain/intake/columns.ts"
import { foreignFormat } from "../domain/intake/foreignFormat.ts"
import { GPX_HEADER, type GpxKind } from "../domain/intake/GpxPoints.ts"
import type { Reading } from "../domain/intake/Reading.ts"
import type { Pass } from "../domain/intake/shownTwice.ts"
import { tableClock, type TimeFormat } from "../domain/intake/tableClock.ts"
import { type Answerable, isAnswerable } from "../domain/intake/TrackRow.ts"
import { decoded, type Encoding, latin1, seenEncoding } from "./encodings.ts"
import { GPX_BODY, gpxContents, gpxEncoding } from "./readGpx.ts"
import { readTable } from "./readTable.ts"
import { readTimes } from "./readTimes.ts"
import type { Table } from "./Table.ts"
import { startOf, type TrackFile } from "./TrackFile.ts"
import { type RefusedRow, refusedRow, trackRows } from "./trackRows.ts"

/** What a person says about a table beside it; undefined: not said. */
export interface TableAnswers {
  /** what it has to be; undefined: either */
  readonly expects: "table" | "gpx" | undefined
  readonly delimiter: string | undefined
  readonly encoding: Encoding | undefined
  readonly decimal: "point" | "comma" | undefined
  readonly timeFormat: TimeFormat
  /** of times that do not say theirs */
  readonly timesIn: string | undefined
  /** which pass times are of that the clocks showed twice, where the order of the rows does not tell */
  readonly shownTwice: Pass | undefined
  /** longitudes go from 0 to 360 */
  readonly wrapLongitudes: boolean
  /** what is taken of a GPX file */
  readonly gpxPoints: GpxKind
  /** whose all rows, or points of a GPX file, are; undefined: as it names them */
  readonly animal: string | undefined
  /** columns named by hand */
  readonly named: ReadonlyMap<Member, string>
}

/** Which rows are taken: in [from, to), epoch ms, and whether those marked as outliers count as good. */
export interface RowChoice {
  readonly from: number
  readonly to: number
  readonly keepOutliers: boolean
}

/** A refused row of a table whose rows one answer lets in. */
export interface AnswerableRow extends RefusedRow {
  readonly trouble: Answerable
}

/** Why a file was not opened. */
export type Unopened =
  | { readonly _tag: "Foreign"; readonly what: string }
  | { readonly _tag: "NotExpected"; readonly is: "XML" | "no GPX" }
  | { readonly _tag: "NoEncoding" }
  | { readonly _tag: "Empty" }
  | { readonly _tag: "Columns"; readonly missing: ColumnsMissing; readonly header: ReadonlyArray<string> }
  | { readonly _tag: "DatesAlone"; readonly detail: string }
  /** no row is taken, for a reason that one answer puts right */
  | { readonly _tag: "Row"; readonly row: AnswerableRow }

export type Opened = Unopened | { readonly _tag: "Opened"; readonly table: Table }

/** Of comma, semicolon, tab and bar the one that stands most often in the first line. */
const seenDelimiter = (firstLine: string): string =>
  [",", ";", "\t", "|"].reduce((best, one) =>
    firstLine.split(one).length > firstLine.split(best).length ? one : best
  )

/** Whether a header is Movebank's, whose times are UTC. */
const isMovebank = (header: ReadonlyArray<string>): boolean =>
  header.some((name) => /^location[-_.]long$/iu.test(name.trim()))

/** Bytes at the start of a file that tell how it is written. */
const START = 16 * 1024

/** Rows that are looked at before anything else is done. */
const SAMPLE = 100

/** A trouble of the first rows that one answer puts right for the whole table; null: a row is taken, or none. */
const askedOf = async (table: Table): Promise<AnswerableRow | null> => {
  let seen = 0,
    found: AnswerableRow | null = null
  for await (const place of trackRows(table)) {
    const { row } = place
    if (row._tag === "Report") return null
    if (row._tag === "Refused" && isAnswerable(row.trouble))
      found ??= { ...refusedRow(place, row), trouble: row.trouble }
    if (++seen === SAMPLE) break
  }
  return found
}

/**
 * XML begins with a sign that no header of a table does; in sixteen bits a character there is a zero beside
 * it.
 */
const isXml = (start: Uint8Array): boolean =>
  /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?[\s\0]*</u.test(latin1(start.subarray(0, 200)))

/** What the first bytes of a file say. */
export type Begun = Pick<Table, "form" | "header" | "body" | "contents">

/** How a file is written, its header, and where its rows begin, by its first bytes. */
export const beginTable = async (file: TrackFile, answers: TableAnswers): Promise<Begun | Unopened> => {
  const start = await startOf(file, START),
    foreign = foreignFormat(start)
  if (foreign !== null) return { _tag: "Foreign", what: foreign }
  if (isXml(start)) {
    if (answers.expects === "table") return { _tag: "NotExpected", is: "XML" }
    const encoding = answers.encoding ?? gpxEncoding(start)
    return {
      form: { _tag: "Gpx", encoding, animal: answers.animal, kind: answers.gpxPoints },
      header: GPX_HEADER,
      body: GPX_BODY,
      contents: await gpxContents(file, encoding)
    }
  }
  if (answers.expects === "gpx") return { _tag: "NotExpected", is: "no GPX" }
  const encoding = answers.encoding ?? seenEncoding(start)
  if (encoding === null) return { _tag: "NoEncoding" }
  const delimiter = answers.delimiter ?? seenDelimiter(decoded(start, encoding).split(/\r?\n/u, 1)[0] ?? "")
  for await (const row of readTable(file, delimiter, { offset: 0, line: 0 }, encoding))
    return { form: { _tag: "Separated", delimiter, encoding }, header: row.cells, body: row, contents: null }
  return { _tag: "Empty" }
}

/**
 * Opens a table, or says why it does not. Times are judged as of `now`, epoch ms. Throws `TableBroken`, or
 * the error of the file.
 */
export const openTable = async (
  file: TrackFile,
  answers: TableAnswers,
  choice: RowChoice,
  now: number
): Promise<Opened> => {
  const begun = await beginTable(file, answers)
  if ("_tag" in begun) return begun
  const { body, form, header } = begun
  const columns = findColumns(header, answers.named, answers.animal !== undefined)
  if ("missing" in columns) return { _tag: "Columns", missing: columns, header }
  const { animal, shownTwice, wrapLongitudes } = answers,
    isUtc = form._tag === "Gpx" || isMovebank(header)
  const reading: Reading = {
    columns,
    ...choice,
    clock: tableClock(answers.timeFormat, answers.timesIn ?? (isUtc ? "UTC" : null)),
    decimals: answers.decimal ?? (form._tag === "Gpx" || form.delimiter === "," ? "point" : "either"),
    shownTwice,
    wrapLongitudes,
    animal
  }
  const isOfZone = answers.timesIn !== undefined && answers.timesIn !== "UTC"
  const { datesAlone, open, passes } = await readTimes({ body, file, form, reading }, isOfZone)
  if (datesAlone !== null) return { _tag: "DatesAlone", detail: datesAlone }
  const table: Table = { ...begun, file, reading, passes, openPasses: open, openedAt: now }
  const asked = await askedOf(table)
  return asked === null ? { _tag: "Opened", table } : { _tag: "Row", row: asked }
}

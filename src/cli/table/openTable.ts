// Opens a table of tracks: its size, its header, its columns, and how it is written. What cannot be told from
// the file is asked for.
import { Effect } from "effect"
import { open } from "node:fs/promises"
import { tableClock } from "../../domain/intake/tableClock.ts"
import { type Reading, readTrackRow, type TrackRow } from "../../domain/intake/TrackRow.ts"
import { CommandFailed } from "../outcome.ts"
import { decoded, type Encoding, seenEncoding } from "./encodings.ts"
import { GPX_BODY, GPX_HEADER, gpxEncoding, readGpx } from "./readGpx.ts"
import { type From, readTable, type Row, TableBroken } from "./readTable.ts"
import { reasonOf, remedyOf, requireColumns, type TableOptions } from "./tableOptions.ts"

type Form =
  | { readonly _tag: "Separated"; readonly delimiter: string; readonly encoding: Encoding }
  | { readonly _tag: "Gpx"; readonly encoding: string; readonly animal: string | undefined }

export interface Table {
  readonly file: string
  /** bytes */
  readonly size: number
  /** epoch ms of the last change */
  readonly modified: number
  /** what its rows are read with */
  readonly form: Form
  readonly header: ReadonlyArray<string>
  readonly reading: Reading
  /** where the first row after the header begins */
  readonly body: From
}

/** What went wrong with a file, in words. */
export const tableError =
  (file: string) =>
  (error: unknown): CommandFailed => {
    if (error instanceof CommandFailed) return error
    if (error instanceof TableBroken) return new CommandFailed({ message: `${file}, ${error.message}` })
    const code = error instanceof Error && "code" in error ? String(error.code) : ""
    const words: Readonly<Record<string, string>> = {
      ENOENT: "there is no such file",
      EACCES: "it may not be read",
      EISDIR: "it is a folder"
    }
    return new CommandFailed({ message: `${file}: ${words[code] ?? String(error)}` })
  }

/** Of comma, semicolon, tab and bar the one that stands most often in the first line. */
const seenDelimiter = (firstLine: string): string =>
  [",", ";", "\t", "|"].reduce((best, one) =>
    firstLine.split(one).length > firstLine.split(best).length ? one : best
  )

const look = async (
  file: string
): Promise<{ readonly size: number; readonly modified: number; readonly start: Buffer }> => {
  const handle = await open(file)
  try {
    const { mtimeMs, size } = await handle.stat()
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(16 * 1024) })
    return { size, modified: Math.floor(mtimeMs), start: buffer.subarray(0, bytesRead) }
  } finally {
    await handle.close()
  }
}

/** The rows of a table, from after its header on. */
export const rowsOf = (
  { body, file, form }: Pick<Table, "body" | "file" | "form">,
  from: From = body
): AsyncGenerator<Row> =>
  form._tag === "Gpx"
    ? readGpx(file, form.encoding, form.animal, from)
    : readTable(file, form.delimiter, from, form.encoding)

/** Whether a header is Movebank's, whose times are UTC. */
const isMovebank = (header: ReadonlyArray<string>): boolean =>
  header.some((name) => /^location[-_.]long$/iu.test(name.trim()))

/** Rows that are looked at before anything else is done. */
const SAMPLE = 100

/** A trouble of the first rows that one option puts right for the whole table, in words. */
const asked = async (table: Table): Promise<string | null> => {
  let seen = 0,
    found: { readonly line: number; readonly row: TrackRow & { readonly _tag: "Refused" } } | null = null
  for await (const { cells, line } of rowsOf(table)) {
    const row = readTrackRow(table.reading, cells)
    if (row._tag === "Report") return null
    if (row._tag === "Refused" && row.trouble !== undefined && remedyOf(row.trouble) !== undefined)
      found ??= { line, row }
    if (++seen === SAMPLE) break
  }
  return found === null ? null : `line ${found.line}: ${reasonOf(found.row)}`
}

/**
 * XML begins with a sign that no header of a table does; in sixteen bits a character there is a zero beside
 * it.
 */
const isXml = (start: Buffer): boolean =>
  /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?[\s\0]*</u.test(start.toString("latin1", 0, 200))

/** How a file is written, its header, and where its rows begin, by its first bytes. */
const begun = (
  file: string,
  start: Buffer,
  said: TableOptions
): Effect.Effect<Pick<Table, "form" | "header" | "body">, CommandFailed> =>
  Effect.gen(function* () {
    const fail = (message: string) => new CommandFailed({ message })
    if (start.toString("latin1", 0, 4) === "PK\u0003\u0004")
      return yield* fail(`${file} is a workbook: save the sheet as CSV`)
    if (isXml(start)) {
      if (said.command === "import csv" || said.command === "import movebank")
        return yield* fail(`${file} is XML and no table: a GPX file is imported with pugmark import gpx`)
      return {
        form: { _tag: "Gpx", encoding: gpxEncoding(start), animal: said.animal },
        header: GPX_HEADER,
        body: GPX_BODY
      }
    }
    if (said.command === "import gpx")
      return yield* fail(`${file} is no GPX file: a table is imported with pugmark import csv`)
    const encoding = said.encoding ?? seenEncoding(start)
    if (encoding === null)
      return yield* fail(`${file} is not UTF-8: say --encoding utf-16le or --encoding utf-16be`)
    const delimiter = said.delimiter ?? seenDelimiter(decoded(start, encoding).split(/\r?\n/u, 1)[0] ?? "")
    const first = yield* Effect.tryPromise({
      try: async () => {
        for await (const row of readTable(file, delimiter, { offset: 0, line: 0 }, encoding)) return row
        return null
      },
      catch: tableError(file)
    })
    return first === null
      ? yield* fail(`${file} is empty`)
      : { form: { _tag: "Separated", delimiter, encoding }, header: first.cells, body: first }
  })

export interface OpenOptions {
  readonly file: string
  /** epoch ms */
  readonly from: number
  readonly to: number
  readonly keepOutliers: boolean
  readonly table: TableOptions
}

/** Fails with what to do when the file cannot be read or does not say enough. */
export const openTable = ({
  file,
  from,
  keepOutliers,
  table: said,
  to
}: OpenOptions): Effect.Effect<Table, CommandFailed> =>
  Effect.gen(function* () {
    const { modified, size, start } = yield* Effect.tryPromise({
      try: () => look(file),
      catch: tableError(file)
    })
    const { form, header, body } = yield* begun(file, start, said)
    const columns = yield* requireColumns(header, said)
    const isUtc = form._tag === "Gpx" || isMovebank(header) || said.command === "import movebank"
    const clock = tableClock(said.timeFormat, said.timesIn ?? (isUtc ? "UTC" : null))
    const decimals = said.decimal ?? (form._tag === "Gpx" || form.delimiter === "," ? "point" : "either")
    const table: Table = {
      file,
      size,
      modified,
      form,
      header,
      reading: { columns, from, to, keepOutliers, clock, decimals },
      body
    }
    const question = yield* Effect.tryPromise({ try: () => asked(table), catch: tableError(file) })
    return question === null ? table : yield* new CommandFailed({ message: `${file}, ${question}` })
  })

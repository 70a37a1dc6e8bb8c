// Opens a table of tracks: its size, its header, its columns, and how it is written. What cannot be told from
// the file is asked for.
import { Clock, Effect } from "effect"
import { open } from "node:fs/promises"
import { foreignFormat } from "../../domain/intake/foreignFormat.ts"
import { besidesInGpx, GPX_HEADER } from "../../domain/intake/GpxPoints.ts"
import { tableClock } from "../../domain/intake/tableClock.ts"
import type { Reading } from "../../domain/intake/Reading.ts"
import type { TrackRow } from "../../domain/intake/TrackRow.ts"
import { CommandFailed } from "../outcome.ts"
import { decoded, seenEncoding } from "./encodings.ts"
import { GPX_BODY, gpxContents, gpxEncoding } from "./readGpx.ts"
import { readTable } from "./readTable.ts"
import { readTimes } from "./readTimes.ts"
import { type Table, tableError } from "./Table.ts"
import { namingTimes, reasonOf, remedyOf, requireColumns, type TableOptions } from "./tableOptions.ts"
import { trackRows } from "./trackRows.ts"

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

/** Whether a header is Movebank's, whose times are UTC. */
const isMovebank = (header: ReadonlyArray<string>): boolean =>
  header.some((name) => /^location[-_.]long$/iu.test(name.trim()))

/** Rows that are looked at before anything else is done. */
const SAMPLE = 100

/** A trouble of the first rows that one option puts right for the whole table, in words. */
const asked = async (table: Table): Promise<string | null> => {
  let seen = 0,
    found: { readonly line: number; readonly row: TrackRow & { readonly _tag: "Refused" } } | null = null
  for await (const { line, row } of trackRows(table)) {
    if (row._tag === "Report") return null
    if (
      row._tag === "Refused" &&
      row.trouble !== undefined &&
      remedyOf(row.trouble, table.command) !== undefined
    )
      found ??= { line, row }
    if (++seen === SAMPLE) break
  }
  return found === null ? null : `line ${found.line}: ${reasonOf(found.row, table.command)}`
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
): Effect.Effect<Pick<Table, "form" | "header" | "body" | "besides">, CommandFailed> =>
  Effect.gen(function* () {
    const fail = (message: string) => new CommandFailed({ message })
    const foreign = foreignFormat(start)
    if (foreign !== null) return yield* fail(`${file} ${foreign}`)
    if (isXml(start)) {
      if (said.command === "import csv" || said.command === "import movebank")
        return yield* fail(`${file} is XML and no table: a GPX file is imported with pugmark import gpx`)
      const encoding = said.encoding ?? gpxEncoding(start),
        kind = said.gpxPoints
      const contents = yield* Effect.tryPromise({
        try: () => gpxContents(file, encoding),
        catch: tableError(file)
      })
      return {
        form: { _tag: "Gpx", encoding, animal: said.animal, kind },
        header: GPX_HEADER,
        body: GPX_BODY,
        besides: besidesInGpx(contents, kind, (other) => `--gpx-points ${other}`)
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
      : { form: { _tag: "Separated", delimiter, encoding }, header: first.cells, body: first, besides: null }
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
    const { besides, body, form, header } = yield* begun(file, start, said)
    const columns = yield* requireColumns(header, said)
    const isUtc = form._tag === "Gpx" || isMovebank(header) || said.command === "import movebank"
    const clock = tableClock(said.timeFormat, said.timesIn ?? (isUtc ? "UTC" : null))
    const decimals = said.decimal ?? (form._tag === "Gpx" || form.delimiter === "," ? "point" : "either")
    const { shownTwice, wrapLongitudes } = said
    const reading: Reading = { columns, from, to, keepOutliers, clock, decimals, shownTwice, wrapLongitudes }
    const { datesAlone, open, passes } = yield* Effect.tryPromise({
      try: () =>
        readTimes({ body, file, form, reading }, said.timesIn !== undefined && said.timesIn !== "UTC"),
      catch: tableError(file)
    })
    if (datesAlone !== null)
      return yield* new CommandFailed({ message: `${file}, ${datesAlone}; ${namingTimes(said.command)}` })
    const table: Table = {
      file,
      size,
      modified,
      form,
      header,
      reading,
      body,
      passes,
      openPasses: open,
      besides,
      command: said.command,
      openedAt: yield* Clock.currentTimeMillis
    }
    const question = yield* Effect.tryPromise({ try: () => asked(table), catch: tableError(file) })
    return question === null ? table : yield* new CommandFailed({ message: `${file}, ${question}` })
  })

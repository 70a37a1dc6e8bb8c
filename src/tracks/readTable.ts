// A CSV file (RFC 4180), in any of the encodings, as rows with their place in it, read piece by piece: memory
// does not grow with the file.
import { CsvError, parse } from "csv-parse"
import { TableBroken } from "../domain/intake/TableBroken.ts"
import { boundRows } from "./boundRows.ts"
import { type Encoding, latin1, parserEncodings, swapped } from "./encodings.ts"
import type { TrackFile } from "./TrackFile.ts"

/** One row; `line` is where it ends (1-based, the header included), `offset` the byte after it. */
export interface Row {
  readonly cells: ReadonlyArray<string>
  readonly line: number
  readonly offset: number
}

/** Bytes of one row at most: an unclosed quote must not swallow the memory. */
const MAX_ROW_BYTES = 1024 * 1024

const reasons: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quote is opened and never closed",
  CSV_INVALID_CLOSING_QUOTE: "there is text behind a closing quote",
  INVALID_OPENING_QUOTE: "there is a quote in the middle of a field",
  CSV_MAX_RECORD_SIZE: `the row is longer than ${MAX_ROW_BYTES} bytes, or a quote is not closed`
}

/** ResumePoint is where reading begins: after the row that ended at `offset` on `line`. */
export interface ResumePoint {
  readonly offset: number
  readonly line: number
}

interface Parsed {
  readonly record: ReadonlyArray<string>
  readonly info: { readonly lines: number; readonly bytes: number }
}

/** Returns the rows that bytes hold, as they become whole. Throws `CsvError`, or what the pieces throw. */
async function* parsed(
  pieces: AsyncIterable<Uint8Array>,
  delimiter: string,
  encoding: Encoding,
  hasMark: boolean
): AsyncGenerator<Parsed> {
  const parser = parse({
    bom: hasMark,
    delimiter,
    encoding: parserEncodings[encoding],
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES
  })
  // in browsers csv-parse brings streams along that lack what it calls at the end
  if (!("destroy" in parser)) Object.assign(parser, { destroy: () => parser })
  let rows: Array<Parsed> = []
  const failed = new Promise<never>((_, reject) => void parser.on("error", reject))
  failed.catch(() => undefined) // a waiting reader gets the error; none may be waiting when it happens
  const ended = new Promise<void>((resolve) => void parser.on("end", resolve))
  parser.on("data", (row: Parsed) => void rows.push(row))
  const taken = () => {
    const whole = rows
    rows = []
    return whole
  }
  try {
    for await (const piece of pieces) {
      // as text of one character a byte, for those streams take no bytes but their own
      const text = latin1(piece)
      await Promise.race([
        failed,
        new Promise<void>((resolve) => void parser.write(text, "latin1", () => resolve()))
      ])
      yield* taken()
    }
    parser.end()
    await Promise.race([failed, ended])
    yield* taken()
  } finally {
    parser.destroy()
  }
}

/**
 * Reads the rows of `file`, the header among them when it begins at 0. Throws `TableBroken`, or the error of
 * the file.
 */
export async function* readTable(
  file: TrackFile,
  delimiter: string,
  from: ResumePoint = { offset: 0, line: 0 },
  encoding: Encoding = "utf-8"
): AsyncGenerator<Row> {
  const bytes = file.read(from.offset),
    ordered = encoding === "utf-16be" ? swapped(bytes) : bytes
  try {
    const rows = parsed(
      boundRows(ordered, delimiter, from.line, encoding),
      delimiter,
      encoding,
      from.offset === 0
    )
    for await (const { info, record } of rows)
      yield { cells: record, line: from.line + info.lines, offset: from.offset + info.bytes }
  } catch (error) {
    if (error instanceof CsvError)
      throw new TableBroken(from.line + Number(error["lines"] ?? 0), reasons[error.code] ?? error.message)
    throw error
  }
}

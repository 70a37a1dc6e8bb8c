// A CSV file (RFC 4180), in whatever encoding, as rows with their place in it, read as a stream: memory does
// not grow with the file.
import { CsvError, parse } from "csv-parse"
import { createReadStream } from "node:fs"
import { type Readable, Transform } from "node:stream"
import { TableBroken } from "../../domain/intake/TableBroken.ts"
import { type Encoding, nodeEncodings, swapped } from "./encodings.ts"

/** One row; `line` is where it ends (1-based, the header included), `offset` the byte after it. */
export interface Row {
  readonly cells: ReadonlyArray<string>
  readonly line: number
  readonly offset: number
}

/** Bytes of one row at most: an unclosed quote must not swallow the memory. */
const MAX_ROW_BYTES = 1024 * 1024

/**
 * Columns of one row at most: tables of tracks have some dozens, and each cell costs far more memory than its
 * text.
 */
const MAX_COLUMNS = 4096

const QUOTE = 34
const NEWLINE = 10

/**
 * Passes a table on, and ends it at a row of too many columns before that row is read whole. A delimiter of
 * several bytes is not looked for. Sixteen bits a character are little-endian here, in chunks of whatever
 * length.
 */
const boundRows = (delimiter: string, line: number, encoding: Encoding): Transform => {
  const bytes = Buffer.from(delimiter, nodeEncodings[encoding]),
    isWide = nodeEncodings[encoding] === "utf16le"
  const separator = isWide ? bytes.readUInt16LE() : bytes.length === 1 ? bytes[0]! : -1
  let quoted = false,
    columns = 1,
    row = line + 1,
    low = -1
  const isTooWide = (character: number): boolean => {
    if (character === QUOTE) quoted = !quoted
    else if (character === NEWLINE) {
      row++
      if (!quoted) columns = 1
    } else if (character === separator && !quoted) return ++columns > MAX_COLUMNS
    return false
  }
  return new Transform({
    transform(chunk: Buffer, _, done) {
      for (let at = 0; at < chunk.length; at++) {
        const byte = chunk[at]!
        if (isWide && low < 0) low = byte
        else {
          if (isTooWide(isWide ? byte * 256 + low : byte))
            return done(new TableBroken(row, `the row has more than ${MAX_COLUMNS} columns`))
          low = -1
        }
      }
      done(null, chunk)
    }
  })
}

const reasons: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quote is opened and never closed",
  CSV_INVALID_CLOSING_QUOTE: "there is text behind a closing quote",
  INVALID_OPENING_QUOTE: "there is a quote in the middle of a field",
  CSV_MAX_RECORD_SIZE: `the row is longer than ${MAX_ROW_BYTES} bytes, or a quote is not closed`
}

/** Where to begin: after the row that ended at `offset` on `line`. */
export interface From {
  readonly offset: number
  readonly line: number
}

/**
 * The rows of `file`, the header among them when it begins at 0. Throws `TableBroken`, or the error of the
 * file system.
 */
export async function* readTable(
  file: string,
  delimiter: string,
  from: From = { offset: 0, line: 0 },
  encoding: Encoding = "utf-8"
): AsyncGenerator<Row> {
  const source = createReadStream(file, { start: from.offset, highWaterMark: 256 * 1024 })
  const parser = parse({
    bom: from.offset === 0,
    delimiter,
    encoding: nodeEncodings[encoding],
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES
  })
  const steps = [...(encoding === "utf-16be" ? [swapped()] : []), boundRows(delimiter, from.line, encoding)]
  for (const step of [source, ...steps]) step.on("error", (error: Error) => parser.destroy(error))
  steps.reduce<Readable>((before, step) => before.pipe(step), source).pipe(parser)
  try {
    for await (const { info, record } of parser as AsyncIterable<{
      readonly record: ReadonlyArray<string>
      readonly info: { readonly lines: number; readonly bytes: number }
    }>) {
      yield { cells: record, line: from.line + info.lines, offset: from.offset + info.bytes }
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw new TableBroken(from.line + Number(error["lines"] ?? 0), reasons[error.code] ?? error.message)
    throw error
  } finally {
    for (const step of [source, ...steps]) step.destroy()
  }
}

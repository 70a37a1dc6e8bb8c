// Ends the reading of a table at a row that no table of tracks has, before its cells take the memory.
import { TableBroken } from "../domain/intake/TableBroken.ts"
import { type Encoding, parserEncodings } from "./encodings.ts"

/**
 * Columns of one row at most: tables of tracks have some dozens, and each cell costs far more memory than its
 * text.
 */
export const MAX_COLUMNS = 4096

const QUOTE_CODE = 34
const NEWLINE_CODE = 10

/** Returns the code of a delimiter as it is looked for in the bytes; -1: it takes several of them, and is not. */
const codeOf = (delimiter: string, isWide: boolean): number => {
  const code = delimiter.charCodeAt(0)
  return isWide || code < 128 ? code : -1
}

/**
 * Passes a table on, and throws `TableBroken` at a row of too many columns. `line` is where it begins,
 * 0-based. Sixteen bits a character are little-endian here, in pieces of any length.
 */
export async function* boundRows(
  pieces: AsyncIterable<Uint8Array>,
  delimiter: string,
  line: number,
  encoding: Encoding
): AsyncGenerator<Uint8Array> {
  const isWide = parserEncodings[encoding] === "utf16le",
    separator = codeOf(delimiter, isWide || encoding === "latin1")
  let quoted = false,
    columns = 1,
    row = line + 1,
    low = -1
  const isTooWide = (character: number): boolean => {
    if (character === QUOTE_CODE) quoted = !quoted
    else if (character === NEWLINE_CODE) {
      row++
      if (!quoted) columns = 1
    } else if (character === separator && !quoted) return ++columns > MAX_COLUMNS
    return false
  }
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]!
      if (isWide && low < 0) low = byte
      else {
        if (isTooWide(isWide ? byte * 256 + low : byte))
          throw new TableBroken(row, `the row has more than ${MAX_COLUMNS} columns`)
        low = -1
      }
    }
    yield piece
  }
}

// How rows become a text, piece by piece: what a piece looks like depends on the row before it and on nothing
// else, so that a file can be gone on with by anybody who knows where it ends.
import type { Place, Row } from "./Row.ts"

/** `last` is the row before; null: there is none. */
export interface Writer {
  readonly begin: string
  readonly rows: (rows: ReadonlyArray<Row>, last: Place | null) => string
  readonly end: (last: Place | null) => string
}

/**
 * Returns the text of some rows after `last`, with the beginning of the file before the first, and its end
 * behind the last ones.
 */
export const pieceOf = (
  { begin, end, rows: write }: Writer,
  rows: ReadonlyArray<Row>,
  last: Place | null,
  after: Place | null,
  isLast: boolean
): string => (last === null ? begin : "") + write(rows, last) + (isLast ? end(after) : "")

// The second pass over a file: its rows as requests to the ingest endpoint, in the order of the file.
import type { ResumePoint } from "./readTable.ts"
import type { Table } from "./Table.ts"
import { itemOf, type RefusedRow, refusedRow, trackRows } from "./trackRows.ts"

/** A piece of the file; may hold no items when all its rows were left out or refused. */
export interface Batch {
  /** a JSON array of items; the n-th came from `sources[n]` */
  readonly body: string
  readonly sources: ReadonlyArray<{ readonly line: number; readonly cells: ReadonlyArray<string> }>
  readonly refused: ReadonlyArray<RefusedRow>
  /** rows of the file in this piece, whatever became of them */
  readonly rows: number
  /** where the piece ends */
  readonly end: ResumePoint
}

/**
 * Rows without an item that end a piece, so that progress is kept through a stretch of the file that gives
 * none.
 */
const MAX_ROWS_WITHOUT_REPORTS = 100_000

/** Returns the rows after `from`, `size` items a piece; `deviceOf` names the device of a tag on an animal. */
export async function* batchTable(
  table: Table,
  from: ResumePoint,
  size: number,
  deviceOf: (tag: string, individual: string) => string
): AsyncGenerator<Batch> {
  let items: Array<string> = [],
    sources: Array<Batch["sources"][number]> = [],
    refused: Array<RefusedRow> = [],
    rows = 0
  let end = from
  const piece = (): Batch => {
    const batch = { body: `[${items.join(",")}]`, sources, refused, rows, end }
    items = []
    sources = []
    refused = []
    rows = 0
    return batch
  }
  for await (const place of trackRows(table, from)) {
    const { cells, line, offset, row } = place
    rows++
    end = { offset, line }
    if (row._tag === "Refused") refused.push(refusedRow(place, row))
    if (row._tag === "Report") {
      items.push(JSON.stringify(itemOf(deviceOf(row.tag, row.individual), row.at, row.report)))
      sources.push({ line, cells })
    }
    if (items.length >= size || rows >= MAX_ROWS_WITHOUT_REPORTS) yield piece()
  }
  if (rows > 0) yield piece()
}

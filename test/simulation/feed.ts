// The log as a database gives it out: the next rows of every partition, and the windows of projects in lanes.
// Few rows at a time, so that a log is often not read to its end, and a lane has many windows.
import type { LogRow, LogProgress, WindowRequest, WindowRows } from "../../src/engine/ports.ts"
import type { Database } from "./Database.ts"
import type { StoredRow } from "./Stored.ts"

/** Log rows of one partition in one batch. */
export const ROWS = 3
/** Log rows of one partition, where some project is in a lane, that are looked at for one batch. */
const PASSED = 7
/** Log rows that are looked at for one window: one of them fewer is in it. */
const WINDOW = 4

interface Near {
  readonly row: StoredRow
  /** it holds something of a project that is in no lane */
  readonly counts: boolean
  readonly fits: boolean
}

/**
 * The rows of a partition beyond its cursor, in the order in which all partitions' rows take up what may be
 * read.
 */
const nextRows = (
  db: Database,
  { cursors, lanes }: LogProgress,
  most: number
): ReadonlyMap<number, ReadonlyArray<Near>> => {
  const near: Array<Omit<Near, "fits">> = []
  for (const { partition, position } of cursors) {
    const rows = db.rowsOf(partition),
      first = 1 + rows.findLastIndex((r) => r.id <= position)
    if (first === rows.length) continue
    const parked = new Set(lanes.filter((l) => l.partition === partition).map((l) => l.projectId))
    for (const row of rows.slice(first, first + (parked.size === 0 ? ROWS : PASSED)))
      near.push({ row, counts: parked.size === 0 || !row.projectIds.every((id) => parked.has(id)) })
  }
  near.sort((a, b) => a.row.id - b.row.id)
  const found = new Map<number, Array<Near>>(),
    counted = new Map<number, number>(),
    full = new Set<number>()
  let size = 0
  for (const { counts, row } of near) {
    const { partition } = row,
      nth = (counted.get(partition) ?? 0) + (counts ? 1 : 0)
    counted.set(partition, nth)
    if (counts && (nth > ROWS || size >= most)) full.add(partition)
    if (counts) size += row.size
    found.set(partition, [...(found.get(partition) ?? []), { row, counts, fits: !full.has(partition) }])
  }
  return found
}

export const readLog = (db: Database, reading: LogProgress, most: number) => {
  const near = nextRows(db, reading, most),
    parted = new Set(reading.lanes.map((l) => l.partition))
  const isAtEnd = (partition: number) => {
    const rows = near.get(partition)
    return (
      rows === undefined ||
      (rows.every((n) => n.fits) &&
        rows.length < (parted.has(partition) ? PASSED : ROWS) &&
        rows.filter((n) => n.counts).length < ROWS)
    )
  }
  const rows = [...near.values()]
    .flat()
    .filter((n) => n.fits)
    .sort((a, b) => a.row.id - b.row.id)
    .map(({ counts, row: { id, partition, payload } }): LogRow => ({
      partition,
      id,
      payload: counts ? payload : "[]"
    }))
  return {
    rows,
    atEnd: new Set(reading.cursors.map((c) => c.partition).filter(isAtEnd))
  }
}

export const readWindows = (
  db: Database,
  projectId: string,
  asked: ReadonlyArray<WindowRequest>,
  most: number
): ReadonlyArray<WindowRows> => {
  const share = Math.ceil(most / Math.max(1, asked.length))
  return asked.map(({ fixed, from, partition, to }) => {
    const own = db
      .rowsOf(partition)
      .filter((r) => r.id > from && r.id <= to && r.projectIds.includes(projectId))
    let size = 0
    const near = (fixed ? own : own.slice(0, WINDOW)).map((row, i) => {
      const fits = fixed || (size < share && i + 1 < WINDOW)
      size += row.size
      return { row, fits }
    })
    const fitting = near.filter((n) => n.fits).map((n) => n.row)
    const isWhole = fixed || (fitting.length === near.length && near.length < WINDOW)
    return {
      partition,
      upTo: isWhole ? to : fitting.at(-1)!.id,
      rows: fitting.map(({ id, payload }) => ({ partition, id, payload }))
    }
  })
}

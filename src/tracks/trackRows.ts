// The rows of a table of tracks, read and judged. Every command takes its rows from here, so that a dry run, an
// import and an analysis take and refuse the same ones; what judges them is what the server judges items with.
import { accept } from "../domain/intake/accept.ts"
import type { Item, Refusal } from "../domain/intake/Report.ts"
import type { TraceCode } from "../domain/intake/TraceCode.ts"
import {
  readTrackRow,
  type TrackReport,
  type TrackRow,
  type RowTrouble,
  type UnreadCell
} from "../domain/intake/TrackRow.ts"
import { EARLIEST_MS, formatInstant } from "../domain/time.ts"
import { isDegrees, rowsOf, type Table } from "./Table.ts"
import type { ResumePoint, Row } from "./readTable.ts"

/** How far ahead a clock may be, in ms, as on a server whose settings say nothing else. */
const MAX_AHEAD_MS = 300_000

/** No angle of a place is larger, however it is counted. */
const MAX_ANGLE_DEGREES = 1000

/** Returns the item of a row for the ingest endpoint. */
export const itemOf = (device: string, at: number, report: TrackReport): Item => ({
  device,
  time: formatInstant(at),
  ...report
})

const isBeyond180 = ({ code }: Refusal, lon: number | undefined): boolean =>
  code === "POSITION_OUT_OF_RANGE" && lon !== undefined && lon > 180 && lon <= 360

/** Further than any angle goes: metres of a grid that were named longitude and latitude. */
const isMetric = ({ code }: Refusal, { lat = 0, lon = 0 }: TrackReport): boolean =>
  code === "POSITION_OUT_OF_RANGE" && (Math.abs(lon) > MAX_ANGLE_DEGREES || Math.abs(lat) > MAX_ANGLE_DEGREES)

/**
 * Returns a row as the server would take it; `now` is in epoch ms. `isAngle`: the format has degrees and
 * nothing else.
 */
const judgeRow = (row: TrackRow, now: number, isAngle = false): TrackRow => {
  if (row._tag !== "Report") return row
  const { at, report } = row
  const refuse = (reason: string): TrackRow => ({ _tag: "Refused", code: "TIMESTAMP_INVALID", reason })
  if (at < EARLIEST_MS) return refuse(`${formatInstant(at)} is before 1990`)
  if (at > now + MAX_AHEAD_MS) return refuse(`${formatInstant(at)} is in the future`)
  // the device is known once all rows were seen, and no row is refused for it
  const judged = accept(itemOf("device", at, report), now, MAX_AHEAD_MS)
  if (judged._tag === "Report") return row
  return {
    _tag: "Refused",
    code: judged.code,
    reason: judged.pointer === "" ? judged.detail : wordsOf(judged),
    ...(isBeyond180(judged, report.lon) ? { trouble: "longitude beyond 180" as const } : {}),
    ...(!isAngle && isMetric(judged, report) ? { trouble: "no system" as const } : {})
  }
}

/** What is wrong with a member, which the words of a range name and those of a type do not. */
const wordsOf = ({ detail, pointer }: Refusal): string => {
  const member = pointer.slice(pointer.lastIndexOf("/") + 1)
  return detail.startsWith("must ") ? `${member} ${detail}` : detail
}

/** A row of a file and what it says. */
interface ReadRow extends Row {
  readonly row: TrackRow
}

/** The rows after `from`, read and judged as of the time at which the table was opened. */
export async function* trackRows(table: Table, from: ResumePoint = table.body): AsyncGenerator<ReadRow> {
  const isAngle = isDegrees(table.form)
  for await (const place of rowsOf(table, from))
    yield {
      ...place,
      row: judgeRow(
        readTrackRow(table.reading, place.cells, table.passes.get(place.offset)),
        table.openedAt,
        isAngle
      )
    }
}

/** Cells of a member that stayed empty because no value can be read of them: the first, and how many. */
export interface UnreadCells {
  readonly line: number
  readonly cell: UnreadCell
  readonly count: number
}

/** Adds the unread cells of a row to those counted so far, by member. */
export const countUnread = (
  counted: Map<string, UnreadCells>,
  { line, row }: Pick<ReadRow, "line" | "row">
): void => {
  if (row._tag !== "Report" || row.unread === undefined) return
  for (const cell of row.unread) {
    const { count, ...first } = counted.get(cell.field) ?? { line, cell, count: 0 }
    counted.set(cell.field, { ...first, count: count + 1 })
  }
}

/** A row that was refused: why, and what can be put right for the whole table by saying what it is. */
export interface RefusedRow {
  readonly line: number
  readonly code: TraceCode
  readonly reason: string
  readonly trouble: RowTrouble | undefined
  readonly cells: ReadonlyArray<string>
}

/** Returns a refused row with its place. */
export const refusedRow = (
  { cells, line }: Row,
  { code, reason, trouble }: TrackRow & { readonly _tag: "Refused" }
): RefusedRow => ({ line, code, reason, trouble, cells })

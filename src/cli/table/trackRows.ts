// The rows of a table of tracks, read and judged. Every command takes its rows from here, so that a dry run, an
// import and an analysis take and refuse the same ones; what judges them is what the server judges items with.
import { accept } from "../../domain/intake/accept.ts"
import type { Refusal } from "../../domain/intake/Report.ts"
import {
  readTrackRow,
  type TrackReport,
  type TrackRow,
  type UnreadCell
} from "../../domain/intake/TrackRow.ts"
import { EARLIEST, formatInstant } from "../../domain/time.ts"
import { readItem } from "../../intake/receive.ts"
import { rowsOf, type Table } from "./Table.ts"
import { countOf } from "../Progress.ts"
import type { From, Row } from "./readTable.ts"
import { reasonOf } from "./tableOptions.ts"

/** How far ahead a clock may be, in ms, as on a server whose settings say nothing else. */
const MAX_AHEAD_MS = 300_000

/** The item of a row for the ingest endpoint. */
export const itemOf = (device: string, at: number, report: TrackReport) => ({
  device,
  time: formatInstant(at),
  ...report
})

const isBeyond180 = ({ code }: Refusal, lon: number | undefined): boolean =>
  code === "POSITION_OUT_OF_RANGE" && lon !== undefined && lon > 180 && lon <= 360

/** A row as the server would take it; `now` is in epoch ms. */
export const judgeRow = (row: TrackRow, now: number): TrackRow => {
  if (row._tag !== "Report") return row
  const { at, report } = row
  const refuse = (reason: string): TrackRow => ({ _tag: "Refused", code: "TIMESTAMP_INVALID", reason })
  if (at < EARLIEST) return refuse(`${formatInstant(at)} is before 1990`)
  if (at > now + MAX_AHEAD_MS) return refuse(`${formatInstant(at)} is in the future`)
  // the device is known once all rows were seen, and no row is refused for it
  const item = readItem(itemOf("device", at, report)),
    judged = item._tag === "Success" ? accept(item.success, now, MAX_AHEAD_MS) : item.failure
  if (judged._tag === "Report") return row
  return {
    _tag: "Refused",
    code: judged.code,
    reason: judged.pointer === "" ? judged.detail : wordsOf(judged),
    ...(isBeyond180(judged, report.lon) ? { trouble: "longitude beyond 180" as const } : {})
  }
}

/** What is wrong with a member, which the words of a range name and those of a type do not. */
const wordsOf = ({ detail, pointer }: Refusal): string => {
  const member = pointer.slice(pointer.lastIndexOf("/") + 1)
  return detail.startsWith("must ") ? `${member} ${detail}` : detail
}

/** A row of a file and what it says. */
export interface ReadRow extends Row {
  readonly row: TrackRow
}

/** The rows after `from`, read and judged as of the time at which the table was opened. */
export async function* trackRows(table: Table, from: From = table.body): AsyncGenerator<ReadRow> {
  for await (const place of rowsOf(table, from))
    yield {
      ...place,
      row: judgeRow(readTrackRow(table.reading, place.cells, table.passes.get(place.offset)), table.openedAt)
    }
}

/** Counts cells that stayed empty because no value can be read of them, and says so. */
export class UnreadCells {
  private readonly cells = new Map<
    string,
    { readonly line: number; readonly cell: UnreadCell; count: number }
  >()

  see({ line, row }: Pick<ReadRow, "line" | "row">): void {
    if (row._tag !== "Report" || row.unread === undefined) return
    for (const cell of row.unread) {
      const seen = this.cells.get(cell.member)
      if (seen === undefined) this.cells.set(cell.member, { line, cell, count: 1 })
      else seen.count++
    }
  }

  /** A sentence for each member, with the option of the command that reads its cells, if there is one. */
  words(command: string): ReadonlyArray<string> {
    return [...this.cells.values()].map(({ cell, count, line }) => {
      const what = `${countOf(count, "value")} of ${cell.member} ${count === 1 ? "is" : "are"} left empty`,
        reason = `${what}, as "${cell.text}" in line ${line} is not a number`
      return reasonOf({ reason, ...(cell.trouble === undefined ? {} : { trouble: cell.trouble }) }, command)
    })
  }
}

// The first pass over a file: what is in it, and which tag was on which animal when. Nothing is sent.
import { Deployments } from "../domain/intake/Deployments.ts"
import type { TraceCode } from "../domain/intake/TraceCode.ts"
import type { SkipReason } from "../domain/intake/TrackRow.ts"
import { type RefusalKind, RefusalKinds } from "./RefusalKinds.ts"
import type { Table } from "./Table.ts"
import type { ThinnedTracks } from "./ThinnedTracks.ts"
import { countUnread, type RefusedRow, refusedRow, trackRows, type UnreadCells } from "./trackRows.ts"

/** Survey is the contents of a file: rows, animals, tags and times. */
export interface Survey {
  readonly rows: number
  readonly reports: number
  /** of the reports: rows marked as outliers, which become positions that nothing uses */
  readonly outliers: number
  /** of the reports: positions that a network estimated, which analyses leave out */
  readonly network: number
  readonly rejected: number
  /** the first of them */
  readonly examples: ReadonlyArray<RefusedRow>
  /** how many of each code */
  readonly refusals: ReadonlyMap<TraceCode, number>
  /** how many for each reason */
  readonly kinds: ReadonlyArray<RefusalKind>
  readonly leftOut: ReadonlyMap<SkipReason, number>
  /** epoch ms; Infinity and -Infinity when there are no reports */
  readonly first: number
  readonly last: number
  readonly deployments: Deployments
  /** cells that stay empty */
  readonly unread: ReadonlyArray<UnreadCells>
  /** animal to taxon, where the file says it */
  readonly taxa: ReadonlyMap<string, string>
}

/** Rows between two words about the progress. */
const PROGRESS_ROWS = 1000

/** MAX_EXAMPLES bounds the refused rows that a survey keeps as examples. */
const MAX_EXAMPLES = 20

/**
 * Reads the whole file once. `onProgress` is told, every thousand rows, how many were read and where the last
 * of them ends; what it throws ends the reading. `tracks` takes the positions that are no outliers.
 */
export const surveyTable = async (
  table: Table,
  onProgress: (rows: number, offset: number) => void,
  tracks?: ThinnedTracks
): Promise<Survey> => {
  const deployments = new Deployments(),
    leftOut = new Map<SkipReason, number>(),
    taxa = new Map<string, string>(),
    refusals = new Map<TraceCode, number>(),
    kinds = new RefusalKinds(),
    unread = new Map<string, UnreadCells>()
  const examples: Array<RefusedRow> = []
  let rows = 0,
    reports = 0,
    outliers = 0,
    network = 0,
    rejected = 0,
    first = Infinity,
    last = -Infinity
  for await (const place of trackRows(table)) {
    const { row } = place
    if (++rows % PROGRESS_ROWS === 0) onProgress(rows, place.offset)
    switch (row._tag) {
      case "LeftOut":
        leftOut.set(row.why, (leftOut.get(row.why) ?? 0) + 1)
        break
      case "Refused":
        refusals.set(row.code, (refusals.get(row.code) ?? 0) + 1)
        kinds.see(row.code, row.reason, place.line)
        if (rejected++ < MAX_EXAMPLES) examples.push(refusedRow(place, row))
        break
      case "Report":
        reports++
        countUnread(unread, place)
        if (row.report.valid === false) {
          outliers++
          deployments.seeOutlier(row.tag, row.individual)
          break
        }
        if (row.report.record_type === "network") network++
        if (row.at < first) first = row.at
        if (row.at > last) last = row.at
        deployments.see(row.tag, row.individual, row.at)
        if (row.report.lon !== undefined && row.report.lat !== undefined)
          tracks?.see(row.individual, row.at, row.report.lon, row.report.lat)
        if (row.taxon !== "") taxa.set(row.individual, row.taxon)
    }
  }
  return {
    rows,
    reports,
    outliers,
    network,
    rejected,
    examples,
    refusals,
    kinds: kinds.sorted(),
    leftOut,
    first,
    last,
    deployments,
    taxa,
    unread: [...unread.values()]
  }
}

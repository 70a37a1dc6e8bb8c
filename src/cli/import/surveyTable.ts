// The first pass over a file: what is in it, and which tag was on which animal when. Nothing is sent.
import { Effect } from "effect"
import { Deployments } from "../../domain/intake/Deployments.ts"
import type { LeftOut } from "../../domain/intake/TrackRow.ts"
import type { CommandFailed } from "../outcome.ts"
import { type Table, tableError } from "../table/Table.ts"
import { progressLine } from "../Progress.ts"
import { type Rejected, SHOWN } from "../table/RejectedRows.ts"
import { Screen } from "../Screen.ts"
import { reasonOf } from "../table/tableOptions.ts"
import { trackRows, UnreadCells } from "../table/trackRows.ts"

export interface Survey {
  readonly rows: number
  readonly reports: number
  /** of the reports: rows marked as outliers, which become positions that nothing uses */
  readonly outliers: number
  /** of the reports: positions that a network estimated, which analyses leave out */
  readonly network: number
  readonly rejected: number
  /** the first of them */
  readonly examples: ReadonlyArray<Rejected>
  readonly leftOut: ReadonlyMap<LeftOut, number>
  /** epoch ms; Infinity and -Infinity when there are no reports */
  readonly first: number
  readonly last: number
  readonly deployments: Deployments
  /** about cells that stay empty, in words */
  readonly unread: ReadonlyArray<string>
  /** animal to taxon, where the file says it */
  readonly taxa: ReadonlyMap<string, string>
}

const EVERY = 1000

/** Reads the whole file once. */
export const surveyTable = (table: Table): Effect.Effect<Survey, CommandFailed, Screen> =>
  Effect.flatMap(Screen, (screen) =>
    Effect.tryPromise({
      try: async (signal) => {
        const begun = performance.now(),
          deployments = new Deployments(),
          leftOut = new Map<LeftOut, number>(),
          taxa = new Map<string, string>(),
          unread = new UnreadCells()
        const examples: Array<Rejected> = []
        let rows = 0,
          reports = 0,
          outliers = 0,
          network = 0,
          rejected = 0,
          first = Infinity,
          last = -Infinity
        for await (const { cells, line, offset, row } of trackRows(table)) {
          if (++rows % EVERY === 0) {
            signal.throwIfAborted()
            screen.progress(() =>
              progressLine("Reading", {
                begun: 0,
                done: offset,
                total: table.size,
                rows,
                seconds: (performance.now() - begun) / 1000
              })
            )
          }
          switch (row._tag) {
            case "LeftOut":
              leftOut.set(row.why, (leftOut.get(row.why) ?? 0) + 1)
              break
            case "Refused":
              if (rejected++ < SHOWN)
                examples.push({ line, code: row.code, reason: reasonOf(row, table.command), cells })
              break
            case "Report":
              reports++
              unread.see({ line, row })
              if (row.report.valid === false) {
                outliers++
                deployments.seeOutlier(row.tag, row.individual)
                break
              }
              if (row.report.record_type === "network") network++
              if (row.at < first) first = row.at
              if (row.at > last) last = row.at
              deployments.see(row.tag, row.individual, row.at)
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
          leftOut,
          first,
          last,
          deployments,
          taxa,
          unread: unread.words(table.command)
        }
      },
      catch: tableError(table.file)
    })
  )

// A table of tracks as the columns of an analysis: every animal's fixes, in the order of time.
import { Effect } from "effect"
import type { SkipReason } from "../../domain/intake/TrackRow.ts"
import type { CommandFailed } from "../outcome.ts"
import type { Table } from "../../tracks/Table.ts"
import { countUnread, refusedRow, trackRows, type UnreadCells } from "../../tracks/trackRows.ts"
import { tableError } from "../table/fileOnDisk.ts"
import { rejectedOf, unreadWords } from "../table/tableWords.ts"
import { progressLine } from "../Progress.ts"
import { type Rejected, MAX_SHOWN_ROWS } from "../table/RejectedRows.ts"
import { Screen } from "../Screen.ts"
import type { AnalyseOptions } from "./analyseOptions.ts"

/** An animal of a file: its fixes in the order of time, rows of one time in that of the file. */
export interface FileTrack {
  readonly name: string
  readonly time: Float64Array
  readonly lon: Float64Array
  readonly lat: Float64Array
  readonly accuracy_m: Float32Array
  readonly satellites: Float32Array
  /** when rows were that are marked as outliers, epoch ms; they are in no other column */
  readonly outliers: ReadonlyArray<number>
}

/** FileTracks are the tracks of a file. */
export interface FileTracks {
  readonly tracks: ReadonlyArray<FileTrack>
  readonly rows: number
  readonly refused: number
  /** the first of them */
  readonly examples: ReadonlyArray<Rejected>
  readonly leftOut: ReadonlyMap<SkipReason, number>
  /** positions that a network estimated, and that were left out for it */
  readonly network: number
  /** about cells that stay empty, in words */
  readonly unread: ReadonlyArray<string>
}

const PROGRESS_ROWS = 1000

/** Columns that grow. */
class Collected {
  readonly time: Array<number> = []
  readonly lon: Array<number> = []
  readonly lat: Array<number> = []
  readonly accuracy: Array<number> = []
  readonly satellites: Array<number> = []
  readonly outliers: Array<number> = []

  add(at: number, lon: number, lat: number, accuracy = Number.NaN, satellites = Number.NaN): void {
    this.time.push(at)
    this.lon.push(lon)
    this.lat.push(lat)
    this.accuracy.push(accuracy)
    this.satellites.push(satellites)
  }

  track(name: string): FileTrack {
    const order = Uint32Array.from(this.time.keys()).sort((a, b) => this.time[a]! - this.time[b]! || a - b)
    const column = <A extends Float64Array | Float32Array>(into: A, from: ReadonlyArray<number>): A => {
      order.forEach((row, at) => {
        into[at] = from[row]!
      })
      return into
    }
    const n = order.length
    return {
      name,
      time: column(new Float64Array(n), this.time),
      lon: column(new Float64Array(n), this.lon),
      lat: column(new Float64Array(n), this.lat),
      accuracy_m: column(new Float32Array(n), this.accuracy),
      satellites: column(new Float32Array(n), this.satellites),
      outliers: this.outliers
    }
  }
}

/**
 * Reads a whole file. What is no fix of an animal is counted and left out; so are positions that a network
 * estimated, unless they are taken for fixes with `includeNetwork`.
 */
export const readTracks = (
  table: Table,
  { includeNetwork, table: { command } }: Pick<AnalyseOptions, "includeNetwork" | "table">
): Effect.Effect<FileTracks, CommandFailed, Screen> =>
  Effect.gen(function* () {
    const screen = yield* Screen
    return yield* Effect.tryPromise({
      try: async (signal) => {
        const begun = performance.now(),
          animals = new Map<string, Collected>(),
          leftOut = new Map<SkipReason, number>(),
          unread = new Map<string, UnreadCells>()
        const examples: Array<Rejected> = []
        let rows = 0,
          refused = 0,
          network = 0
        for await (const place of trackRows(table)) {
          const { offset, row } = place
          if (++rows % PROGRESS_ROWS === 0) {
            signal.throwIfAborted()
            screen.progress(() =>
              progressLine("Reading", {
                begun: 0,
                done: offset,
                total: table.file.size,
                rows,
                seconds: (performance.now() - begun) / 1000
              })
            )
          }
          countUnread(unread, place)
          if (row._tag === "Refused") {
            if (refused++ < MAX_SHOWN_ROWS) examples.push(rejectedOf(refusedRow(place, row), command))
          } else if (row._tag === "LeftOut") leftOut.set(row.why, (leftOut.get(row.why) ?? 0) + 1)
          else if (row.report.lon === undefined || row.report.lat === undefined)
            leftOut.set("no position", (leftOut.get("no position") ?? 0) + 1)
          else if (row.report.record_type === "network" && !includeNetwork) network++
          else {
            let animal = animals.get(row.individual)
            if (animal === undefined) animals.set(row.individual, (animal = new Collected()))
            if (row.report.valid === false) {
              leftOut.set("marked as outlier", (leftOut.get("marked as outlier") ?? 0) + 1)
              animal.outliers.push(row.at)
            } else
              animal.add(row.at, row.report.lon, row.report.lat, row.report.accuracy_m, row.report.satellites)
          }
        }
        const tracks = [...animals]
          .filter(([, { time }]) => time.length > 0)
          .map(([name, collected]) => collected.track(name))
          .sort((a, b) => (a.name < b.name ? -1 : 1))
        return {
          tracks,
          rows,
          refused,
          examples,
          leftOut,
          network,
          unread: unreadWords([...unread.values()], command)
        }
      },
      catch: tableError(table.file.name, command)
    })
  })

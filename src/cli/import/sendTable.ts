// The second pass: every row to the server, in the order of the file, and what became of each.
import { Effect, Stream } from "effect"
import type * as HttpClient from "effect/http/HttpClient"
import { type NotSent, sendReports, type Source } from "../../client/sendReports.ts"
import { remedies, type TraceCode } from "../../domain/intake/TraceCode.ts"
import { type Batch, batchTable } from "../../tracks/batchTable.ts"
import { settlePiece } from "../../tracks/settlePiece.ts"
import type { Table } from "../../tracks/Table.ts"
import type { Checkpoint, Point } from "./Checkpoint.ts"
import type { CommandFailed } from "../outcome.ts"
import { tableError } from "../table/fileOnDisk.ts"
import { progressLine } from "../Progress.ts"
import type { Rejected, RejectedRows } from "../table/RejectedRows.ts"
import { Screen } from "../Screen.ts"
import { rejectedOf } from "../table/tableWords.ts"

/** Sending is what is needed to send a table. */
interface Sending {
  readonly table: Table
  /** the words before the file: what help is given with */
  readonly command: string
  readonly source: Source
  readonly deviceOf: (tag: string, individual: string) => string
  /** items of a request */
  readonly batch: number
  readonly from: Point
  readonly checkpoint: Checkpoint
  readonly rejects: RejectedRows
}

/** Sent counts what was sent. */
interface Sent {
  readonly point: Point
  /** rows of the file that this run went over */
  readonly rows: number
  /** the first rows that were refused in this run */
  readonly examples: ReadonlyArray<Rejected>
}

const remedyOf = (code: string): string | undefined => remedies[code as TraceCode]

/**
 * Sends the rows after `from`; a request at a time, the next one made ready meanwhile. The checkpoint follows
 * each answer.
 */
export const sendTable = (
  { batch, checkpoint, command, deviceOf, from, rejects, source, table }: Sending,
  shown: number
): Effect.Effect<Sent, CommandFailed | NotSent, HttpClient.HttpClient | Screen> =>
  Effect.gen(function* () {
    const screen = yield* Screen
    const examples: Array<Rejected> = []
    const begun = performance.now(),
      failed = tableError(table.file.name, command)
    let point = from,
      rows = 0

    const settle = (
      piece: Batch,
      refused: ReadonlyArray<Rejected>,
      tally: { readonly accepted: number; readonly duplicates: number; readonly unassigned: number }
    ) => {
      rejects.add(refused)
      examples.push(...refused.slice(0, Math.max(0, shown - examples.length)))
      point = {
        ...piece.end,
        accepted: point.accepted + tally.accepted,
        duplicates: point.duplicates + tally.duplicates,
        unassigned: point.unassigned + tally.unassigned,
        rejected: point.rejected + refused.length
      }
      checkpoint.write(point)
      rows += piece.rows
      screen.progress(() =>
        progressLine("Sending", {
          begun: from.offset,
          done: point.offset,
          total: table.file.size,
          rows,
          seconds: (performance.now() - begun) / 1000
        })
      )
    }

    const send = Effect.fnUntraced(function* (piece: Batch) {
      const sent = { sources: piece.sources, refused: piece.refused.map((row) => rejectedOf(row, command)) }
      const answered = piece.sources.length === 0 ? [] : (yield* sendReports(source, piece.body)).items
      const { rejected, ...tally } = settlePiece(sent, answered, remedyOf)
      yield* Effect.try({
        try: () => settle(piece, rejected, tally),
        catch: failed
      })
    })

    yield* Stream.fromAsyncIterable(batchTable(table, from, batch, deviceOf), failed).pipe(
      Stream.buffer({ capacity: 1 }),
      Stream.runForEach(send)
    )
    return { point, rows, examples }
  })

// The export job: rows become a file, a bounded piece a step, so that another worker can resume with the same
// bytes. A workbook cannot be resumed: it is one step, and starts again. Sizes and checksums come last.
import { Effect, Option, Stream } from "effect"
import { MAX_FILE_BYTES, MAX_SHEET_ROWS, type Order } from "../domain/export/Export.ts"
import { columns, type Place, placeOf, type Row } from "../domain/export/Row.ts"
import { pieceOf } from "../domain/export/Writer.ts"
import { writerOf } from "../domain/export/writerOf.ts"
import {
  type Claim,
  ExportFiles,
  type ExportRows,
  JobRefused,
  type Kind,
  type Progress,
  Workbooks
} from "./ports.ts"

/** ROWS_PER_STEP is how many rows one step writes. */
const ROWS_PER_STEP = 10_000
/** SHEET_PAGE_ROWS is how many rows of a workbook are in memory at once. */
const SHEET_PAGE_ROWS = 5000
/** PIECE_BYTES is how many bytes of a workbook are stored at once. */
const PIECE_BYTES = 1024 * 1024

/** Checkpoint is the progress of an export: after a row, or at the end of its rows. */
type Checkpoint = { readonly after: Place } | { readonly written: true }

// written below, by this kind
const checkpointOf = ({ checkpoint }: Progress): Checkpoint | null => checkpoint as Checkpoint | null

const grown = (
  before: Progress,
  bytes: number,
  rows: number,
  checkpoint: Checkpoint | null
): Effect.Effect<Progress, JobRefused> => {
  const size = (before.counts["bytes"] ?? 0) + bytes,
    done = before.done + rows
  if (size > MAX_FILE_BYTES)
    return Effect.fail(
      new JobRefused({
        message:
          `The file would be larger than ${MAX_FILE_BYTES / 1024 ** 2} MiB. Ask for a shorter span, or ` +
          `for fewer entities.`
      })
    )
  return Effect.succeed({
    checkpoint,
    done,
    total: Math.max(before.total ?? 0, done),
    counts: { bytes: size }
  })
}

const encoder = new TextEncoder()

/** The kind of job for the worker. */
export const exportFile = Effect.map(Effect.all([ExportFiles, Workbooks]), ([files, books]): Kind => {
  const writeText = Effect.fnUntraced(function* (
    claim: Claim,
    before: Progress,
    {
      page,
      order
    }: ExportRows & { readonly order: Order & { readonly format: Parameters<typeof writerOf>[1] } }
  ) {
    const checkpoint = checkpointOf(before),
      last = checkpoint !== null && "after" in checkpoint ? checkpoint.after : null
    const rows = yield* page(last, ROWS_PER_STEP)
    const after = rows.length === 0 ? last : placeOf(rows.at(-1)!),
      isLast = rows.length < ROWS_PER_STEP
    const bytes = encoder.encode(pieceOf(writerOf(order.dataset, order.format), rows, last, after, isLast))
    const progress = yield* grown(
      before,
      bytes.length,
      rows.length,
      isLast || after === null ? { written: true } : { after }
    )
    yield* files.append(claim, bytes, progress)
    return progress
  })

  const writeBook = Effect.fnUntraced(function* (
    claim: Claim,
    before: Progress,
    { order, page }: ExportRows & { readonly order: Order }
  ) {
    if ((before.total ?? 0) > MAX_SHEET_ROWS)
      return yield* new JobRefused({
        message:
          `There are ${before.total} rows, and a sheet holds ${MAX_SHEET_ROWS}. Ask for a shorter span, ` +
          `or for csv.`
      })
    yield* files.restart(claim)
    let progress: Progress = { ...before, done: 0, counts: {} },
      read = 0
    const pages = Stream.paginate<Place | null, ReadonlyArray<Row>>(null, (after) =>
      Effect.map(page(after, SHEET_PAGE_ROWS), (rows) => {
        read += rows.length
        return [
          [rows],
          rows.length < SHEET_PAGE_ROWS ? Option.none() : Option.some(placeOf(rows.at(-1)!))
        ] as const
      })
    )
    let held: Array<Uint8Array> = [],
      size = 0
    const keep = Effect.fnUntraced(function* (checkpoint: Checkpoint | null) {
      progress = yield* grown(progress, size, read - progress.done, checkpoint)
      yield* files.append(claim, Buffer.concat(held), progress)
      held = []
      size = 0
    })
    yield* Stream.runForEach(books.sheet(order.dataset, columns[order.dataset], pages), (bytes) => {
      held.push(bytes)
      size += bytes.length
      return size < PIECE_BYTES ? Effect.void : keep(null)
    })
    yield* keep({ written: true })
    return progress
  })

  return {
    kind: "export",
    step: Effect.fnUntraced(function* (claim, before) {
      const checkpoint = checkpointOf(before)
      if (checkpoint !== null && "written" in checkpoint) {
        yield* files.finish(claim, before)
        return { progress: before, isDone: true }
      }
      const rows = yield* files.open(claim)
      const counted = before.total === null ? { ...before, total: yield* rows.count } : before
      const { format } = rows.order
      const progress =
        format === "xlsx"
          ? yield* writeBook(claim, counted, rows)
          : yield* writeText(claim, counted, { ...rows, order: { ...rows.order, format } })
      return { progress, isDone: false }
    })
  }
})

// Writes a workbook of one sheet while its rows are read, at the rate at which the client reads. Texts are
// typed as texts, so that none is a formula; numbers are numbers, and times dates.
import { Cause, Effect, Stream } from "effect"
import { once } from "node:events"
import { PassThrough } from "node:stream"
import { setImmediate } from "node:timers/promises"
import { isTime, oneLine, plainCell, type Row } from "../../domain/export/Row.ts"

/** The limit of a cell in spreadsheets. */
const MAX_CELL_CHARACTERS = 32_000
/** Rows that are written before other work of the process gets its turn. */
const ROWS_PER_TURN = 200

const cellOf = (column: string, row: Row): string | number | boolean | Date | null => {
  const cell = plainCell(row[column])
  return typeof cell !== "string"
    ? cell
    : isTime(column)
      ? new Date(cell)
      : oneLine(cell).slice(0, MAX_CELL_CHARACTERS)
}

/** Returns the bytes of a workbook whose header are the names of the columns. */
export const sheetOf = <E>(
  name: string,
  columns: ReadonlyArray<string>,
  pages: Stream.Stream<ReadonlyArray<Row>, E>
): Stream.Stream<Uint8Array, E> =>
  Stream.unwrap(
    Effect.gen(function* () {
      // imported at first use: it is large, and most processes never need it
      const { default: ExcelJS } = yield* Effect.promise(() => import("exceljs"))
      const sink = new PassThrough()
      const book = new ExcelJS.stream.xlsx.WorkbookWriter({
        stream: sink,
        useStyles: true,
        useSharedStrings: false
      })
      book.creator = "Pugmark"
      const sheet = book.addWorksheet(name, { views: [{ state: "frozen", ySplit: 1 }] })
      sheet.columns = columns.map((key) => ({
        header: key,
        width: isTime(key) ? 24 : 14,
        ...(isTime(key) ? { style: { numFmt: "yyyy-mm-dd hh:mm:ss.000" } } : {})
      }))
      sheet.getRow(1).font = { name: "Calibri", size: 11, bold: true }

      let failure: Cause.Cause<E> | null = null
      const write = Stream.runForEach(pages, (rows) =>
        Effect.promise(async () => {
          for (const [n, row] of rows.entries()) {
            sheet.addRow(columns.map((column) => cellOf(column, row))).commit()
            if (n % ROWS_PER_TURN === ROWS_PER_TURN - 1) await setImmediate() // yields to other work of the process
          }
          // the next rows are read only when these have been consumed
          while (sink.writableNeedDrain) await once(sink, "drain")
        })
      ).pipe(
        Effect.andThen(
          Effect.promise(async () => {
            sheet.commit()
            await book.commit()
          })
        ),
        Effect.catchCause((cause) =>
          Effect.sync(() => {
            failure = cause
            sink.destroy(new Error("the rows could not be read"))
          })
        )
      )
      yield* Effect.forkScoped(write)
      yield* Effect.addFinalizer(() => Effect.sync(() => sink.destroy()))
      return Stream.fromAsyncIterable<Uint8Array, Cause.Cause<E>>(
        sink,
        (error) => failure ?? Cause.die(error)
      ).pipe(Stream.catch((cause) => Stream.failCause(cause)))
    })
  )

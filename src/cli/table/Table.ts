// A table of tracks that was opened, and its rows as they stand in the file.
import type { Pass } from "../../domain/intake/shownTwice.ts"
import { TableBroken } from "../../domain/intake/TableBroken.ts"
import type { GpxKind } from "../../domain/intake/GpxPoints.ts"
import type { Reading } from "../../domain/intake/Reading.ts"
import { CommandFailed } from "../outcome.ts"
import { countOf } from "../Progress.ts"
import type { Encoding } from "./encodings.ts"
import { readGpx } from "./readGpx.ts"
import { type From, readTable, type Row } from "./readTable.ts"

type Form =
  | { readonly _tag: "Separated"; readonly delimiter: string; readonly encoding: Encoding }
  | {
      readonly _tag: "Gpx"
      readonly encoding: string
      readonly animal: string | undefined
      readonly kind: GpxKind
    }

export interface Table {
  readonly file: string
  /** bytes */
  readonly size: number
  /** epoch ms of the last change */
  readonly modified: number
  /** what its rows are read with */
  readonly form: Form
  readonly header: ReadonlyArray<string>
  readonly reading: Reading
  /** where the first row after the header begins */
  readonly body: From
  /** of rows at times that the clocks showed twice, by the byte after the row, where their order tells it */
  readonly passes: ReadonlyMap<number, Pass>
  /** rows at such times whose order does not tell it */
  readonly openPasses: number
  /** the words of the command that reads it */
  readonly command: string
  /** what else the file holds that can be taken, and how, in words; null: nothing */
  readonly besides: string | null
  /** epoch ms: by this clock its times are judged */
  readonly openedAt: number
}

/** What went wrong with a file, in words. */
export const tableError =
  (file: string) =>
  (error: unknown): CommandFailed => {
    if (error instanceof CommandFailed) return error
    if (error instanceof TableBroken) return new CommandFailed({ message: `${file}, ${error.message}` })
    const code = error instanceof Error && "code" in error ? String(error.code) : ""
    const words: Readonly<Record<string, string>> = {
      ENOENT: "there is no such file",
      EACCES: "it may not be read",
      EISDIR: "it is a folder"
    }
    return new CommandFailed({ message: `${file}: ${words[code] ?? String(error)}` })
  }

/** The rows of a table, from after its header on. */
export const rowsOf = (
  { body, file, form }: Pick<Table, "body" | "file" | "form">,
  from: From = body
): AsyncGenerator<Row> =>
  form._tag === "Gpx"
    ? readGpx(file, form.encoding, form.animal, from, form.kind)
    : readTable(file, form.delimiter, from, form.encoding)

/** What a person should know of a table that was read, in words. */
export const notesOn = ({ besides, openPasses, passes, reading }: Table): ReadonlyArray<string> => {
  const left = openPasses === 0 ? null : countOf(openPasses, "row"),
    isSaid = reading.shownTwice !== undefined
  return [
    ...(passes.size === 0
      ? []
      : [`${countOf(passes.size, "row")} at times that the clocks showed twice: told apart by their order`]),
    ...(left === null
      ? []
      : [
          `${left} at times that the clocks showed twice, which their order does not tell apart: ` +
            (isSaid ? `taken for the ${reading.shownTwice} time, as asked` : "refused")
        ]),
    ...(besides === null ? [] : [besides])
  ]
}

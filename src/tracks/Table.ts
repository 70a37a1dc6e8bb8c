// A table of tracks that was opened, and its rows as they stand in the file.
import type { GpxKind } from "../domain/intake/GpxPoints.ts"
import type { Pass } from "../domain/intake/shownTwice.ts"
import type { Reading } from "../domain/intake/Reading.ts"
import type { Encoding } from "./encodings.ts"
import { type GpxContents, readGpx } from "./readGpx.ts"
import { type From, readTable, type Row } from "./readTable.ts"
import type { TrackFile } from "./TrackFile.ts"

/** How a file is written. */
export type Form =
  | { readonly _tag: "Separated"; readonly delimiter: string; readonly encoding: Encoding }
  | {
      readonly _tag: "Gpx"
      readonly encoding: string
      /** whose all its points are; undefined: as it names them */
      readonly animal: string | undefined
      readonly kind: GpxKind
    }

export interface Table {
  readonly file: TrackFile
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
  /** of a GPX file: what it holds of each kind */
  readonly contents: GpxContents | null
  /** epoch ms: by this clock its times are judged */
  readonly openedAt: number
}

/** The rows of a table, from after its header on. */
export const rowsOf = (
  { body, file, form }: Pick<Table, "body" | "file" | "form">,
  from: From = body
): AsyncGenerator<Row> =>
  form._tag === "Gpx"
    ? readGpx(file, form.encoding, form.animal, from, form.kind)
    : readTable(file, form.delimiter, from, form.encoding)

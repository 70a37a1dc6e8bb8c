// A table of tracks that was opened, and its rows as they stand in the file.
import type { GpxKind } from "../domain/intake/GpxPoints.ts"
import type { Pass } from "../domain/intake/ambiguousTimes.ts"
import type { Reading } from "../domain/intake/Reading.ts"
import type { Encoding } from "./encodings.ts"
import type { GpxContents } from "./readGpx.ts"
import type { ResumePoint, Row } from "./readTable.ts"
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
  | {
      readonly _tag: "Kml"
      readonly encoding: string
      readonly animal: string | undefined
      /** the file is a KMZ */
      readonly isPacked: boolean
    }
  | { readonly _tag: "GeoJson"; readonly encoding: Encoding }
  | {
      readonly _tag: "Sheet"
      /** the sheet that is taken, and the others */
      readonly sheet: string
      readonly others: ReadonlyArray<string>
    }

/** Whether a format has longitudes, latitudes and times of UTC, and nothing else. */
export const isDegrees = ({ _tag }: Form): boolean => _tag === "Gpx" || _tag === "Kml"

/** A file whose first bytes were read: how it is written, its header, and its rows. */
export interface Begun {
  /** what its rows are read with */
  readonly form: Form
  readonly header: ReadonlyArray<string>
  /** the row below the header that says the units of columns, by their place; empty: there is none */
  readonly units: ReadonlyMap<number, string>
  /** where the first row after the header begins */
  readonly body: ResumePoint
  /** of a GPX file: what it holds of each kind */
  readonly contents: GpxContents | null
  /** what a person should know of how the file is read */
  readonly notes: ReadonlyArray<string>
  /** the system of its coordinates that the file itself names; null: it names none */
  readonly system: string | null
  /** the rows that end after a place */
  readonly read: (from: ResumePoint) => AsyncGenerator<Row>
}

/** Table is an opened file of tracks, to be read row by row. */
export interface Table extends Begun {
  readonly file: TrackFile
  readonly reading: Reading
  /** of rows at times that the clocks showed twice, by the byte after the row, where their order tells it */
  readonly passes: ReadonlyMap<number, Pass>
  /** rows at such times whose order does not tell it */
  readonly openPasses: number
  /** epoch ms: by this clock its times are judged */
  readonly openedAt: number
}

/** Returns the rows of a table, from after its header on. */
export const rowsOf = (
  { body, read }: Pick<Table, "body" | "read">,
  from: ResumePoint = body
): AsyncGenerator<Row> => read(from)

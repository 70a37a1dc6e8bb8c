// What a person says about a table beside it.
import type { ColumnField } from "../domain/intake/columnNames.ts"
import type { GpxKind } from "../domain/intake/GpxPoints.ts"
import type { Pass } from "../domain/intake/ambiguousTimes.ts"
import type { TimeFormat } from "../domain/intake/tableClock.ts"
import type { Encoding } from "./encodings.ts"

/** What a file is, so far as commands are for one kind each. */
export type FileKind = "table" | "gpx" | "kml" | "geojson" | "excel"

/** What a person says about a table beside it; undefined: not said. */
export interface TableAnswers {
  /** what it has to be; a workbook is a table too; undefined: any */
  readonly expects: FileKind | undefined
  readonly delimiter: string | undefined
  readonly encoding: Encoding | undefined
  readonly decimal: "point" | "comma" | undefined
  readonly timeFormat: TimeFormat
  /** of times that do not say theirs */
  readonly timesIn: string | undefined
  /** which pass times are of that the clocks showed twice, where the order of the rows does not tell */
  readonly shownTwice: Pass | undefined
  /** longitudes go from 0 to 360 */
  readonly wrapLongitudes: boolean
  /** the system of its coordinates: a code of EPSG, or a definition of PROJ or WKT; undefined: degrees */
  readonly crs: string | undefined
  /** what is taken of a GPX file */
  readonly gpxPoints: GpxKind
  /** whose all rows, or points of a GPX file, are; undefined: as it names them */
  readonly animal: string | undefined
  /** the names of columns that a person chose by hand */
  readonly chosenByHand: ReadonlyMap<ColumnField, string>
}

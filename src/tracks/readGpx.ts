// A GPX file as rows of a table, read piece by piece.
import { type GpxCount, type GpxKind, GpxPoints } from "../domain/intake/GpxPoints.ts"
import type { ResumePoint, Row } from "./readTable.ts"
import { rowsAfter, readXml, XML_START } from "./readXml.ts"
import { bareNameOf, type TrackFile } from "./TrackFile.ts"

/** What a file holds of each kind. */
export type GpxContents = Readonly<Record<GpxKind, GpxCount>>

/**
 * Reads the points of `file` that end after `from`, an offset in characters. `animal`: whose all of them are;
 * `kind`: which are taken. Throws `TableBroken`.
 */
export const readGpx = (
  file: TrackFile,
  encoding: string,
  animal: string | undefined,
  from: ResumePoint = XML_START,
  kind: GpxKind = "tracks"
): AsyncGenerator<Row> =>
  rowsAfter(readXml(file, encoding, new GpxPoints(bareNameOf(file), animal, kind)), from)

/** Counts what a GPX file holds. Throws `TableBroken`. */
export const gpxContents = async (file: TrackFile, encoding: string): Promise<GpxContents> => {
  const points = new GpxPoints("", undefined)
  for await (const _ of readXml(file, encoding, points));
  return points.contents
}

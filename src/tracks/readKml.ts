// A KML file as rows of a table, read piece by piece, and the KML in a KMZ.
import { type KmlContents, KmlTracks } from "../domain/intake/KmlTracks.ts"
import type { ResumePoint, Row } from "./readTable.ts"
import { rowsAfter, readXml, XML_START } from "./readXml.ts"
import { bareNameOf, type TrackFile } from "./TrackFile.ts"

/**
 * Reads the places of `file` with a time that end after `from`, an offset in characters. Throws
 * `TableBroken`.
 */
export const readKml = (
  file: TrackFile,
  encoding: string,
  animal: string | undefined,
  from: ResumePoint = XML_START
): AsyncGenerator<Row> => rowsAfter(readXml(file, encoding, new KmlTracks(bareNameOf(file), animal)), from)

/** Counts what a KML file holds. Throws `TableBroken`. */
export const kmlContents = async (file: TrackFile, encoding: string): Promise<KmlContents> => {
  const tracks = new KmlTracks("", undefined)
  for await (const _ of readXml(file, encoding, tracks));
  return tracks.contents
}

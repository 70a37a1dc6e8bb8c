// A file of tracks, and its first bytes.
import { type ByteSource, bytesAt } from "../archives/ByteSource.ts"

/** TrackFile is a file of tracks, wherever it lies; on this machine its name is its path. */
export interface TrackFile extends ByteSource {
  /** When it was changed last, epoch ms. */
  readonly modified: number
}

/** Returns the first `length` bytes of a file, or all of a shorter one. */
export const startOf = (file: TrackFile, length: number): Promise<Uint8Array> => bytesAt(file, 0, length)

/** Returns the name of a file without its folders and its ending: the animal of rows that name none. */
export const bareNameOf = ({ name }: TrackFile): string =>
  name.replace(/^.*[/\\]/u, "").replace(/\.(?:gpx|kml|kmz|geojson|json|csv|tsv|txt|xlsx)$/iu, "")

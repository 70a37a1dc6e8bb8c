// A file in an archive, as a file of tracks.
import type { ArchiveEntry } from "../archives/directory.ts"
import { unpack } from "../archives/unpack.ts"
import type { TrackFile } from "./TrackFile.ts"

/**
 * Returns an entry of an archive as a file that can be read from any byte on, as often as asked: it is
 * unpacked again each time, so that it takes no memory. It is called as the archive is.
 */
export const packedFile = (file: TrackFile, entry: ArchiveEntry): TrackFile => ({
  name: file.name,
  size: entry.size,
  modified: file.modified,
  read: async function* (from) {
    let at = 0
    for await (const piece of unpack(file, entry)) {
      if (at + piece.length > from) yield piece.subarray(Math.max(0, from - at))
      at += piece.length
    }
  }
})

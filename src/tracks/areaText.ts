// The text of a file of areas, here and in the browser: GeoJSON or KML in whatever encoding, or the KML in a KMZ.
import { ArchiveRefused } from "../archives/ArchiveRefused.ts"
import { type ByteSource, bytesAt } from "../archives/ByteSource.ts"
import { isArchive } from "../archives/directory.ts"
import { readKmz } from "../archives/unpack.ts"
import { decoded, type Encoding, latin1, seenEncoding } from "./encodings.ts"

const START_BYTES = 200
const LATIN1_XML_PATTERN = /^\s*<\?xml[^>]*encoding=["'](?:iso-8859-1|latin-?1|windows-1252)["']/iu

const encodingOf = (bytes: Uint8Array): Encoding => {
  const start = bytes.subarray(0, START_BYTES)
  return LATIN1_XML_PATTERN.test(latin1(start)) ? "latin1" : (seenEncoding(start) ?? "utf-8")
}

/**
 * Reads the text of a file of areas; `most` is in bytes, unpacked.
 *
 * @throws ArchiveRefused where the file is an archive that is not read, or larger
 */
export const areaText = async (source: ByteSource, most: number): Promise<string> => {
  const isPacked = isArchive(await bytesAt(source, 0, 4))
  if (!isPacked && source.size > most)
    throw new ArchiveRefused(source.name, null, `has more than ${Math.floor(most / 1024 / 1024)} MB`)
  const bytes = isPacked ? await readKmz(source, most) : await bytesAt(source, 0, source.size)
  return decoded(bytes, encodingOf(bytes))
}

// Reads the file of tiles that a deployment may place beside its data: PMTiles, version 3. Its header names
// its zoom levels.
import { Effect } from "effect"
import { open, stat } from "node:fs/promises"
import { promisify } from "node:util"
import { gunzip } from "node:zlib"

/** `Edition` identifies the current content of the file. */
interface Edition {
  /** bytes */
  readonly size: number
  /** unchanged as long as the file is */
  readonly etag: string
}

/** `Basemap` is the zoom levels of the tiles and their attribution. */
interface Basemap {
  readonly minZoom: number
  readonly maxZoom: number
  /** as text; null: the file does not say */
  readonly attribution: string | null
}

const HEAD_BYTES = 127
/** Larger metadata is not read. */
const MAX_METADATA_BYTES = 1024 * 1024
const MAX_ATTRIBUTION_CHARACTERS = 300

/** Returns the attribution of metadata as text; files have it as HTML. */
const attributionIn = (json: string): string | null => {
  const metadata: unknown = JSON.parse(json)
  const said =
    typeof metadata === "object" && metadata !== null && "attribution" in metadata
      ? metadata.attribution
      : null
  if (typeof said !== "string") return null
  const text = said
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&copy;", "©")
    .replaceAll("&amp;", "&")
    .replaceAll(/[<>\p{Cc}\s]+/gu, " ")
    .trim()
  return text === "" ? null : text.slice(0, MAX_ATTRIBUTION_CHARACTERS)
}

const read = async (file: string): Promise<Basemap | null> => {
  const handle = await open(file)
  try {
    const head = new DataView(new ArrayBuffer(HEAD_BYTES))
    const { bytesRead } = await handle.read(new Uint8Array(head.buffer), 0, HEAD_BYTES, 0)
    const magic = new TextDecoder().decode(head.buffer.slice(0, 7))
    if (bytesRead < HEAD_BYTES || magic !== "PMTiles" || head.getUint8(7) !== 3) return null
    const at = Number(head.getBigUint64(24, true)),
      length = Number(head.getBigUint64(32, true)),
      compression = head.getUint8(97)
    const metadata = async () => {
      if (length === 0 || length > MAX_METADATA_BYTES || compression > 2) return null
      const bytes = new Uint8Array(length)
      await handle.read(bytes, 0, length, at)
      const plain =
        compression === 2 ? await promisify(gunzip)(bytes, { maxOutputLength: MAX_METADATA_BYTES }) : bytes
      return attributionIn(new TextDecoder().decode(plain))
    }
    return {
      minZoom: head.getUint8(100),
      maxZoom: head.getUint8(101),
      attribution: await metadata().catch(() => null)
    }
  } finally {
    await handle.close()
  }
}

/** Reads the header and metadata of the file; null if there is none, or an invalid one. */
export const readBasemap = (file: string | null): Effect.Effect<Basemap | null> =>
  file === null ? Effect.succeed(null) : Effect.promise(() => read(file).catch(() => null))

/**
 * Returns the edition of the file; null if there is none. It is called for every range, so it reads no
 * content.
 */
export const basemapEdition = (file: string | null): Effect.Effect<Edition | null> =>
  file === null
    ? Effect.succeed(null)
    : Effect.promise(() =>
        stat(file).then(
          (found) =>
            found.isFile() && found.size > 0
              ? {
                  size: found.size,
                  etag: `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"`
                }
              : null,
          () => null
        )
      )

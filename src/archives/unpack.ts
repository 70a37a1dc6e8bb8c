// One entry of an archive from strangers, unpacked piece by piece: memory does not grow with it, and what its
// header says is never trusted. An entry that is larger than it says, packs a bomb, or is cut off ends the reading.
import { Inflate } from "fflate"
import { ArchiveRefused } from "./ArchiveRefused.ts"
import { type ByteSource, bytesAt } from "./ByteSource.ts"
import { type ArchiveEntry, FREE_BYTES, MAX_RATIO, readDirectory, viewOf } from "./directory.ts"

const LOCAL_BYTES = 30
const LOCAL_SIGNATURE = 0x04034b50
/** CHUNK_BYTES are unpacked at a time: the result, at most a thousand times as large, is held in memory. */
const CHUNK_BYTES = 8 * 1024

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

const crcOf = (crc: number, bytes: Uint8Array): number => {
  let value = ~crc
  for (const byte of bytes) value = crcTable[(value ^ byte) & 0xff]! ^ (value >>> 8)
  return ~value >>> 0
}

/** Returns the packed bytes of an entry, a few at a time. */
async function* packedBytes(source: ByteSource, entry: ArchiveEntry): AsyncGenerator<Uint8Array> {
  const refuse = (reason: string) => new ArchiveRefused(source.name, entry.name, reason)
  const head = await bytesAt(source, entry.offset, LOCAL_BYTES),
    view = viewOf(head)
  if (head.length < LOCAL_BYTES || view.getUint32(0, true) !== LOCAL_SIGNATURE)
    throw refuse("is not where the archive says")
  if ((view.getUint16(6, true) & 0x2041) !== 0) throw refuse("is encrypted: save the file without a password")
  if ((view.getUint16(8, true) === 8) !== entry.isDeflated) throw refuse("is packed in another way than said")
  const begin = entry.offset + LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true)
  let left = entry.packedSize
  if (left > 0)
    for await (const piece of source.read(begin)) {
      const part = piece.subarray(0, left)
      left -= part.length
      for (let at = 0; at < part.length; at += CHUNK_BYTES) yield part.subarray(at, at + CHUNK_BYTES)
      if (left === 0) break
    }
  if (left > 0) throw refuse("is cut off")
}

async function* inflated(source: ByteSource, entry: ArchiveEntry): AsyncGenerator<Uint8Array> {
  let pieces: Array<Uint8Array> = []
  const inflate = new Inflate((piece) => void pieces.push(piece))
  const push = (piece: Uint8Array, isLast: boolean) => {
    try {
      inflate.push(piece, isLast)
    } catch {
      throw new ArchiveRefused(source.name, entry.name, "is damaged and cannot be unpacked")
    }
    const whole = pieces
    pieces = []
    return whole
  }
  let packed = 0,
    unpacked = 0
  for await (const piece of packedBytes(source, entry)) {
    packed += piece.length
    const whole = push(piece, false)
    unpacked = whole.reduce((sum, { length }) => sum + length, unpacked)
    if (unpacked > FREE_BYTES && unpacked > MAX_RATIO * packed)
      throw new ArchiveRefused(source.name, entry.name, `unpacks to more than ${MAX_RATIO} times its size`)
    yield* whole
  }
  yield* push(new Uint8Array(), true)
}

/** Returns the bytes of an entry, in pieces. Throws `ArchiveRefused`, or the error of the file. */
export async function* unpack(source: ByteSource, entry: ArchiveEntry): AsyncGenerator<Uint8Array> {
  const refuse = (reason: string) => new ArchiveRefused(source.name, entry.name, reason)
  let size = 0,
    crc = 0
  for await (const piece of entry.isDeflated ? inflated(source, entry) : packedBytes(source, entry)) {
    size += piece.length
    if (size > entry.size) throw refuse("unpacks to more than the archive says")
    crc = crcOf(crc, piece)
    if (piece.length > 0) yield piece
  }
  if (size < entry.size) throw refuse("unpacks to less than the archive says")
  if (crc !== entry.crc) throw refuse("is damaged: its contents are not those that were packed")
}

/**
 * One entry in memory, for what is small: `most` is in bytes.
 *
 * @throws ArchiveRefused
 */
const unpackWhole = async (source: ByteSource, entry: ArchiveEntry, most: number): Promise<Uint8Array> => {
  if (entry.size > most)
    throw new ArchiveRefused(source.name, entry.name, `has more than ${Math.floor(most / 1024 / 1024)} MB`)
  const bytes = new Uint8Array(entry.size)
  let filled = 0
  for await (const piece of unpack(source, entry)) {
    bytes.set(piece, filled)
    filled += piece.length
  }
  return bytes
}

/**
 * Returns the entry of a KMZ that is its document: `doc.kml`, or the first KML of the outermost folder that
 * has one.
 */
export const kmlIn = (entries: ReadonlyArray<ArchiveEntry>): ArchiveEntry | undefined => {
  const all = entries.filter(({ name }) => /\.kml$/iu.test(name)),
    depthOf = ({ name }: ArchiveEntry) => name.split("/").length,
    least = Math.min(...all.map(depthOf))
  return (
    all.find(({ name }) => name.toLowerCase() === "doc.kml") ?? all.find((entry) => depthOf(entry) === least)
  )
}

/**
 * The document of a KMZ, as bytes in memory.
 *
 * @example
 *   const kml = await readKmz(sourceOf("farm.kmz", bytes), 16 * 1024 * 1024)
 *
 * @throws ArchiveRefused
 */
export const readKmz = async (source: ByteSource, most: number): Promise<Uint8Array> => {
  const document = kmlIn(await readDirectory(source))
  if (document === undefined) throw new ArchiveRefused(source.name, null, "is an archive without a KML in it")
  return unpackWhole(source, document, most)
}

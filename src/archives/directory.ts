// The directory of a ZIP archive from strangers: what is in it, held to bounds before anything is unpacked. What
// it says of sizes is a promise that `unpack` holds it to.
import { ArchiveRefused } from "./ArchiveRefused.ts"
import { type ByteSource, bytesAt } from "./ByteSource.ts"

/** Bytes that an archive may unpack to, all of its entries together. */
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024
/** Entries of an archive, folders among them. */
const MAX_ENTRIES = 1000
/** How many times as large as packed an entry may be. */
export const MAX_RATIO = 100
/** Unpacked bytes of an entry that are not held to the ratio: so few are no harm. */
export const FREE_BYTES = 100 * 1024
/** Bytes of a directory: a thousand entries with long names and notes. */
const MAX_DIRECTORY_BYTES = 1024 * 1024

/** ArchiveEntry is one file of an archive, as its directory tells of it. */
export interface ArchiveEntry {
  readonly name: string
  /** unpacked, in bytes */
  readonly size: number
  readonly packedSize: number
  readonly crc: number
  readonly isDeflated: boolean
  /** where its own header begins in the archive */
  readonly offset: number
}

const END_BYTES = 22
const HEADER_BYTES = 46
const MAX_COMMENT_BYTES = 0xffff
const END_SIGNATURE = 0x06054b50
const HEADER_SIGNATURE = 0x02014b50
/** ZIP64_MARKER stands in a size field whose value is in the ZIP64 field of the entry. */
const ZIP64_MARKER = 0xffffffff

/** Whether a file begins as an archive does. */
export const isArchive = (start: Uint8Array): boolean =>
  start[0] === 0x50 && start[1] === 0x4b && start[2] === 0x03 && start[3] === 0x04

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Why a name is none of a file inside the archive; null: it is one. */
const troubleOfName = (name: string): string | null => {
  if (name === "" || /\p{Cc}/u.test(name)) return "has a name that cannot be read"
  if (/^(?:[/\\]|[a-z]:)/iu.test(name)) return "has an absolute path as its name"
  return name.split(/[/\\]/u).includes("..") ? "has a path that leads out of the archive" : null
}

interface End {
  readonly offset: number
  readonly size: number
  readonly entries: number
  /** where the directory has to be over */
  readonly at: number
}

/** Where the directory lies: the last bytes of an archive say so. */
const findEnd = async (source: ByteSource): Promise<End> => {
  const from = Math.max(0, source.size - END_BYTES - MAX_COMMENT_BYTES),
    tail = await bytesAt(source, from, source.size - from),
    view = viewOf(tail)
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue
    if (at + END_BYTES + view.getUint16(at + 20, true) !== tail.length) continue
    if (view.getUint16(at + 4, true) !== 0 || view.getUint16(at + 6, true) !== 0)
      throw new ArchiveRefused(source.name, null, "is one part of an archive in several")
    return {
      entries: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      offset: view.getUint32(at + 16, true),
      at: from + at
    }
  }
  throw new ArchiveRefused(source.name, null, "is an archive without its end: it was cut off, or is damaged")
}

/** Sizes and offset of an entry that are told in 64 bits, in the order in which they stand there. */
const in64Bits = (extra: Uint8Array, told: ReadonlyArray<number>): ReadonlyArray<number> => {
  const view = viewOf(extra)
  let field = extra.subarray(0, 0)
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true))
    if (view.getUint16(at, true) === 1) field = extra.subarray(at + 4, at + 4 + view.getUint16(at + 2, true))
  const wide = viewOf(field)
  let next = 0
  return told.map((value) => {
    if (value !== ZIP64_MARKER) return value
    const here = next
    next += 8
    return next <= field.length ? Number(wide.getBigUint64(here, true)) : Infinity
  })
}

const textOf = (bytes: Uint8Array, isUtf8: boolean): string =>
  isUtf8 ? new TextDecoder().decode(bytes) : String.fromCharCode(...bytes)

/** One header of the directory, and where the next begins. */
const readHeader = (
  file: string,
  bytes: Uint8Array,
  at: number
): { readonly entry: ArchiveEntry; readonly next: number } => {
  const view = viewOf(bytes)
  if (at + HEADER_BYTES > bytes.length || view.getUint32(at, true) !== HEADER_SIGNATURE)
    throw new ArchiveRefused(file, null, "is an archive whose directory is damaged")
  const flags = view.getUint16(at + 8, true),
    method = view.getUint16(at + 10, true),
    nameAt = at + HEADER_BYTES,
    extraAt = nameAt + view.getUint16(at + 28, true),
    noteAt = extraAt + view.getUint16(at + 30, true),
    next = noteAt + view.getUint16(at + 32, true)
  if (next > bytes.length) throw new ArchiveRefused(file, null, "is an archive whose directory is damaged")
  const name = textOf(bytes.subarray(nameAt, extraAt), (flags & 0x800) !== 0),
    shown = name.replaceAll(/\p{Cc}/gu, "?").slice(0, 100)
  const refuse = (reason: string): never => {
    throw new ArchiveRefused(file, shown, reason)
  }
  const trouble = troubleOfName(name)
  if (trouble !== null) refuse(trouble)
  if ((flags & 0x2041) !== 0) refuse("is encrypted: save the file without a password")
  if (method !== 0 && method !== 8) refuse("is packed in a way that is not known here")
  const [size, packedSize, offset] = in64Bits(bytes.subarray(extraAt, noteAt), [
    view.getUint32(at + 24, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 42, true)
  ]) as [number, number, number]
  if (method === 0 && size !== packedSize) refuse("is said to have two sizes")
  if (size > MAX_UNPACKED_BYTES) refuse(`unpacks to more than ${MAX_UNPACKED_BYTES / 1024 / 1024} MB`)
  if (size > FREE_BYTES && size > MAX_RATIO * packedSize)
    refuse(`unpacks to more than ${MAX_RATIO} times its size`)
  const crc = view.getUint32(at + 16, true)
  return { entry: { name, size, packedSize, crc, isDeflated: method === 8, offset }, next }
}

/** Reads the directory of an archive: its files. Throws `ArchiveRefused`, or the error of the file. */
export const readDirectory = async (source: ByteSource): Promise<ReadonlyArray<ArchiveEntry>> => {
  const end = await findEnd(source)
  const refuse = (reason: string): never => {
    throw new ArchiveRefused(source.name, null, reason)
  }
  const tooMany = `is an archive of more than ${MAX_ENTRIES} files`
  if (end.entries > MAX_ENTRIES) refuse(tooMany)
  if (end.size > MAX_DIRECTORY_BYTES || end.offset + end.size > end.at)
    refuse("is an archive whose directory is damaged")
  const bytes = await bytesAt(source, end.offset, end.size)
  const entries: Array<ArchiveEntry> = [],
    names = new Set<string>()
  let seen = 0,
    unpacked = 0
  for (let at = 0; at < bytes.length; seen++) {
    if (seen === MAX_ENTRIES) refuse(tooMany)
    const { entry, next } = readHeader(source.name, bytes, at)
    at = next
    if (names.has(entry.name)) throw new ArchiveRefused(source.name, entry.name, "is there twice")
    names.add(entry.name)
    unpacked += entry.size
    if (unpacked > MAX_UNPACKED_BYTES)
      refuse(`is an archive that unpacks to more than ${MAX_UNPACKED_BYTES / 1024 / 1024} MB`)
    entries.push(entry)
  }
  if (seen !== end.entries) refuse("is an archive whose directory is damaged")
  // one packed stretch that many entries share is a bomb that no size betrays
  let until = end.offset
  for (const { name, offset, packedSize } of entries.toSorted((a, b) => b.offset - a.offset)) {
    if (offset + packedSize > until)
      throw new ArchiveRefused(source.name, name, "does not lie in the archive by itself")
    until = offset
  }
  return entries.filter(({ name }) => !name.endsWith("/"))
}

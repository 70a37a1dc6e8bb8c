// Reads tiles from one file (PMTiles, version 3) by byte ranges: a header, directories of tile positions, and the
// tiles. Each directory is read once.

/** The header of the file. */
interface Head {
  readonly root: readonly [at: number, length: number]
  /** offsets of the leaf directories and of the tiles */
  readonly leaves: number
  readonly tiles: number
  /** compression: 1 none, 2 gzip */
  readonly inner: number
  readonly outer: number
  /** tile type: 1 vector; others are images */
  readonly type: number
}

interface Entry {
  readonly id: number
  readonly at: number
  readonly length: number
  /** run length: consecutive tiles with the same content; 0: the entry is a directory */
  readonly run: number
}

const HEAD_BYTES = 127
/** MAX_DEPTH is the maximum number of directories to a tile. */
const MAX_DEPTH = 3

const GZIP = 2

const plain = async (bytes: ArrayBuffer, compression: number): Promise<ArrayBuffer> => {
  if (compression !== GZIP) return bytes
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()
}

/** Reads varints: seven bits per byte, the eighth set except in the last byte. */
const numbersIn = (buffer: ArrayBuffer) => {
  const bytes = new Uint8Array(buffer)
  let at = 0
  return (): number => {
    let value = 0,
      scale = 1
    for (;;) {
      const byte = bytes[at++] ?? 0
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 128
    }
  }
}

const entriesIn = (buffer: ArrayBuffer): ReadonlyArray<Entry> => {
  const next = numbersIn(buffer)
  const count = next()
  const column = () => Array.from({ length: count }, next)
  let id = 0
  const ids = column().map((step) => (id += step))
  const runs = column(),
    lengths = column(),
    places = column()
  let end = 0
  return ids.map((id, i) => {
    const length = lengths[i]!
    const at = places[i] === 0 ? end : places[i]! - 1
    end = at + length
    return { id, run: runs[i]!, length, at }
  })
}

/** The id of a tile: zoom levels one after the other, each along a Hilbert curve. */
export const tileNumber = (z: number, x: number, y: number): number => {
  let number = (4 ** z - 1) / 3
  for (let side = 2 ** (z - 1), a = x, b = y; side >= 1; side /= 2) {
    const right = (a & side) > 0 ? 1 : 0,
      down = (b & side) > 0 ? 1 : 0
    number += side * side * ((3 * right) ^ down)
    if (down === 0) {
      if (right === 1) {
        a = side - 1 - (a & (side - 1))
        b = side - 1 - (b & (side - 1))
      }
      ;[a, b] = [b, a]
    }
  }
  return number
}

/** The entry of a tile, or of the directory that has it; undefined: neither. */
const entryOf = (entries: ReadonlyArray<Entry>, id: number): Entry | undefined => {
  const found = entries.findLast((entry) => entry.id <= id)
  return found !== undefined && (found.run === 0 || id < found.id + found.run) ? found : undefined
}

/** An open PMTiles file. */
export interface TileFile {
  readonly vector: boolean
  /** undefined: the file has no such tile */
  readonly tile: (z: number, x: number, y: number) => Promise<ArrayBuffer | undefined>
}

/**
 * Opens a PMTiles file.
 *
 * @throws Error where the file cannot be read, or has another format
 */
export const openTiles = async (url: string): Promise<TileFile> => {
  const read = async (at: number, length: number): Promise<ArrayBuffer> => {
    const answer = await fetch(url, { headers: { range: `bytes=${at}-${at + length - 1}` } })
    if (answer.status !== 206) throw new Error(`The map's tiles cannot be read: ${answer.status}`)
    return answer.arrayBuffer()
  }
  const view = new DataView(await read(0, HEAD_BYTES))
  const place = (at: number) => Number(view.getBigUint64(at, true))
  const head: Head = {
    root: [place(8), place(16)],
    leaves: place(40),
    tiles: place(56),
    inner: view.getUint8(97),
    outer: view.getUint8(98),
    type: view.getUint8(99)
  }
  const known = new Map<number, Promise<ReadonlyArray<Entry>>>()
  const directory = (at: number, length: number) => {
    const before = known.get(at)
    if (before !== undefined) return before
    const entries = read(at, length).then(async (bytes) => entriesIn(await plain(bytes, head.inner)))
    known.set(at, entries)
    entries.catch(() => known.delete(at))
    return entries
  }
  const tile = async (z: number, x: number, y: number) => {
    const id = tileNumber(z, x, y)
    let [at, length] = head.root
    for (let depth = 0; depth <= MAX_DEPTH; depth++) {
      const entry = entryOf(await directory(at, length), id)
      if (entry === undefined) return undefined
      if (entry.run > 0) return plain(await read(head.tiles + entry.at, entry.length), head.outer)
      at = head.leaves + entry.at
      length = entry.length
    }
    return undefined
  }
  return { vector: head.type === 1, tile }
}

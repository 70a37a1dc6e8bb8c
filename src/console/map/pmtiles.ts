// Reads tiles out of one file (PMTiles, version 3) by ranges of bytes: a head, directories of where each tile
// lies, and the tiles. A directory is read once.

/** What the head of the file says. */
interface Head {
  readonly root: readonly [at: number, length: number]
  /** where leaves of the directory begin, and where tiles do */
  readonly leaves: number
  readonly tiles: number
  /** 1: none, 2: gzip */
  readonly inner: number
  readonly outer: number
  /** 1: vector; others are pictures */
  readonly type: number
}

interface Entry {
  readonly id: number
  readonly at: number
  readonly length: number
  /** tiles in a row that are this one; 0: it is a directory */
  readonly run: number
}

const HEAD_BYTES = 127
/** A tile is three directories away at most. */
const MAX_DEPTH = 3

const GZIP = 2

const plain = async (bytes: ArrayBuffer, compression: number): Promise<ArrayBuffer> => {
  if (compression !== GZIP) return bytes
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()
}

/** Numbers of seven bits a byte, the last without the eighth. */
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

/** The number of a tile: levels one after the other, each along a Hilbert curve. */
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

/** The entry that holds a tile, or the directory that does; undefined: there is none. */
const entryOf = (entries: ReadonlyArray<Entry>, id: number): Entry | undefined => {
  const found = entries.findLast((entry) => entry.id <= id)
  return found !== undefined && (found.run === 0 || id < found.id + found.run) ? found : undefined
}

export interface TileFile {
  readonly vector: boolean
  /** undefined: the file has no such tile */
  readonly tile: (z: number, x: number, y: number) => Promise<ArrayBuffer | undefined>
}

/** @throws Error where the file cannot be read, or is another */
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

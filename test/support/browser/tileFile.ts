// Files of tiles (PMTiles, version 3) as tests lay them beside the data.
import { crc32, deflateSync, gzipSync } from "node:zlib"

/** Numbers of seven bits a byte, the last without the eighth. */
const written = (numbers: ReadonlyArray<number>): Buffer =>
  Buffer.from(
    numbers.flatMap((number) => {
      const bytes: Array<number> = []
      let rest = number
      while (rest >= 0x80) {
        bytes.push((rest & 0x7f) | 0x80)
        rest = Math.floor(rest / 128)
      }
      return [...bytes, rest]
    })
  )

/** Columns of a directory: ids as steps, runs, lengths, and places counted from 1; 0: after the one before. */
export const directory = (...columns: ReadonlyArray<ReadonlyArray<number>>): Buffer =>
  gzipSync(written([columns[0]!.length, ...columns.flat()]))

interface Parts {
  readonly root: Buffer
  readonly leaf?: Buffer
  readonly tiles: ReadonlyArray<Buffer>
  /** 1: vector, 2: PNG */
  readonly type: 1 | 2
}

/** Directories are compressed; tiles are where they are vector. */
export const tileFile = ({ leaf = Buffer.alloc(0), root, tiles, type }: Parts): Buffer => {
  const head = Buffer.alloc(127)
  head.write("PMTiles")
  head.writeUInt8(3, 7)
  const afterRoot = head.length + root.length
  const places = [head.length, root.length, 0, 0, afterRoot, leaf.length, afterRoot + leaf.length]
  for (const [i, place] of places.entries()) head.writeBigUInt64LE(BigInt(place), 8 + 8 * i)
  for (const [i, byte] of [2, type === 1 ? 2 : 1, type].entries()) head.writeUInt8(byte, 97 + i)
  return Buffer.concat([head, root, leaf, ...tiles])
}

const chunk = (name: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A member of a protocol buffer: a number, or bytes. */
const member = (field: number, value: number | Buffer): Buffer =>
  typeof value === "number"
    ? written([field * 8, value])
    : Buffer.concat([written([field * 8 + 2, value.length]), value])

/** The whole world as one water of a vector tile. */
export const oneWater = (): Buffer => {
  const side = 4096
  const [east, west] = [2 * side, 2 * side - 1] // steps there and back, as such tiles write them
  const ring = written([9, 0, 0, 26, east, 0, 0, east, west, 0, 15])
  const shape = Buffer.concat([member(3, 3), member(4, ring)])
  const water = [member(15, 2), member(1, Buffer.from("water")), member(2, shape), member(5, side)]
  const tile = gzipSync(member(3, Buffer.concat(water)))
  return tileFile({ root: directory([0], [1], [tile.length], [1]), tiles: [tile], type: 1 })
}

/** The whole world in one picture of one colour. */
export const oneColour = (red: number, green: number, blue: number): Buffer => {
  const side = 256
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.from([0, ...Array.from({ length: side }, () => [red, green, blue]).flat()])
  const picture = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))),
    chunk("IEND", Buffer.alloc(0))
  ])
  return tileFile({ root: directory([0], [1], [picture.length], [1]), tiles: [picture], type: 2 })
}

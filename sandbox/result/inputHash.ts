// A fingerprint of the fixes a result was made from, so that two results can be known to rest on the same
// data.
import type { SandboxJob } from "../../src/domain/analysis/SandboxJob.ts"
import { ordered } from "../track/clean.ts"

const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by))

const spread = (word: number): number => {
  let h = word
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/**
 * MurmurHash3 (Appleby 2011), x86, 128 bits, seed 0, over 32-bit words. Not against forgery; against
 * mistakes.
 */
export class Hash {
  private readonly h = new Int32Array(4)
  private readonly block = new Int32Array(4)
  private words = 0

  add(words: Int32Array): void {
    for (const word of words) {
      this.block[this.words++ & 3] = word
      if ((this.words & 3) === 0) this.mix()
    }
  }

  addText(text: string): void {
    this.add(Int32Array.from([text.length, ...Array.from(text, (c) => c.codePointAt(0)!)]))
  }

  private mix(): void {
    const { block, h } = this
    h[0]! ^= Math.imul(rotate(Math.imul(block[0]!, 0x239b961b), 15), 0xab0e9789)
    h[0] = Math.imul((rotate(h[0]!, 19) + h[1]!) | 0, 5) + 0x561ccd1b
    h[1]! ^= Math.imul(rotate(Math.imul(block[1]!, 0xab0e9789), 16), 0x38b34ae5)
    h[1] = Math.imul((rotate(h[1]!, 17) + h[2]!) | 0, 5) + 0x0bcaa747
    h[2]! ^= Math.imul(rotate(Math.imul(block[2]!, 0x38b34ae5), 17), 0xa1e38b93)
    h[2] = Math.imul((rotate(h[2]!, 15) + h[3]!) | 0, 5) + 0x96cd1c35
    h[3]! ^= Math.imul(rotate(Math.imul(block[3]!, 0xa1e38b93), 18), 0x239b961b)
    h[3] = Math.imul((rotate(h[3]!, 13) + h[0]) | 0, 5) + 0x32ac3b17
  }

  /** 32 hexadecimal digits; ends the hash. */
  digest(): string {
    const { block, h } = this
    const rest = this.words & 3
    if (rest > 2) h[2]! ^= Math.imul(rotate(Math.imul(block[2]!, 0x38b34ae5), 17), 0xa1e38b93)
    if (rest > 1) h[1]! ^= Math.imul(rotate(Math.imul(block[1]!, 0xab0e9789), 16), 0x38b34ae5)
    if (rest > 0) h[0]! ^= Math.imul(rotate(Math.imul(block[0]!, 0x239b961b), 15), 0xab0e9789)
    const join = () => {
      h[0] = h[0]! + h[1]! + h[2]! + h[3]!
      for (let i = 1; i < 4; i++) h[i] = h[i]! + h[0]
    }
    for (let i = 0; i < 4; i++) h[i]! ^= this.words * 4
    join()
    for (let i = 0; i < 4; i++) h[i] = spread(h[i]!)
    join()
    return Array.from(h, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("")
  }
}

/** Equal bits for every NaN. */
const canonical = <C extends Float32Array | Float64Array>(column: C): C => {
  for (let i = 0; i < column.length; i++) if (Number.isNaN(column[i]!)) column[i] = Number.NaN
  return column
}

const words = (column: Float32Array | Float64Array): Int32Array => {
  const own = canonical(column.slice())
  return new Int32Array(own.buffer, own.byteOffset, own.byteLength / 4)
}

/** Of the subjects, periods and fixes of a job, rows in order of time: the order they came in does not count. */
export const inputHash = ({
  periods,
  subjects,
  tracks
}: Pick<SandboxJob, "periods" | "subjects" | "tracks">): string => {
  const hash = new Hash()
  for (const { from, key, to } of periods) {
    hash.addText(key)
    hash.add(words(Float64Array.of(from, to)))
  }
  subjects.forEach(({ id }, subject) => {
    hash.addText(id)
    for (const { key } of periods) {
      const track = tracks.find((t) => t.subject === subject && t.period === key)
      if (track === undefined) continue
      const { accuracy_m, lat, lon, satellites, time } = ordered(track)
      hash.addText(key)
      for (const column of [time, lon, lat, accuracy_m, satellites]) hash.add(words(column))
    }
  })
  return hash.digest()
}

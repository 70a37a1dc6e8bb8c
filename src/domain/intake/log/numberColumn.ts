// A column of numbers as bytes. Each number comes back as the same double; null is NaN, so a column of which
// null is a value cannot hold NaN as another.
//
//   1 byte  FLOAT_CODE, NULL_CODE, or of whole numbers `decimals + 8 * widthCode + 32 * isFromZero`
//   8 bytes the least number times ten to the power of `decimals`, as a float8; missing if it is zero
//   n bytes for each number what it is above the least, unsigned, in 0, 1, 2 or 4 bytes; all bits set: null
//
// FLOAT_CODE is followed by a float8 for each number, NULL_CODE, of which all numbers are null, by nothing. Devices
// send decimals, and the ids and times of a row are near each other: most columns have one or two bytes a number.
import type { ByteReader } from "./ByteReader.ts"
import type { ByteWriter } from "./ByteWriter.ts"

const FLOAT_CODE = 64
const NULL_CODE = 65

/** MAX_DECIMALS is the largest number of decimals that is tried: a ten-millionth of a degree is 11 mm. */
const MAX_DECIMALS = 7
/** SCALE_VALUES has the factor of a number by its decimals. */
const SCALE_VALUES = Float64Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) => 10 ** decimals)
/** WIDTH_BYTES has the width of a number by its code. */
const WIDTH_BYTES = Uint8Array.of(0, 1, 2, 4)

/** NumberList is a growing list of numbers that is used again. */
export class NumberList {
  values = new Float64Array(128)
  size = 0

  push(value: number): void {
    if (this.size === this.values.length) {
      const larger = new Float64Array(2 * this.size)
      larger.set(this.values)
      this.values = larger
    }
    this.values[this.size++] = value
  }

  /** Adds a number, or null. */
  pushOrNull(value: number | null): void {
    this.push(value === null ? Number.NaN : value)
  }

  clear(): void {
    this.size = 0
  }
}

/** ScaledNumbers are the numbers of a column as whole numbers, while they are written. */
class ScaledNumbers {
  values = new Float64Array(128)
  decimals = 0
  least = 0
  most = 0
  hasNull = false

  /**
   * Sets the numbers, with the fewest decimals that give back each of them. Returns false if no number of
   * decimals does, or if one is -0.
   */
  set({ size, values }: NumberList): boolean {
    if (this.values.length < size) this.values = new Float64Array(values.length)
    for (let decimals = 0; decimals <= MAX_DECIMALS; decimals++) {
      const failed = this.scale(values, size, decimals)
      if (failed === size) return true
      if (!isWorthDecimals(values[failed]!)) return false
    }
    return false
  }

  /** Scales the numbers; returns the index of the first that this does not give back, else their count. */
  private scale(values: Float64Array, size: number, decimals: number): number {
    const factor = SCALE_VALUES[decimals]!,
      scaled = this.values
    let least = Infinity,
      most = -Infinity,
      hasNull = false
    for (let i = 0; i < size; i++) {
      const value = values[i]!,
        whole = Math.round(value * factor)
      if (whole / factor === value && (value !== 0 || 1 / value > 0) && Number.isSafeInteger(whole)) {
        scaled[i] = whole
        if (whole < least) least = whole
        if (whole > most) most = whole
      } else if (Number.isNaN(value)) {
        scaled[i] = Number.NaN
        hasNull = true
      } else return i
    }
    this.decimals = decimals
    this.least = least
    this.most = most
    this.hasNull = hasNull
    return size
  }
}

/** Whether more decimals may give back a number: not if it is -0, infinite, or large. */
const isWorthDecimals = (value: number): boolean => value !== 0 && Math.abs(value) < 2 ** 52

const scaledNumbers = new ScaledNumbers()

/** Writes the numbers of a list as a column. */
export const writeColumn = (out: ByteWriter, list: NumberList): void => {
  const { size } = list
  if (!scaledNumbers.set(list)) return writeFloats(out, list)
  const { decimals, hasNull, least, most, values } = scaledNumbers
  if (most === -Infinity) return out.byte(NULL_CODE)
  const span = most - least
  if (span >= 0xffff_ffff) return writeFloats(out, list)
  const widthCode = span === 0 && !hasNull ? 0 : span < 0xff ? 1 : span < 0xffff ? 2 : 3
  const isFromZero = least === 0
  out.byte(decimals + 8 * widthCode + (isFromZero ? 32 : 0))
  if (!isFromZero) out.double(least)
  const start = out.reserve(size * WIDTH_BYTES[widthCode]!),
    { view } = out
  switch (widthCode) {
    case 0:
      break
    case 1:
      for (let i = 0; i < size; i++) view.setUint8(start + i, offsetOf(values[i]!, least))
      break
    case 2:
      for (let i = 0; i < size; i++) view.setUint16(start + 2 * i, offsetOf(values[i]!, least), true)
      break
    case 3:
      for (let i = 0; i < size; i++) view.setUint32(start + 4 * i, offsetOf(values[i]!, least), true)
      break
  }
}

/** Returns what a number is above the least; null is -1, of which all bits are set in every width. */
const offsetOf = (value: number, least: number): number => (Number.isNaN(value) ? -1 : value - least)

const writeFloats = (out: ByteWriter, { size, values }: NumberList): void => {
  out.byte(FLOAT_CODE)
  const start = out.reserve(8 * size),
    { view } = out
  for (let i = 0; i < size; i++) view.setFloat64(start + 8 * i, values[i]!, true)
}

/** NumberColumn reads the numbers of a column in any order. */
export class NumberColumn {
  private readonly view: DataView
  private readonly start: number
  /** bytes of a number */
  private readonly width: number
  private readonly least: number
  private readonly scale: number

  /** Takes a column of so many numbers from the bytes. */
  constructor(input: ByteReader, size: number) {
    const code = input.byte()
    this.view = input.view
    this.scale = 1
    this.least = Number.NaN
    this.width = 0
    if (code === FLOAT_CODE) this.width = 8
    else if (code < FLOAT_CODE) {
      this.scale = SCALE_VALUES[code & 7]!
      this.width = WIDTH_BYTES[(code >> 3) & 3]!
      this.least = code >= 32 ? 0 : input.double()
    } else if (code !== NULL_CODE) throw new RangeError(`a column of a log row has the unknown code ${code}`)
    this.start = input.take(size * this.width)
  }

  /** Returns a number; null is NaN. */
  at(index: number): number {
    let offset = 0
    switch (this.width) {
      case 8:
        return this.view.getFloat64(this.start + 8 * index, true)
      case 4:
        offset = this.view.getUint32(this.start + 4 * index, true)
        if (offset === 0xffff_ffff) return Number.NaN
        break
      case 2:
        offset = this.view.getUint16(this.start + 2 * index, true)
        if (offset === 0xffff) return Number.NaN
        break
      case 1:
        offset = this.view.getUint8(this.start + index)
        if (offset === 0xff) return Number.NaN
        break
    }
    return (this.least + offset) / this.scale
  }

  /** Returns a number, or null. */
  atOrNull(index: number): number | null {
    const value = this.at(index)
    return Number.isNaN(value) ? null : value
  }
}

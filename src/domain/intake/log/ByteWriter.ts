// Writes bytes, little-endian, into large blocks: what is finished is a part of a block, and is not copied.

/** BLOCK_BYTES is the size of a block; what is longer gets one of its own. */
const BLOCK_BYTES = 65_536

/** ByteWriter writes numbers, ids and texts one after the other. */
export class ByteWriter {
  private block = new Uint8Array(BLOCK_BYTES)
  private start = 0
  private end = 0
  /** of the whole block; another one after `reserve` */
  view = new DataView(this.block.buffer)

  /** Begins again where the last part ends. */
  begin(): void {
    this.end = this.start
  }

  /** Makes room for bytes and returns the offset of the first. */
  reserve(count: number): number {
    if (this.end + count > this.block.length) this.moveToNewBlock(count)
    const offset = this.end
    this.end += count
    return offset
  }

  private moveToNewBlock(count: number): void {
    const written = this.block.subarray(this.start, this.end)
    this.block = new Uint8Array(Math.max(BLOCK_BYTES, 2 * (written.length + count)))
    this.block.set(written)
    this.view = new DataView(this.block.buffer)
    this.start = 0
    this.end = written.length
  }

  /** Writes a whole number of 8 bits. */
  byte(value: number): void {
    const start = this.reserve(1)
    this.block[start] = value
  }

  /** Writes a whole number of 32 bits. */
  count(value: number): void {
    const start = this.reserve(4)
    this.view.setUint32(start, value, true)
  }

  /** Writes a float8. */
  double(value: number): void {
    const start = this.reserve(8)
    this.view.setFloat64(start, value, true)
  }

  /** Writes a UUID in 16 bytes. */
  uuid(text: string): void {
    const start = this.reserve(16)
    for (let i = 0; i < 8; i++) this.view.setUint16(start + 2 * i, fourHexDigits(text, UUID_DIGITS[i]!))
  }

  /** Writes a text: its length in UTF-8, then its bytes. */
  text(text: string): void {
    const bytes = encoder.encode(text)
    this.count(bytes.length)
    const start = this.reserve(bytes.length)
    this.block.set(bytes, start)
  }

  /** Returns what was written since `begin`. */
  finish(): Uint8Array {
    const written = this.block.subarray(this.start, this.end)
    this.start = this.end
    return written
  }
}

const encoder = new TextEncoder()

/** UUID_DIGITS are the places in the text of a UUID at which its groups of four digits begin. */
const UUID_DIGITS = Uint8Array.of(0, 4, 9, 14, 19, 24, 28, 32)

const fourHexDigits = (text: string, from: number): number =>
  (hexDigit(text.charCodeAt(from)) << 12) |
  (hexDigit(text.charCodeAt(from + 1)) << 8) |
  (hexDigit(text.charCodeAt(from + 2)) << 4) |
  hexDigit(text.charCodeAt(from + 3))

/** Returns the value of a hexadecimal digit from its character code. */
const hexDigit = (code: number): number => (code & 15) + (code > 57 ? 9 : 0)

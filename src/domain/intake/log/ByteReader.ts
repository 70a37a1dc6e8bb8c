// Reads what `ByteWriter` wrote. A read beyond the end throws a RangeError.

/** MAX_UUIDS is the number of ids of which the text is kept; a power of two. */
const MAX_UUIDS = 32_768

const HEX_CODES = Uint8Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0))

/**
 * UuidTexts makes the texts of UUIDs. It keeps those it made last, one for each value of the last bits, which
 * are random in a UUIDv7: the same few thousand ids come with every row of the log, and a text that is the
 * same object is found faster in a map.
 */
class UuidTexts {
  private readonly words = new Uint32Array(4 * MAX_UUIDS)
  private readonly texts: Array<string | undefined> = Array.from({ length: MAX_UUIDS })
  private readonly codes = Array<number>(36).fill("-".charCodeAt(0))

  of(view: DataView, at: number): string {
    const a = view.getUint32(at),
      b = view.getUint32(at + 4),
      c = view.getUint32(at + 8),
      d = view.getUint32(at + 12)
    const place = d & (MAX_UUIDS - 1),
      { words } = this
    const known = this.texts[place]
    const word = 4 * place
    if (
      known !== undefined &&
      words[word] === a &&
      words[word + 1] === b &&
      words[word + 2] === c &&
      words[word + 3] === d
    )
      return known
    words[word] = a
    words[word + 1] = b
    words[word + 2] = c
    words[word + 3] = d
    return (this.texts[place] = this.make(view, at))
  }

  private make(view: DataView, at: number): string {
    const { codes } = this
    for (let i = 0, digit = 0; i < 16; i++, digit += 2) {
      if (digit === 8 || digit === 13 || digit === 18 || digit === 23) digit++
      const byte = view.getUint8(at + i)
      codes[digit] = HEX_CODES[byte >> 4]!
      codes[digit + 1] = HEX_CODES[byte & 15]!
    }
    return String.fromCharCode.apply(null, codes)
  }
}

const uuidTexts = new UuidTexts()
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** ByteReader reads bytes from the first to the last. */
export class ByteReader {
  readonly view: DataView
  private readonly bytes: Uint8Array
  private offset = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Whether all bytes were read. */
  get isAtEnd(): boolean {
    return this.offset === this.bytes.length
  }

  /** Passes over bytes and returns the offset of the first. */
  take(count: number): number {
    const start = this.offset
    if (start + count > this.bytes.length) throw new RangeError("the payload of a log row is cut short")
    this.offset += count
    return start
  }

  byte(): number {
    return this.bytes[this.take(1)]!
  }

  count(): number {
    return this.view.getUint32(this.take(4), true)
  }

  double(): number {
    return this.view.getFloat64(this.take(8), true)
  }

  uuid(): string {
    return uuidTexts.of(this.view, this.take(16))
  }

  text(): string {
    const size = this.count(),
      start = this.take(size)
    return decoder.decode(this.bytes.subarray(start, start + size))
  }
}

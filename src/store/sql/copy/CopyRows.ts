// Rows in the binary format of COPY. All rows of a statement are written into one buffer, without an array for
// each column and without an object for each value.

const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1")
/** EPOCH_MS is 2000-01-01, from which PostgreSQL counts time; epoch ms. */
const EPOCH_MS = Date.UTC(2000, 0)
const MICROSECOND_SCALE = 1000
const LOW_WORD_SCALE = 2 ** 32
const JSONB_VERSION = 1
const LENGTH_BYTES = 4
const UUID_BYTES = 16
const MIN_BUFFER_BYTES = 1024
const UUID_CHARACTERS = 36
const HYPHEN_CODE = 45
const HYPHEN_PLACES = [8, 13, 18, 23]
/** UUID_BYTE_PLACES are the places in the text of a UUID at which the two digits of each byte stand. */
const UUID_BYTE_PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]

/** DIGIT_VALUES are the values of hexadecimal digits by character code; -1: not a digit. */
const DIGIT_VALUES = new Int8Array(128).fill(-1)
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16)
  DIGIT_VALUES[digit.charCodeAt(0)] = value
  DIGIT_VALUES[digit.toUpperCase().charCodeAt(0)] = value
}

/** Returns the value of a hexadecimal digit; -1: not a digit. */
const digitAt = (text: string, place: number): number => DIGIT_VALUES[text.charCodeAt(place)] ?? -1

const isHyphenated = (uuid: string): boolean => {
  for (const place of HYPHEN_PLACES) if (uuid.charCodeAt(place) !== HYPHEN_CODE) return false
  return uuid.length === UUID_CHARACTERS
}

/**
 * CopyRows is a buffer of rows for `copy … from stdin (format binary)`. Each method writes one field, and
 * null writes SQL NULL. A value that its type cannot hold throws.
 *
 * @example
 *   const rows = new CopyRows(2, 1000)
 *   rows.row()
 *   rows.int8(1)
 *   rows.text("a")
 *   rows.finish() // the body of: copy t (id, name) from stdin (format binary)
 */
export class CopyRows {
  private bytes: Buffer
  private view: DataView
  private end = SIGNATURE.length
  private readonly columns: number
  private readonly words = new Map<string, Buffer>()

  /** `columns`: fields of each row; `size`: bytes of the first buffer, which grows where it is too small. */
  constructor(columns: number, size: number) {
    this.columns = columns
    this.bytes = Buffer.allocUnsafeSlow(Math.max(size, MIN_BUFFER_BYTES))
    this.view = new DataView(this.bytes.buffer)
    this.bytes.set(SIGNATURE)
  }

  /** Reserves bytes and returns where they begin; `bytes` and `view` may be others afterwards. */
  private reserve(size: number): number {
    const start = this.end
    this.end += size
    if (this.end > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.end))
      larger.set(this.bytes.subarray(0, start))
      this.bytes = larger
      this.view = new DataView(larger.buffer)
    }
    return start
  }

  /** Writes the length of a value and returns where the value begins. */
  private field(size: number): number {
    const start = this.reserve(LENGTH_BYTES + size)
    this.view.setInt32(start, size)
    return start + LENGTH_BYTES
  }

  private raw(value: Buffer): void {
    const start = this.field(value.length)
    this.bytes.set(value, start)
  }

  /** Begins a row; as many fields follow as there are columns. */
  row(): void {
    const start = this.reserve(2)
    this.view.setInt16(start, this.columns)
  }

  /** Writes NULL. */
  null(): void {
    const start = this.reserve(LENGTH_BYTES)
    this.view.setInt32(start, -1)
  }

  /** Writes a `float8`. */
  float8(value: number | null): void {
    if (value === null) return this.null()
    const start = this.field(8)
    this.view.setFloat64(start, value)
  }

  /** Writes an `int8` from a safe integer. */
  int8(value: number | null): void {
    if (value === null) return this.null()
    if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${value}`)
    const start = this.field(8)
    const high = Math.floor(value / LOW_WORD_SCALE)
    this.view.setInt32(start, high)
    this.view.setUint32(start + 4, value - high * LOW_WORD_SCALE)
  }

  /** Writes an `int2`. */
  int2(value: number | null): void {
    if (value === null) return this.null()
    if (!Number.isInteger(value) || value < -32_768 || value > 32_767)
      throw new RangeError(`not a smallint: ${value}`)
    const start = this.field(2)
    this.view.setInt16(start, value)
  }

  /** Writes a `bool`. */
  bool(value: boolean | null): void {
    if (value === null) return this.null()
    const start = this.field(1)
    this.bytes[start] = value ? 1 : 0
  }

  /** Writes a `timestamptz` from epoch ms. */
  instant(value: number | null): void {
    this.int8(value === null ? null : (value - EPOCH_MS) * MICROSECOND_SCALE)
  }

  /** Writes a `uuid`, without an object for its bytes: nearly every row has another. */
  uuid(value: string | null): void {
    if (value === null) return this.null()
    let isUuid = isHyphenated(value)
    const start = this.field(UUID_BYTES)
    for (let i = 0; i < UUID_BYTES; i++) {
      const place = UUID_BYTE_PLACES[i]!
      const byte = (digitAt(value, place) << 4) | digitAt(value, place + 1)
      if (byte < 0) isUuid = false
      this.bytes[start + i] = byte
    }
    if (!isUuid) throw new TypeError(`not a UUID: ${value}`)
  }

  /** Writes a `text`; an unpaired surrogate becomes U+FFFD, and the server refuses NUL. */
  text(value: string | null): void {
    if (value === null) return this.null()
    const size = Buffer.byteLength(value)
    const start = this.field(size)
    this.bytes.write(value, start, size)
  }

  /** Writes a `text` of few different values; their bytes are kept. */
  word(value: string): void {
    let bytes = this.words.get(value)
    if (bytes === undefined) this.words.set(value, (bytes = Buffer.from(value)))
    this.raw(bytes)
  }

  /** Writes a `jsonb` from its JSON text. */
  jsonb(value: string | null): void {
    if (value === null) return this.null()
    const size = Buffer.byteLength(value)
    const start = this.field(size + 1)
    this.bytes[start] = JSONB_VERSION
    this.bytes.write(value, start + 1, size)
  }

  /** Returns the finished body; nothing can be written afterwards. */
  finish(): Uint8Array {
    const start = this.reserve(2)
    this.view.setInt16(start, -1)
    return this.bytes.subarray(0, this.end)
  }
}

/** ByteSource is a file wherever it lies: read as bytes, from any of them on, as often as asked. */
export interface ByteSource {
  /** What people call it. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** The bytes from `from` on, in pieces. */
  readonly read: (from: number) => AsyncIterable<Uint8Array>
}

/** The `length` bytes from `from` on; fewer where the file ends before. */
export const bytesAt = async (
  source: Pick<ByteSource, "read" | "size">,
  from: number,
  length: number
): Promise<Uint8Array> => {
  const bytes = new Uint8Array(Math.max(0, Math.min(length, source.size - from)))
  let filled = 0
  if (bytes.length === 0) return bytes
  for await (const piece of source.read(from)) {
    const part = piece.subarray(0, bytes.length - filled)
    bytes.set(part, filled)
    filled += part.length
    if (filled === bytes.length) break
  }
  return bytes.subarray(0, filled)
}

/** Returns a source of bytes that are in memory. */
export const sourceOf = (name: string, bytes: Uint8Array): ByteSource => ({
  name,
  size: bytes.length,
  read: async function* (from) {
    if (from < bytes.length) yield bytes.subarray(from)
  }
})

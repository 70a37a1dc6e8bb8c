/** A file of tracks, wherever it lies: read as bytes, from any of them on, as often as asked. */
export interface TrackFile {
  /** What people call it; of one on this machine its path. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** When it was changed last, epoch ms. */
  readonly modified: number
  /** The bytes from `from` on, in pieces. */
  readonly read: (from: number) => AsyncIterable<Uint8Array>
}

/** The first `length` bytes of a file, or all of a shorter one. */
export const startOf = async (file: TrackFile, length: number): Promise<Uint8Array> => {
  const start = new Uint8Array(Math.min(length, file.size))
  let filled = 0
  for await (const piece of file.read(0)) {
    const part = piece.subarray(0, start.length - filled)
    start.set(part, filled)
    filled += part.length
    if (filled === start.length) break
  }
  return start.subarray(0, filled)
}

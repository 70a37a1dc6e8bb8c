// How the characters of a file are written.

/** encodings are the encodings of text files. */
export const encodings = ["utf-8", "utf-16le", "utf-16be", "latin1"] as const
/** Encoding is one of these encodings. */
export type Encoding = (typeof encodings)[number]

/** What the first bytes of a file say; null: they look like UTF-16 without saying in which order. */
export const seenEncoding = (start: Uint8Array): Encoding | null => {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le"
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be"
  // a letter of a header in sixteen bits has a zero beside it
  return start.length > 3 && (start[0] === 0) !== (start[1] === 0) && (start[2] === 0) !== (start[3] === 0)
    ? null
    : "utf-8"
}

/** As csv-parse calls them; big-endian files are swapped first. */
export const parserEncodings: Record<Encoding, "utf8" | "utf16le" | "latin1"> = {
  "utf-8": "utf8",
  "utf-16le": "utf16le",
  "utf-16be": "utf16le",
  latin1: "latin1"
}

/** Returns a copy with the bytes of each pair the other way round; an odd last one is left away. */
const swapPairs = (bytes: Uint8Array): Uint8Array => {
  const swapped = new Uint8Array(bytes.length - (bytes.length % 2))
  for (let at = 0; at < swapped.length; at += 2) {
    swapped[at] = bytes[at + 1]!
    swapped[at + 1] = bytes[at]!
  }
  return swapped
}

/** Bytes in pairs, each the other way round: as many as before. */
export async function* swapped(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let odd: Uint8Array = new Uint8Array()
  for await (const piece of pieces) {
    const all = new Uint8Array(odd.length + piece.length)
    all.set(odd)
    all.set(piece, odd.length)
    odd = all.subarray(all.length - (all.length % 2))
    yield swapPairs(all)
  }
  if (odd.length > 0) yield odd
}

/**
 * Bytes as text, one character a byte: what an ISO 8859-1 file says, and what signs of any file are sought
 * in.
 */
export const latin1 = (bytes: Uint8Array): string => {
  let text = ""
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}

/** Bytes as text, without the mark of the encoding. */
export const decoded = (bytes: Uint8Array, encoding: Encoding): string =>
  encoding === "latin1" ? latin1(bytes) : new TextDecoder(encoding).decode(bytes).replace(/^\uFEFF/u, "")

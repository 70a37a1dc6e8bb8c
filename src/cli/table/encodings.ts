// How the characters of a file are written.
import { Transform } from "node:stream"

export const encodings = ["utf-8", "utf-16le", "utf-16be", "latin1"] as const
export type Encoding = (typeof encodings)[number]

/** What the first bytes of a file say; null: they look like UTF-16 without saying in which order. */
export const seenEncoding = (start: Buffer): Encoding | null => {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le"
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be"
  // a letter of a header in sixteen bits has a zero beside it
  return start.length > 3 && (start[0] === 0) !== (start[1] === 0) && (start[2] === 0) !== (start[3] === 0)
    ? null
    : "utf-8"
}

/** As Node calls them; big-endian files are swapped first. */
export const nodeEncodings: Record<Encoding, BufferEncoding> = {
  "utf-8": "utf8",
  "utf-16le": "utf16le",
  "utf-16be": "utf16le",
  latin1: "latin1"
}

/** Bytes in pairs, each the other way round: as many as before. */
export const swapped = (): Transform => {
  let odd: Buffer = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const all = Buffer.concat([odd, chunk]),
        even = all.length - (all.length % 2)
      odd = all.subarray(even)
      done(null, Buffer.from(all.subarray(0, even)).swap16())
    },
    flush(done) {
      done(null, odd)
    }
  })
}

/** The first bytes as text, without the mark of the encoding. */
export const decoded = (start: Buffer, encoding: Encoding): string => {
  const bytes =
    encoding === "utf-16be"
      ? Buffer.from(start.subarray(0, start.length - (start.length % 2))).swap16()
      : start
  return bytes.toString(nodeEncodings[encoding]).replace(/^\uFEFF/u, "")
}

// Reads the header `Range` of a request for a part of a file (RFC 9110, section 14).

/** `ByteRange` is a range of bytes: the offsets of its first and its last byte. */
interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * Returns the range that a client requests of a file of `size` bytes. null means the whole file, also where
 * the header is no range of bytes or lists several; `"none"` means that no byte is in the range (416).
 */
export const readRange = (header: string | undefined, size: number): ByteRange | "none" | null => {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec((header ?? "").trim()) ?? []
  if (from === "" && to === "") return null
  if (from === "") {
    const length = Math.min(Number(to), size)
    return length === 0 ? "none" : { first: size - length, last: size - 1 }
  }
  const first = Number(from),
    last = to === "" ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== "" && Number(to) < first) return null
  return first >= size ? "none" : { first, last }
}

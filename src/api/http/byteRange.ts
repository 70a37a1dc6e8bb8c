// A piece of a file, as `Range` asks for it (RFC 9110, 14).

/** Bytes of a file, the first and the last. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * What of a file of `size` bytes is asked for; null: the whole of it, which also answers what is no range of
 * bytes and lists of several; `"none"`: nothing of it is there (416).
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

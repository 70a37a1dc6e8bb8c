// `If-Match` and `ETag`: whoever writes says which edition they read.
import type { Expected } from "../../store/sql/refusals.ts"

/** The strong entity tags that `If-Match` lists; null: anything goes. A weak tag matches nothing. */
export const expected = (header: string | undefined): Expected => {
  if (header === undefined || header.trim() === "*") return null
  return new Set(header.split(",").flatMap((tag) => /^"(\d+)"$/.exec(tag.trim())?.[1] ?? []))
}

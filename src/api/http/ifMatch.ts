// `If-Match` and `ETag`: whoever writes says which edition they read.
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { editionOf } from "../../domain/edition.ts"
import type { Expected } from "../../store/sql/refusals.ts"

/** The strong entity tags that `If-Match` lists; null: anything goes. A weak tag matches nothing. */
export const expected = (header: string | undefined): Expected => {
  if (header === undefined || header.trim() === "*") return null
  return new Set(header.split(",").flatMap((tag) => /^"(\d+)"$/.exec(tag.trim())?.[1] ?? []))
}

/** A record with its edition in `ETag`. */
export const withEdition = (record: { readonly updated_at: string }, status = 200) =>
  HttpServerResponse.jsonUnsafe(record, { status, headers: { etag: `"${editionOf(record)}"` } })

// Conditional writes by `If-Match` and `ETag`: a client names the edition that it has read.
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { editionOf } from "../../domain/edition.ts"
import type { Expected } from "../../store/sql/refusals.ts"

/**
 * Returns the editions that `If-Match` lists as strong entity tags; null means that any edition matches. A
 * weak tag matches none.
 */
export const expectedEditions = (header: string | undefined): Expected => {
  if (header === undefined || header.trim() === "*") return null
  return new Set(header.split(",").flatMap((tag) => /^"(\d+)"$/.exec(tag.trim())?.[1] ?? []))
}

/** Returns a JSON answer with a record, and its edition in `ETag`. */
export const withEdition = (record: { readonly updated_at: string }, status = 200) =>
  HttpServerResponse.jsonUnsafe(record, { status, headers: { etag: `"${editionOf(record)}"` } })

// Cursors of pages: where the next page begins, as an opaque text that is valid only for the list and filter
// that gave it.
import { Effect, Result, Schema } from "effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { createHash } from "node:crypto"
import { Malformed } from "../../contract/http/errors.ts"
import { DEFAULT_LIMIT } from "../../contract/http/paging.ts"
import { parseInstant } from "../../domain/time.ts"
import type { Place, Slice, Window } from "../../store/sql/keyset.ts"

/** `Key` is the type of a list's second sort key, after time. */
export type Key = "uuid" | "integer" | "text"

const ids: Record<Key, RegExp> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  integer: /^\d{1,18}$/,
  text: /^[\w.:-]{1,64}$/
}

/** `PLACEHOLDER_TIME` stands for the time in cursors of lists that are sorted by their key alone. */
export const PLACEHOLDER_TIME = "2000-01-01T00:00:00.000000Z"

/**
 * `MAX_CURSOR_CHARACTERS` leaves room for a name of 200 characters of several bytes each, as lists sorted by
 * name have.
 */
const MAX_CURSOR_CHARACTERS = 2048
const CURSOR_VERSION = 1
const place = [Schema.Literal(CURSOR_VERSION), Schema.String, Schema.String, Schema.String] as const
const Cursor = Schema.fromJsonString(
  Schema.Union([Schema.Tuple(place), Schema.Tuple([...place, Schema.String])])
)
const decode = Schema.decodeUnknownResult(Cursor)

/** Returns a hash of a list and its filter: the path and the query without the page's parameters. */
const fingerprintOf = (request: HttpServerRequest.HttpServerRequest): string => {
  const url = new URL(request.url, "http://list")
  url.searchParams.delete("cursor")
  url.searchParams.delete("limit")
  url.searchParams.sort()
  return createHash("sha256")
    .update(url.pathname.replace(/\/$/, "") + url.search)
    .digest("base64url")
    .slice(0, 12)
}

const write = (list: string, { id, text, time }: Place): string =>
  Buffer.from(
    JSON.stringify([CURSOR_VERSION, list, time, id, ...(text === undefined ? [] : [text])])
  ).toString("base64url")

/** Returns whether PostgreSQL can store a text. */
const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

const read = (list: string, cursor: string, key: Key): Place | null => {
  if (cursor.length > MAX_CURSOR_CHARACTERS) return null
  const bytes = Buffer.from(cursor, "base64url")
  if (bytes.toString("base64url") !== cursor) return null // the decoder skips invalid characters
  const decoded = decode(bytes.toString())
  if (Result.isFailure(decoded)) return null
  const [, cursorList, time, id, text] = decoded.success
  const isValid =
    cursorList === list && /\.\d{6}Z$/.test(time) && parseInstant(time) !== null && ids[key].test(id)
  if (!isValid || (text !== undefined && !isStorable(text))) return null
  return text === undefined ? { time, id } : { time, id, text }
}

/**
 * Answers one page: reads the window of the request, has `find` fetch it, and returns the cursor of
 * the next page. Fails with 400 `INVALID_CURSOR` for a cursor that this list with this filter never gave.
 */
export const page = <A, E, R>(
  request: HttpServerRequest.HttpServerRequest,
  query: { readonly limit?: number; readonly cursor?: string },
  find: (window: Window) => Effect.Effect<Slice<A>, E, R>,
  key: Key = "uuid"
) =>
  Effect.suspend(
    (): Effect.Effect<
      { readonly items: ReadonlyArray<A>; readonly next_cursor: string | null },
      E | Malformed,
      R
    > => {
      const list = fingerprintOf(request)
      const after = query.cursor === undefined ? null : read(list, query.cursor, key)
      if (query.cursor !== undefined && after === null) {
        return Effect.fail(
          new Malformed({
            code: "INVALID_CURSOR",
            detail: "The cursor is not one that this list, with this filter, gave."
          })
        )
      }
      return Effect.map(find({ limit: query.limit ?? DEFAULT_LIMIT, after }), ({ items, next }) => ({
        items,
        next_cursor: next === null ? null : write(list, next)
      }))
    }
  )

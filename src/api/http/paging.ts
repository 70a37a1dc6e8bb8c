// Cursors: where the next page begins, as a text that only the list and the filter that gave it take back.
import { Effect, Result, Schema } from "effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { createHash } from "node:crypto"
import { Malformed } from "../../contract/http/errors.ts"
import { DEFAULT_LIMIT } from "../../contract/http/paging.ts"
import { parseInstant } from "../../domain/time.ts"
import type { Place, Slice, Window } from "../../store/sql/keyset.ts"

/** What a list is keyed by, beside time. */
export type Key = "uuid" | "integer" | "text"

const ids: Record<Key, RegExp> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  integer: /^\d{1,18}$/,
  text: /^[\w.:-]{1,64}$/
}

/** The time in cursors of lists that have none: the place of what is in them is its key alone. */
export const NO_TIME = "2000-01-01T00:00:00.000000Z"

/** A name of 200 characters, each of several bytes, is in the cursors of a list by name. */
const MAX_LENGTH = 2048
const VERSION = 1
const place = [Schema.Literal(VERSION), Schema.String, Schema.String, Schema.String] as const
const Cursor = Schema.fromJsonString(
  Schema.Union([Schema.Tuple(place), Schema.Tuple([...place, Schema.String])])
)
const decode = Schema.decodeUnknownResult(Cursor)

/** Stands for a list and its filter: the path and the query without the page. */
const listOf = (request: HttpServerRequest.HttpServerRequest): string => {
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
  Buffer.from(JSON.stringify([VERSION, list, time, id, ...(text === undefined ? [] : [text])])).toString(
    "base64url"
  )

/** What the database takes as a text. */
const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

const read = (list: string, cursor: string, key: Key): Place | null => {
  if (cursor.length > MAX_LENGTH) return null
  const bytes = Buffer.from(cursor, "base64url")
  if (bytes.toString("base64url") !== cursor) return null // the decoder skips what it does not know
  const decoded = decode(bytes.toString())
  if (Result.isFailure(decoded)) return null
  const [, from, time, id, text] = decoded.success
  const ours = from === list && /\.\d{6}Z$/.test(time) && parseInstant(time) !== null && ids[key].test(id)
  if (!ours || (text !== undefined && !isStorable(text))) return null
  return text === undefined ? { time, id } : { time, id, text }
}

/**
 * Answers one page: reads the window the request asks for, has `find` fill it, and names the page after it.
 * Fails with 400 `INVALID_CURSOR` on a cursor that this list with this filter never gave.
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
      const list = listOf(request)
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

// Lists are read by key, newest first: a page begins after the last row of the page before, so that rows that
// come in meanwhile neither repeat nor hide any. The key is a time with its microseconds and, among rows of
// one time, the id.
import { Struct } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"

/**
 * The place of a row in a list: its time, RFC 3339 with microseconds in UTC, and its id; in a list in another
 * order than that of time also the text that comes first in it.
 */
export interface Place {
  readonly time: string
  readonly id: string
  readonly text?: string
}

/** What of a list is wanted: at most `limit` rows after a place. */
export interface Window {
  readonly limit: number
  readonly after: Place | null
}

/** Rows of a window, and the place of the last one if there are more. */
export interface Slice<A> {
  readonly items: ReadonlyArray<A>
  readonly next: Place | null
}

/** A column as a place's time; select it as `place_time`. `column` is a name of ours, never of a request. */
export const placeTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** A timestamptz column as records carry it: RFC 3339, UTC, milliseconds. */
export const wireTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** `where` of a window: rows after its place in the order `time desc, id desc`. */
export const after = (
  sql: SqlClient.SqlClient,
  window: Window,
  time: string,
  id: string,
  type: "uuid" | "int8" | "text" = "uuid"
) =>
  window.after === null
    ? sql.literal("true")
    : sql`(${sql.literal(time)}, ${sql.literal(id)}) < (${window.after.time}::timestamptz,
      ${window.after.id}::${sql.literal(type)})`

/** What a row carries of its place beside its id. */
interface Placed {
  readonly place_time: string
  readonly place_text?: string
}

/** The slice of rows read with `limit + 1`; `idOf` names a row's place where that is not its `id`. */
export const slice = <A extends Placed>(
  window: Window,
  rows: ReadonlyArray<A>,
  idOf: (row: A) => string
): Slice<Omit<A, keyof Placed>> => {
  const shown = rows.slice(0, window.limit)
  const last = shown.at(-1)
  const placeOf = (row: A): Place => ({
    time: row.place_time,
    id: idOf(row),
    ...(row.place_text === undefined ? {} : { text: row.place_text })
  })
  return {
    items: shown.map((row) => Struct.omit(row, ["place_time", "place_text"])),
    next: rows.length > window.limit && last !== undefined ? placeOf(last) : null
  }
}

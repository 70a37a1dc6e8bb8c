// Lists are read by key, newest first: a page begins after the last row of the page before, so that rows that
// come in meanwhile neither repeat nor hide any. The key is a time with its microseconds and, among rows of
// one time, the id.
import { Struct } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"

/** The place of a row in a list: its time, RFC 3339 with microseconds in UTC, and its id. */
export interface Place {
  readonly time: string
  readonly id: string
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

/** The slice of rows read with `limit + 1`; `idOf` names a row's place where that is not its `id`. */
export const slice = <A extends { readonly place_time: string }>(
  window: Window,
  rows: ReadonlyArray<A>,
  idOf: (row: A) => string
): Slice<Omit<A, "place_time">> => {
  const shown = rows.slice(0, window.limit)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => Struct.omit(row, ["place_time"])),
    next: rows.length > window.limit && last !== undefined ? { time: last.place_time, id: idOf(last) } : null
  }
}

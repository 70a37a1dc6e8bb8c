// Keyset pagination, newest first: a page begins after the last row of the page before, so that new rows
// neither repeat nor hide any. The key is a time with its microseconds and, among rows of one time, the id.
import { Struct } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/**
 * Place is the key of a row in a list: its time, RFC 3339 with microseconds in UTC, and its id; in a list
 * sorted otherwise also the text that is compared first.
 */
export interface Place {
  readonly time: string
  readonly id: string
  readonly text?: string
}

/** Window is a requested page: at most `limit` rows after a place. */
export interface Window {
  readonly limit: number
  readonly after: Place | null
}

/** Slice is a page: its rows, and the place of the last one if there are more. */
export interface Slice<A> {
  readonly items: ReadonlyArray<A>
  readonly next: Place | null
}

/** SQL. A column as a place's time; select it as `place_time`. `column` is a trusted name. */
export const placeTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** SQL. A timestamptz column as records carry it: RFC 3339, UTC, milliseconds. */
export const wireTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Returns the condition of a window: rows after its place in the order `time desc, id desc`. */
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

/**
 * MAX_PAGE_BYTES bounds a page as JSON: it ends before the row that would exceed it, and has one row at
 * least.
 */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024

/**
 * Rows of a window whose records contain free JSON: `rows`, in their order, up to the bytes of a page and one
 * more, so that rows beyond it are not even read. Select from it as from `rows`.
 */
export const withinPage = (sql: SqlClient.SqlClient, rows: Fragment) => sql`
  select *
  from (
    select r.*, (sum(octet_length(to_json(r)::text)) over (rows unbounded preceding))::float8 as place_bytes,
      row_number() over () as place_number, octet_length(to_json(r)::text) as own_bytes
    from (${rows}) r
  ) r
  where place_bytes - own_bytes <= ${MAX_PAGE_BYTES} or place_number <= 2
  order by place_number`

/** Placed is a row's place apart from its id. */
interface Placed {
  readonly place_time: string
  readonly place_text?: string
  /** bytes of this row and those before it, where the statement counted them (`withinPage`) */
  readonly place_bytes?: number
  readonly place_number?: unknown
  readonly own_bytes?: number
}

/** Returns how many of the first rows fit in a page. */
const fitting = (rows: ReadonlyArray<Placed>): number => {
  let bytes = 0
  const first = rows.findIndex((row, i) => {
    bytes = row.place_bytes ?? bytes + JSON.stringify(row).length
    return i > 0 && bytes > MAX_PAGE_BYTES
  })
  return first < 0 ? rows.length : first
}

/**
 * Returns the page of rows that were read with `limit + 1`; `idOf` returns the id of a row's place where that
 * is not its `id`.
 */
export const slice = <A extends Placed>(
  window: Window,
  rows: ReadonlyArray<A>,
  idOf: (row: A) => string
): Slice<Omit<A, keyof Placed>> => {
  const page = rows.slice(0, Math.min(window.limit, fitting(rows)))
  const last = page.at(-1)
  const placeOf = (row: A): Place => ({
    time: row.place_time,
    id: idOf(row),
    ...(row.place_text === undefined ? {} : { text: row.place_text })
  })
  return {
    items: page.map((row) =>
      Struct.omit(row, ["place_time", "place_text", "place_bytes", "place_number", "own_bytes"])
    ),
    next: rows.length > page.length && last !== undefined ? placeOf(last) : null
  }
}

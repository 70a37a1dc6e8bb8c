// Members of a request as columns of the same names.
import type { PgClient } from "@effect/sql-pg"
import { uuids } from "./arrays.ts"

/**
 * Returns members as `insert` and `update` of the client take them: objects become jsonb, lists (of ids,
 * here) arrays of uuids. The names are those of a closed schema.
 */
export const writtenColumns = (pg: PgClient.PgClient, members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      if (Array.isArray(value)) return [name, uuids(value as ReadonlyArray<string>)]
      return [name, typeof value === "object" && value !== null ? pg.json(value) : value]
    })
  )

/**
 * Returns the `set` of the time of a change: later than any before, because editions of records are compared
 * by it, to the millisecond.
 */
export const changeTime = (pg: PgClient.PgClient) =>
  pg.literal("updated_at = greatest(now(), updated_at + interval '1 millisecond')")

/** Returns the `set` of an update: the members, and the time. */
export const changedColumns = (pg: PgClient.PgClient, members: Readonly<Record<string, unknown>>) =>
  Object.keys(members).length === 0
    ? changeTime(pg)
    : pg`${pg.update(writtenColumns(pg, members))}, ${changeTime(pg)}`

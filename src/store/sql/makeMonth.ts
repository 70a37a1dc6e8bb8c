// Makes the partition of a month, by a function of the database with its owner's rights.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"

/** monthly are the tables that have a partition for each UTC month. */
export const monthly = ["positions", "measurements", "device_states", "processing_traces"] as const
/** Monthly is one of these tables. */
export type Monthly = (typeof monthly)[number]

/** Returns the first instant of the UTC month of `at`, or of one so many months later; epoch ms. */
export const monthOf = (at: number, later = 0): number => {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later)
}

/**
 * Makes the partition of the month of `of`, a moment in epoch ms, within a transaction. False: rows of it are
 * in the default partition, or that is in use.
 */
export const askForMonth = (sql: SqlClient.SqlClient, table: Monthly, of: number) =>
  Effect.map(
    sql<{ is_there: boolean }>`
      select make_month(${table}, (${new Date(of)}::timestamptz at time zone 'UTC')::date) as is_there`,
    ([row]) => row!.is_there
  )

/**
 * Makes the same in a transaction of its own, with one retry: a call that waits for another process to make
 * the same month does not see the new partition, but the next call does.
 */
export const makeMonth = (sql: SqlClient.SqlClient, table: Monthly, of: number) =>
  askForMonth(sql, table, of).pipe(Effect.retry({ times: 1 }))

// The partition of a month, made by the database with its owner's rights.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"

/** The tables that have a partition for each UTC month of effective time. */
export const monthly = ["positions", "measurements", "device_states", "processing_traces"] as const
export type Monthly = (typeof monthly)[number]

/** First instant of the UTC month of `at`, or of one so many months later; epoch ms. */
export const monthOf = (at: number, later = 0): number => {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later)
}

/**
 * `of`: a moment of the month, epoch ms. False: rows of it lie in the default partition, or that is in use;
 * within a transaction.
 */
export const askForMonth = (sql: SqlClient.SqlClient, table: Monthly, of: number) =>
  Effect.map(
    sql<{ is_there: boolean }>`
      select make_month(${table}, (${new Date(of)}::timestamptz at time zone 'UTC')::date) as is_there`,
    ([row]) => row!.is_there
  )

/**
 * The same on its own. One that waits for another process to make the same month does not see that it is
 * there: asked again, it does.
 */
export const makeMonth = (sql: SqlClient.SqlClient, table: Monthly, of: number) =>
  askForMonth(sql, table, of).pipe(Effect.retry({ times: 1 }))

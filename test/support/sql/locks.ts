// Seeing to it that concurrent requests really meet at a lock. Of the test's own database alone: clones have
// their tables' numbers in common, and what waits in another is another test's.
import { Effect, Schedule } from "effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Returns when at least so many connections of the test's database wait for a lock. */
export const untilWaiting = (count: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // within a transaction the view would not change otherwise
    const waiting = Effect.andThen(
      sql`select pg_stat_clear_snapshot()`,
      sql<{
        n: number
      }>`select count(*)::int as n from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`
    )
    yield* waiting.pipe(
      Effect.repeat({ until: ([row]) => row!.n >= count, schedule: Schedule.spaced("5 millis") }),
      Effect.timeout("10 seconds")
    )
  })

export interface TableLock {
  readonly pid: number
  /** as PostgreSQL names it: `AccessExclusiveLock` */
  readonly mode: string
  /** false: somebody waits for it */
  readonly granted: boolean
}

/** The locks on a table, held and waited for. */
export const locksOn = (table: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<TableLock>`select pid, mode, granted from pg_locks where relation = ${table}::regclass
      and database = (select oid from pg_database where datname = current_database())`
  )

/** Ends the sessions that wait for a table; answers how many there were. */
export const endWaiting = (table: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const waiting = (yield* locksOn(table)).filter((lock) => !lock.granted)
    yield* Effect.forEach(waiting, ({ pid }) => sql`select pg_terminate_backend(${pid})`)
    return waiting.length
  })

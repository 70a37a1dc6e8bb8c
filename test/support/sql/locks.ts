// Seeing to it that concurrent requests really meet at a lock.
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

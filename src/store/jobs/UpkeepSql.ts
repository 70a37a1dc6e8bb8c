// The SQL of upkeep: trims the log, makes and moves monthly partitions, and removes expired rows.
import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { eventTraceDays, traceDays } from "../../domain/event/ProcessingTrace.ts"
import { Heartbeat, Upkeep } from "../../jobs/ports.ts"
import { awaitsRow } from "../engine/awaitedRows.ts"
import { DatabaseClock, followDatabaseTime } from "../sql/DatabaseClock.ts"
import { askForMonth, makeMonth, monthOf, type Monthly, monthly } from "../sql/makeMonth.ts"
import { sqlStateOf } from "../sql/sqlState.ts"
import { makeMatterWatch } from "../system/watchMatters.ts"

/** LOG_ROWS_PER_PASS keeps transactions short, however long the log is. */
const LOG_ROWS_PER_PASS = 5000
/** LOCK_TIMEOUT is how long the lock of a default partition is waited for; its writers wait behind. */
const LOCK_TIMEOUT = "200ms"
/**
 * READ_LOG_RETENTION_TIME is how long read rows stay, for the live maps that follow the log about once a
 * second.
 */
const READ_LOG_RETENTION_TIME = "10 seconds"

/** Returns the column whose month decides the partition. */
const timeOf = (table: Monthly) => (table === "processing_traces" ? "started_at" : "original_time")

/** UpkeepSql is the `Upkeep` on PostgreSQL. */
export const UpkeepSql = Layer.effect(
  Upkeep,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const watchMatters = makeMatterWatch(yield* PgClient.PgClient)

    /** Rows before the cursor were evaluated, except for the projects in lanes, which have yet to read theirs. */
    const dropReadLog = Effect.map(
      sql`
        delete from observation_log l
        using (
          select o.partition, o.id
          from partition_cursor c
            cross join lateral (
              select partition, id
              from observation_log o
              where o.partition = c.partition and o.id <= c.position
                and o.received_at < now() - ${READ_LOG_RETENTION_TIME}::interval
                and not exists (
                  select from project_lanes l where l.partition = o.partition and ${sql.literal(awaitsRow)}
                )
              order by o.id
              limit ${LOG_ROWS_PER_PASS}
            ) o
        ) read
        where l.partition = read.partition and l.id = read.id
        returning 1 as gone`,
      (rows) => rows.length
    ).pipe(Effect.orDie)

    const makeMonths = (now: number) =>
      Effect.forEach(
        monthly,
        (table) => Effect.forEach([-1, 0, 1, 2], (months) => makeMonth(sql, table, monthOf(now, months))),
        { discard: true }
      ).pipe(Effect.orDie)

    /**
     * Makes a month whose rows are in the default partition: PostgreSQL refuses that, so they are moved out
     * and back. Writers are blocked meanwhile, because to them the rows would be missing, and they would
     * insert duplicates. Readers of the default partition are not waited for long, because writers would wait
     * behind them. False: the month could not be made, and the rows are back.
     */
    const moveMonth = (table: Monthly, month: Date) => {
      const parent = sql.literal(table),
        stray = sql.literal(`${table}_default`),
        moving = sql.literal(`moving_${table}`),
        isOfMonth = sql`date_trunc('month', ${sql.literal(timeOf(table))}, 'UTC') = ${month}`
      return sql.withTransaction(
        Effect.gen(function* () {
          // before the table, as make_month does, so that the two cannot deadlock
          yield* sql`select pg_advisory_xact_lock(hashtext('make_month'))`
          yield* sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`
          yield* sql`lock table ${parent} in share row exclusive mode`
          yield* sql`lock table ${stray} in access exclusive mode`
          yield* sql`create temporary table ${moving} on commit drop as select * from ${stray} where ${isOfMonth}`
          yield* sql`delete from ${stray} where ${isOfMonth}`
          const isMade = yield* askForMonth(sql, table, month.getTime())
          yield* sql`insert into ${parent} select * from ${moving}`
          return isMade
        })
      )
    }

    const moveStraysOf = Effect.fnUntraced(function* (table: Monthly) {
      const months = yield* sql<{ month: Date }>`
        select distinct date_trunc('month', ${sql.literal(timeOf(table))}, 'UTC') as month
        from ${sql.literal(`${table}_default`)}
        limit 12`
      let moved = 0
      for (const { month } of months) {
        const isMoved = yield* moveMonth(table, month).pipe(
          Effect.catchIf(
            (error) => sqlStateOf(error) === "55P03",
            () => Effect.as(Effect.logInfo(`rows of other months wait: ${table} is in use`), null)
          )
        )
        if (isMoved === null) break
        if (isMoved) moved++
      }
      return moved
    })

    const moveStrays = Effect.map(Effect.forEach(monthly, moveStraysOf), (moved) =>
      moved.reduce((sum, n) => sum + n, 0)
    ).pipe(Effect.orDie)

    const expire = Effect.all(
      [
        sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`,
        sql`delete from sessions where expires_at < now()`,
        sql`delete from oauth_entries where expires_at < now() - interval '1 day'`,
        sql`delete from client_reports where used_until < now()`,
        // a client that registered and was granted nothing, or not for a month, can register again
        sql`
          delete from oauth_clients c
          where coalesce(c.last_used_at, c.created_at) < now() - interval '30 days'
            and not exists (
              select from client_grants g
              where g.client_id = c.id and g.revoked_at is null and g.expires_at > now()
            )`,
        // deliveries of an event are removed with it
        sql`delete from deliveries where event_id is null and created_at < now() - interval '30 days'`,
        sql`delete from login_attempts where last_at < now() - interval '2 hours'`,
        sql`delete from worker_heartbeats where beat_at < now() - interval '1 day'`,
        sql`delete from arrivals where received_at < now() - interval '2 days'`,
        sql`delete from data_source_counts where minute < now() - interval '30 days'`,
        // an import that was not continued; its records stay
        sql`
          delete from track_imports
          where state = 'open' and updated_at < now() - interval '90 days'`,
        sql`
          update jobs set status = 'expired'
          where kind = 'export' and status = 'completed' and expires_at <= now()`,
        // with unfinished files
        sql`
          delete from export_chunks c
          using jobs j
          where j.id = c.job_id and j.status in ('expired', 'failed', 'cancelled')`,
        sql`delete from jobs where kind = 'export' and finished_at < now() - interval '90 days'`
      ],
      { discard: true }
    ).pipe(Effect.orDie)

    /**
     * Removes the traces of one class: those that explain an event stay longest, and failures longer than
     * successes.
     */
    const expireClass = (days: number, isFailed: boolean) =>
      Effect.map(
        sql`
          delete from processing_traces t
          using (
            select id, started_at
            from processing_traces
            where started_at < now() - make_interval(days => ${days}::int4) and event_id is null
              and ${sql.literal(isFailed ? "status = 'failed'" : "status <> 'failed'")}
            limit ${LOG_ROWS_PER_PASS}
          ) old
          where t.id = old.id and t.started_at = old.started_at
          returning 1 as gone`,
        (rows) => rows.length
      )

    const expireTraces = Effect.gen(function* () {
      const gone = (yield* expireClass(traceDays.well, false)) + (yield* expireClass(traceDays.failed, true))
      if (gone === 0)
        yield* sql`select drop_trace_months(now() - make_interval(days => ${eventTraceDays}::int4))`
      return gone
    }).pipe(Effect.orDie)

    return Upkeep.of({ dropReadLog, makeMonths, moveStrays, expire, expireTraces, watchMatters })
  })
)

/**
 * HeartbeatSql writes a worker's sign of life. With each the clocks are compared; the machine's deviation is
 * in its row.
 */
export const HeartbeatSql = (worker: string) =>
  Layer.effect(
    Heartbeat,
    Effect.map(SqlClient.SqlClient, (sql) =>
      Heartbeat.of({
        beat: Effect.fnUntraced(function* (role, detail) {
          yield* followDatabaseTime(sql)
          const clock = yield* Clock.Clock
          const beatDetail = {
            ...detail,
            clock_ahead_seconds: clock instanceof DatabaseClock ? clock.machineAheadSeconds : 0
          }
          yield* sql`
            select beat(
              ${`${worker}/${role}`}, ${role}, ${process.pid}::int4, ${JSON.stringify(beatDetail)}::jsonb
            )`
        }, Effect.orDie)
      })
    )
  )

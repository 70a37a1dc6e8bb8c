// The SQL of upkeep: the log's tail, monthly partitions, kept answers, matters that end.
import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { eventTraceDays, traceDays } from "../../domain/event/ProcessingTrace.ts"
import { Heartbeat, Upkeep } from "../../jobs/ports.ts"
import { awaits } from "../engine/awaitedRows.ts"
import { DatabaseClock, keepTime } from "../sql/DatabaseClock.ts"
import { askForMonth, makeMonth, monthOf, type Monthly, monthly } from "../sql/makeMonth.ts"
import { sqlStateOf } from "../sql/sqlState.ts"
import { makeWatch } from "../system/watchMatters.ts"

/** Rows one pass takes from the log: short transactions, however far it grew. */
const CHUNK = 5000
/** How long the default partition of a table is waited for, with its writers waiting behind. */
const LOCK_WAIT = "200ms"
/** Read rows stay this long: live maps follow the log too, looking about once a second. */
const KEPT = "10 seconds"

/** The column whose month decides about the partition. */
const timeOf = (table: Monthly) => (table === "processing_traces" ? "started_at" : "original_time")

export const UpkeepSql = Layer.effect(
  Upkeep,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const watchMatters = makeWatch(yield* PgClient.PgClient)

    /** What the cursor is past was judged, but for the projects in lanes: they have yet to read their rows. */
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
                and o.received_at < now() - ${KEPT}::interval
                and not exists (
                  select from project_lanes l where l.partition = o.partition and ${sql.literal(awaits)}
                )
              order by o.id
              limit ${CHUNK}
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
     * PostgreSQL refuses a partition whose rows sit in the default one, so they step aside and come back.
     * Nobody writes meanwhile: to a writer the rows that stepped aside are not there, and it would store one
     * of them again. Readers of the default partition are not waited for long: writers would wait behind it.
     * False: the month could not be made, and they are back where they were.
     */
    const moveMonth = (table: Monthly, month: Date) => {
      const parent = sql.literal(table),
        stray = sql.literal(`${table}_default`),
        moving = sql.literal(`moving_${table}`),
        isOfMonth = sql`date_trunc('month', ${sql.literal(timeOf(table))}, 'UTC') = ${month}`
      return sql.withTransaction(
        Effect.gen(function* () {
          // before the table, as make_month takes the two: crosswise they would stop each other
          yield* sql`select pg_advisory_xact_lock(hashtext('make_month'))`
          yield* sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`
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
        // whoever registered and was let in by nobody, or not for a month, registers again
        sql`
          delete from oauth_clients c
          where coalesce(c.last_used_at, c.created_at) < now() - interval '30 days'
            and not exists (
              select from client_grants g
              where g.client_id = c.id and g.revoked_at is null and g.expires_at > now()
            )`,
        // those of events go with their event
        sql`delete from deliveries where event_id is null and created_at < now() - interval '30 days'`,
        sql`delete from login_attempts where last_at < now() - interval '2 hours'`,
        sql`delete from worker_heartbeats where beat_at < now() - interval '1 day'`,
        sql`delete from arrivals where received_at < now() - interval '2 days'`,
        sql`delete from data_source_counts where minute < now() - interval '30 days'`,
        // an import that nobody went on with; its records stay
        sql`
          delete from track_imports
          where state = 'open' and updated_at < now() - interval '90 days'`,
        sql`
          update jobs set status = 'expired'
          where kind = 'export' and status = 'completed' and expires_at <= now()`,
        // also what was written of files that came to nothing
        sql`
          delete from export_chunks c
          using jobs j
          where j.id = c.job_id and j.status in ('expired', 'failed', 'cancelled')`,
        sql`delete from jobs where kind = 'export' and finished_at < now() - interval '90 days'`
      ],
      { discard: true }
    ).pipe(Effect.orDie)

    /** Of one class: what explains an event is kept longest, and what failed longer than what went well. */
    const expireClass = (days: number, isFailed: boolean) =>
      Effect.map(
        sql`
          delete from processing_traces t
          using (
            select id, started_at
            from processing_traces
            where started_at < now() - make_interval(days => ${days}::int4) and event_id is null
              and ${sql.literal(isFailed ? "status = 'failed'" : "status <> 'failed'")}
            limit ${CHUNK}
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

/** With each beat the clocks are compared; what the machine's is off stands in its row. */
export const HeartbeatSql = (worker: string) =>
  Layer.effect(
    Heartbeat,
    Effect.map(SqlClient.SqlClient, (sql) =>
      Heartbeat.of({
        beat: Effect.fnUntraced(function* (role, detail) {
          yield* keepTime(sql)
          const clock = yield* Clock.Clock
          const said = {
            ...detail,
            clock_ahead_seconds: clock instanceof DatabaseClock ? clock.machineAheadSeconds : 0
          }
          yield* sql`
            select beat(
              ${`${worker}/${role}`}, ${role}, ${process.pid}::int4, ${JSON.stringify(said)}::jsonb
            )`
        }, Effect.orDie)
      })
    )
  )

// Upkeep on real tables, as the role that does it.
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Upkeep } from "../../../src/jobs/ports.ts"
import { DatabaseUrl, pool } from "../../../src/store/sql/Pg.ts"
import { UpkeepSql } from "../../../src/store/jobs/UpkeepSql.ts"
import { TestSql } from "../../support/sql/database.ts"
import { ingest, makeFarm } from "../../support/sql/farm.ts"
import { appendRows, park, passTo } from "../../support/sql/lanes.ts"
import { locksOn } from "../../support/sql/locks.ts"

const upkeep = Effect.gen(function* () {
  const url = yield* DatabaseUrl
  const built = yield* Layer.build(
    UpkeepSql.pipe(
      Layer.provide(
        pool({ role: "pugmark_work", maxConnections: 1, applicationName: "upkeep", statementTimeoutMs: 5000 })
      ),
      Layer.provide(Layer.succeed(DatabaseUrl, url))
    )
  )
  return Context.get(built, Upkeep)
})

layer(TestSql, { timeout: "60 seconds", excludeTestServices: true })("upkeep", (it) => {
  it.effect("log rows go once the engine is past them and live maps had their time, and not before", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { dropReadLog } = yield* upkeep
      const farm = yield* makeFarm
      for (let i = 0; i < 3; i++)
        yield* ingest(farm, [{ at: Date.parse("2026-05-01T00:00:00Z") + i * 1000, lon: 0 }])
      assert.strictEqual(yield* dropReadLog, 0)
      yield* sql`update partition_cursor c set position = (select min(id) + 1 from observation_log l
        where l.partition = c.partition) where exists (select from observation_log l
        where l.partition = c.partition)`
      assert.strictEqual(yield* dropReadLog, 0)
      yield* sql`update observation_log set received_at = now() - interval '11 seconds'`
      assert.strictEqual(yield* dropReadLog, 2)
      assert.strictEqual((yield* sql`select from observation_log`).length, 1)
    })
  )

  it.effect(
    '"Upkeep keeps rows that a lane needs": those after its place with entries of its project, and no other',
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { dropReadLog } = yield* upkeep
        const [flooding, other] = [(yield* makeFarm).project, (yield* makeFarm).project]
        yield* sql`delete from observation_log`
        const [judged] = yield* appendRows(3, [flooding]),
          [waits] = yield* appendRows(3, [other, flooding])
        yield* appendRows(3, [other])
        const [older] = yield* appendRows(3, null),
          [elsewhere] = yield* appendRows(4, [flooding])
        yield* passTo(3, older!)
        yield* passTo(4, elsewhere!)
        yield* park({ project: flooding, partition: 3, position: judged! })
        yield* sql`update observation_log set received_at = now() - interval '11 seconds'`
        assert.strictEqual(yield* dropReadLog, 3)
        assert.deepStrictEqual(
          yield* sql<{ id: number }>`select id::float8 as id from observation_log order by id`,
          [{ id: waits! }, { id: older! }]
        )
        yield* sql`update project_lanes set position = ${waits!}::float8::int8,
          up_to = ${waits!}::float8::int8`
        assert.strictEqual(yield* dropReadLog, 1)
        yield* sql`delete from project_lanes`
        assert.strictEqual(yield* dropReadLog, 1)
      })
  )

  it.effect(
    "a project that is deleted while it is in a lane takes the lane with it, and nothing keeps its rows",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { dropReadLog } = yield* upkeep
        const { project } = yield* makeFarm
        yield* sql`delete from observation_log`
        const [row] = yield* appendRows(5, [project])
        yield* passTo(5, row!)
        yield* park({ project, partition: 5, position: row! - 1 })
        yield* sql`update observation_log set received_at = now() - interval '11 seconds'`
        assert.strictEqual(yield* dropReadLog, 0)
        yield* sql`delete from projects where id = ${project}::uuid`
        assert.deepStrictEqual(yield* sql`select from project_lanes`, [])
        assert.strictEqual(yield* dropReadLog, 1)
      })
  )

  it.effect("stray rows of a month move into a partition of their own, none lost", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { moveStrays } = yield* upkeep
      const farm = yield* makeFarm
      const before = (yield* sql`select from positions`).length
      const days = ["2011-03-01T00:00:00Z", "2011-03-31T23:59:59.999Z", "2011-04-01T00:00:00Z"]
      yield* ingest(
        farm,
        days.map((d) => ({ at: Date.parse(d), lon: 1 }))
      )
      assert.isAtLeast(yield* moveStrays, 2)
      assert.deepStrictEqual(
        (yield* sql<{ n: number }>`select count(*)::int as n from positions_2011_03`)[0]!.n,
        2
      )
      assert.strictEqual((yield* sql`select from positions`).length, before + 3)
      assert.strictEqual(
        (yield* sql`select from positions_default where original_time < '2012-01-01'`).length,
        0
      )
      assert.strictEqual(yield* moveStrays, 0)
    })
  )

  it.effect("stray rows wait while somebody reads them, and writers do not wait with them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { moveStrays } = yield* upkeep
      const farm = yield* makeFarm
      yield* ingest(farm, [{ at: Date.parse("2012-07-01T00:00:00Z"), lon: 1 }])
      const strays = sql`select from positions_default where original_time >= '2012-07-01'
        and original_time < '2012-08-01'`
      yield* sql.withTransaction(
        Effect.gen(function* () {
          assert.lengthOf(yield* strays, 1)
          assert.strictEqual(yield* moveStrays, 0)
          // nothing is held any more
          assert.deepStrictEqual(
            (yield* locksOn("positions")).map(({ mode }) => mode),
            []
          )
        })
      )
      assert.strictEqual(yield* moveStrays, 1)
      assert.lengthOf(yield* strays, 0)
    })
  )

  it.effect("the months round now are made ahead", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { makeMonths } = yield* upkeep
      yield* makeMonths(Date.parse("2040-12-31T23:59:59Z"))
      const made = yield* sql<{
        name: string
      }>`select relname as name from pg_class where relname ~ '^positions_204' and relkind = 'r' order by 1`
      assert.deepStrictEqual(
        made.map((m) => m.name),
        ["positions_2040_11", "positions_2040_12", "positions_2041_01", "positions_2041_02"]
      )
    })
  )

  it.effect(
    "two processes that make the same months, and move the same strays, do not get in each other's way",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [one, other] = [yield* upkeep, yield* upkeep]
        const farm = yield* makeFarm
        for (let year = 2050; year < 2054; year++) {
          yield* Effect.all(
            [
              one.makeMonths(Date.parse(`${year}-03-01T00:00:00Z`)),
              other.makeMonths(Date.parse(`${year}-03-01T00:00:00Z`))
            ],
            { concurrency: 2 }
          )
          const strays = Array.from({ length: 4 }, (_, i) =>
            Date.parse(`${year}-${8 + i < 10 ? "0" : ""}${8 + i}-01T00:00:00Z`)
          )
          yield* ingest(
            farm,
            strays.map((at) => ({ at, lon: 1 }))
          )
          yield* Effect.all(
            [one.moveStrays, other.moveStrays, one.makeMonths(strays[0]!), other.makeMonths(strays[1]!)],
            { concurrency: 4 }
          )
        }
        const [rows] = yield* sql<{
          n: number
          strays: number
        }>`select count(*)::int as n, (select count(*)::int from positions_default
          where original_time > '2050-01-01') as strays from positions where original_time > '2050-01-01'`
        assert.deepStrictEqual({ ...rows! }, { n: 16, strays: 0 })
      })
  )

  it.effect("codes and tokens whose time is over go, and AI clients that nobody has used for 30 days", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { expire } = yield* upkeep
      const [user] = yield* sql<{ id: string }>`insert into users (id, email)
        values (gen_random_uuid(), 'ines-of-clients@example.org') returning id`
      yield* sql`insert into oauth_clients (id, metadata, created_at, last_used_at) values
        ('new', '{}', now(), null),
        ('never used', '{}', now() - interval '31 days', null),
        ('used', '{}', now() - interval '90 days', now() - interval '2 days'),
        ('let in', '{}', now() - interval '31 days', null),
        ('let go', '{}', now() - interval '31 days', null)`
      yield* sql`insert into client_grants
        (id, user_id, client_id, client_name, redirect_host, scopes, project_ids, expires_at, revoked_at)
        select gen_random_uuid(), ${user!.id}::uuid, client, 'x', 'x', '{project:read}',
          array[gen_random_uuid()], now() + interval '1 day', revoked
        from (values ('let in', null), ('let go', now())) as g (client, revoked)`
      yield* sql`insert into oauth_entries (kind, id_hash, payload, expires_at) values
        ('AccessToken', sha256('1'), '{}', now()), ('AccessToken', sha256('2'), '{}', now() - interval '2 days')`
      yield* expire
      const left = yield* sql<{ id: string }>`select id from oauth_clients order by id`
      assert.deepStrictEqual(
        left.map(({ id }) => id),
        ["let in", "new", "used"]
      )
      assert.lengthOf(yield* sql`select kind from oauth_entries`, 1)
      yield* sql`delete from users where id = ${user!.id}::uuid`
    })
  )

  it.effect("imports that nobody went on with for 90 days are forgotten, finished ones are not", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { expire } = yield* upkeep
      const [project] = yield* sql<{ id: string }>`insert into projects (id, slug, name, timezone)
        values (gen_random_uuid(), 'of-imports', 'Of imports', 'UTC') returning id`
      yield* sql`insert into track_imports
        (id, project_id, file_name, size_bytes, sha256, answers, state, updated_at, actor_kind, actor_id, actor_name)
        select gen_random_uuid(), ${project!.id}::uuid, name, 1, sha256(name::bytea), '{}', state,
          now() - days * interval '1 day', 'user', gen_random_uuid(), 'Ines'
        from (values ('stopped', 'open', 91), ('begun', 'open', 89), ('in', 'finished', 400)) f (name, state, days)`
      yield* expire
      const left = yield* sql<{ name: string }>`
        select file_name as name from track_imports where project_id = ${project!.id}::uuid order by 1`
      assert.deepStrictEqual(
        left.map(({ name }) => name),
        ["begun", "in"]
      )
      yield* sql`delete from projects where id = ${project!.id}::uuid`
    })
  )

  it.effect("sessions that have ended and tries at passwords that are made good are forgotten", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { expire } = yield* upkeep
      yield* sql`insert into users (id, email)
        values ('01890000-0000-7000-8000-000000000001', 'x@example.org')`
      yield* sql`insert into sessions (id_hash, user_id, expires_at)
        select sha256(n::text::bytea), id, now() + n * interval '1 hour'
        from users, generate_series(-1, 1, 2) n`
      yield* sql`insert into login_attempts (address, account, last_at)
        select '192.0.2.1', n::text, now() - n * interval '1 hour' from generate_series(1, 3, 2) n`
      yield* expire
      assert.lengthOf(yield* sql`select from sessions`, 1)
      assert.deepStrictEqual(yield* sql`select account from login_attempts`, [{ account: "1" }])
    })
  )

  it.effect(
    "traces go by their class: what went well after 30 days, what failed after 90, what explains an event with its month after 400",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { expireTraces } = yield* upkeep
        const write = (name: string, status: string, days: number, isOfEvent: boolean) => sql`
      with at as (select now() - make_interval(days => ${days}::int4) as t)
      insert into processing_traces (id, kind, status, code, started_at, event_id)
        select gen_random_uuid(), 'rule', ${status}, ${name}, t, case
        when ${isOfEvent} then gen_random_uuid() end from at`
        yield* sql`select make_month('processing_traces', (now() - make_interval(days => d))::date)
          from unnest('{1, 31, 91, 399, 460}'::int[]) d`
        for (const [name, status, days, isOfEvent] of [
          ["young", "ok", 29, false],
          ["old", "ok", 31, false],
          ["skipped", "skipped", 31, false],
          ["failure", "failed", 31, false],
          ["old failure", "failed", 91, false],
          ["event", "ok", 399, true],
          ["old event", "ok", 460, true],
          ["failed event", "failed", 91, true]
        ] as const)
          yield* write(name, status, days, isOfEvent)
        const left = Effect.map(
          sql<{ code: string }>`select code from processing_traces order by 1`,
          (rows) => rows.map((r) => r.code)
        )
        assert.strictEqual(yield* expireTraces, 3)
        assert.include(yield* left, "old event") // its month goes when nothing else is left to do
        assert.strictEqual(yield* expireTraces, 0)
        assert.deepStrictEqual(yield* left, ["event", "failed event", "failure", "young"])
        const [month] = yield* sql<{
          there: boolean
        }>`select to_regclass('processing_traces_' || to_char(now() - interval '460 days', 'YYYY_MM')) is not
          null as there`
        assert.isFalse(month!.there)
      })
  )

  it.effect(
    "what came in is shown for two days and counted for thirty, and workers that are gone are forgotten",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { expire } = yield* upkeep
        yield* sql`insert into data_sources (id, name, adapter_key, token_hash)
          values ('01890000-0000-7000-8000-00000000000a', 'S', 'generic_http', sha256('s'))`
        yield* sql`insert into arrivals (id, received_at, data_source_id, status)
          select gen_random_uuid(), now() - n * interval '1 day', '01890000-0000-7000-8000-00000000000a',
          'accepted' from generate_series(1, 3, 2) n`
        yield* sql`insert into data_source_counts (data_source_id, minute)
          select '01890000-0000-7000-8000-00000000000a', now() - n * interval '1 day'
          from unnest('{29, 31}'::int[]) n`
        yield* sql`insert into worker_heartbeats (worker, role, beat_at)
          values ('here', 'work', now() - interval '23 hours'), ('gone', 'work', now() - interval '25 hours')`
        yield* expire
        assert.lengthOf(yield* sql`select from arrivals`, 1)
        assert.lengthOf(yield* sql`select from data_source_counts`, 1)
        assert.deepStrictEqual(yield* sql`select worker from worker_heartbeats`, [{ worker: "here" }])
      })
  )
})

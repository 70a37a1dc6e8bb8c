import { assert, describe, it, layer } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Redacted } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { PoolOptions } from "../../../src/store/sql/Pg.ts"
import { DatabaseUrl, pool } from "../../../src/store/sql/Pg.ts"
import { EmptyDatabase, LoginSql, TestDatabase } from "../../support/sql/database.ts"

const options: PoolOptions = {
  role: null,
  maxConnections: 1,
  applicationName: "pugmark test",
  statementTimeoutMs: 50
}

const setting = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ value: string }>`select current_setting(${name}) as value`
  return row?.value
})

layer(TestDatabase)("a pool", (it) => {
  it.effect("logs in as its role, with a name, UTC and its timeouts", () =>
    Effect.gen(function* () {
      const [me] = yield* (yield* SqlClient.SqlClient)<{
        session: string
        now: string
      }>`select session_user::text as session, current_user::text as now`
      assert.match(me!.session, /^pugmark_engine_[a-z0-9]{12}$/)
      assert.strictEqual(me!.now, me!.session)
      assert.strictEqual(yield* setting("application_name"), "pugmark test")
      assert.strictEqual(yield* setting("timezone"), "UTC")
      assert.strictEqual(yield* setting("idle_in_transaction_session_timeout"), "5s")
      const sql = yield* SqlClient.SqlClient
      const { reason } = yield* Effect.flip(sql`select pg_sleep(10)`)
      assert.strictEqual(reason._tag, "StatementTimeoutError")
    }).pipe(Effect.provide(pool({ ...options, role: "pugmark_engine" })))
  )

  it.effect("can do only what its role may", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { reason } = yield* Effect.flip(sql`select * from users`)
      assert.include(String(reason.cause), "permission denied for table users")
    }).pipe(Effect.provide(pool({ ...options, role: "pugmark_analysis" })))
  )

  it.effect("refuses a server older than PostgreSQL 15", () =>
    Effect.gen(function* () {
      const url = yield* DatabaseUrl
      yield* Effect.gen(function* () {
        // an old server, as far as this database is asked
        const sql = yield* SqlClient.SqlClient
        yield* sql`create schema old`
        yield* sql`create function old.current_setting(text) returns text language sql as
          $$ select case $1 when 'server_version_num' then '140011' else '14.11' end $$`
        yield* sql`alter database ${sql(new URL(Redacted.value(url)).pathname.slice(1))}
          set search_path = old, pg_catalog`
      }).pipe(Effect.provide(LoginSql))
      const { message } = yield* Effect.flip(Effect.provide(Effect.void, pool(options)))
      assert.match(message, /^Pugmark needs PostgreSQL 15 or newer; the server at \S+ is 14\.11\.$/)
    }).pipe(Effect.provide(EmptyDatabase))
  )

  it.effect("says at once which database does not work, and what its server says, but not the password", () =>
    Effect.gen(function* () {
      const url = new URL(Redacted.value(yield* DatabaseUrl))
      url.password = "secret"
      const { message } = yield* Effect.flip(
        Effect.provide(
          Effect.void,
          pool(options).pipe(Layer.provide(Layer.succeed(DatabaseUrl, Redacted.make(url.href))))
        )
      )
      assert.strictEqual(
        message,
        `Cannot use the database at ${url.host}${url.pathname}: password authentication failed for ` +
          `user "${url.username}"`
      )
    })
  )
})

describe("the database's url", () => {
  it.effect("is DATABASE_URL where that is set", () =>
    Effect.gen(function* () {
      assert.strictEqual(Redacted.value(yield* DatabaseUrl), "postgresql://elsewhere/pugmark")
    }).pipe(
      Effect.provide(
        DatabaseUrl.layer.pipe(
          Layer.provide(
            ConfigProvider.layer(
              ConfigProvider.fromUnknown({
                DATABASE_URL: "postgresql://elsewhere/pugmark",
                DATA_DIR: "/dev/null"
              })
            )
          )
        )
      )
    )
  )
})

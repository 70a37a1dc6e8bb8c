// Findings B5 and D3: a login per role that no RESET ROLE undoes; databases of several owners on one server;
// upgrades, copies and restores.
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { readMigrations, MIGRATIONS_FOLDER } from "../../../src/store/sql/Migrations.ts"
import { DatabaseUrl } from "../../../src/store/sql/Pg.ts"
import { serverMessage } from "../../../src/store/sql/serverMessage.ts"
import { storedAccess } from "../../../src/store/roles/access.ts"
import { loginRoles, roleNameOf } from "../../../src/store/roles/names.ts"
import { currentRights } from "../../../src/store/roles/rights.ts"
import { EmptyDatabase, LoginSql, TestSql } from "../../support/sql/database.ts"
import { asSuperuser, makeDatabase, makeOwner, on, prepare, rowsOf } from "../../support/sql/owners.ts"
import { before, loadBefore } from "../../support/upgrade/loadBefore.ts"
import { STORY } from "../../support/stories.ts"

/** PostgreSQL 15 has other words for it than 18. */
const DENIED = /permission denied|must be superuser|must have admin option/

/** What the server says to a statement; null when it does it. */
const refusal = (statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.unsafe(statement).unprepared.pipe(
      Effect.as(null),
      Effect.catch((error) => Effect.succeed(serverMessage(error)))
    )
  )

const databaseOf = (url: Redacted.Redacted) => new URL(Redacted.value(url)).pathname.slice(1)
const namesOf = (url: Redacted.Redacted) =>
  Effect.map(on(url)(storedAccess), (access) => loginRoles.map((role) => roleNameOf(role, access!.suffix)))

/** Every role logs in, and is itself. */
const assertLogins = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const names = yield* namesOf(url)
  for (const [i, role] of loginRoles.entries()) {
    const [me] = yield* on(
      url,
      role
    )(
      rowsOf<{ session: string; now: string }>(
        "select session_user::text as session, current_user::text as now from projects right join " +
          "(values (1)) v on true limit 1"
      )
    )
    assert.deepStrictEqual({ ...me! }, { session: names[i]!, now: names[i]! })
  }
})

layer(TestSql, { timeout: "60 seconds", excludeTestServices: true })("a role of the database", (it) => {
  it.effect.each(loginRoles)(
    "%s is what it logged in as: RESET ROLE, SET ROLE and COPY … TO PROGRAM give it nothing",
    (role) =>
      Effect.gen(function* () {
        const url = yield* DatabaseUrl,
          names = yield* namesOf(url),
          owner = new URL(Redacted.value(url)).username
        const own = names[loginRoles.indexOf(role)]!
        yield* on(
          url,
          role
        )(
          Effect.gen(function* () {
            const secrets = [
              "select from database_access",
              "select rolpassword from pg_authid",
              "copy (select 1) to program 'true'",
              "copy (select 1) to '/dev/null'",
              "create table public.mine ()"
            ]
            const ways = [
              "select 1",
              "reset role",
              "reset session authorization",
              "set role none",
              "reset all",
              "discard all"
            ]
            for (const way of ways) {
              yield* refusal(way)
              const [me] = yield* rowsOf<{ session: string; now: string }>(
                "select session_user::text as session, current_user::text as now"
              )
              assert.deepStrictEqual({ ...me! }, { session: own, now: own })
              for (const secret of secrets)
                assert.match((yield* refusal(secret)) ?? "done", DENIED, `${way}; ${secret}`)
            }
            for (const other of [
              owner,
              ...names.filter((name) => name !== own),
              "pg_execute_server_program"
            ]) {
              assert.match((yield* refusal(`set role "${other}"`)) ?? "done", /permission denied/, other)
              assert.match(
                (yield* refusal(`set session authorization "${other}"`)) ?? "done",
                /permission denied/,
                other
              )
            }
            for (const more of [
              `alter role ${own} superuser`,
              `alter role ${own} createrole`,
              "create role mine",
              `grant "${owner}" to ${own}`
            ]) {
              assert.match((yield* refusal(more)) ?? "done", DENIED, more)
            }
          })
        )
      })
  )

  it.effect("may do in a copy of the template what it may do there: copies make no roles", () =>
    Effect.gen(function* () {
      const { applied, granted, logins } = yield* prepare(yield* DatabaseUrl)
      assert.deepStrictEqual({ applied, granted, logins }, { applied: [], granted: false, logins: [] })
      yield* assertLogins(yield* DatabaseUrl)
    })
  )
})

describe("roles of databases", () => {
  it.effect(
    "of two owners with CREATEROLE only stand side by side on one server, and open their own database only",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const [mine, theirs] = [
            yield* makeDatabase(yield* makeOwner()),
            yield* makeDatabase(yield* makeOwner())
          ]
          const files = (yield* readMigrations(MIGRATIONS_FOLDER)).map(({ name }) => name)
          // each by several processes at once
          const starts = yield* Effect.all([mine, mine, theirs, theirs].map(prepare), { concurrency: 4 })
          assert.deepStrictEqual(
            starts.map(({ applied }) => applied.length).toSorted((a, b) => a - b),
            [0, 0, files.length, files.length]
          )
          assert.deepStrictEqual(
            starts.map(({ logins }) => logins.length).toSorted((a, b) => a - b),
            [0, 0, 5, 5]
          )
          for (const url of [mine, theirs]) yield* assertLogins(url)
          const [ours, others] = [yield* namesOf(mine), yield* namesOf(theirs)]
          assert.lengthOf(new Set([...ours, ...others]), 10)
          // what is applied is remembered by the files' own checksums
          const checksums = (yield* readMigrations(MIGRATIONS_FOLDER)).map(({ checksum }) => checksum)
          assert.deepStrictEqual(
            (yield* on(mine)(
              rowsOf<{ checksum: string }>("select checksum from schema_migrations order by id")
            )).map(({ checksum }) => checksum),
            checksums
          )
          // the engine of the one, in the database of the other
          const engine = new URL(
            Redacted.value((yield* prepare(mine)).findLogin(mine, "pugmark_engine").pipe(Effect.runSync))
          )
          engine.pathname = databaseOf(theirs)
          assert.match(
            (yield* on(Redacted.make(engine.href))(refusal("select from positions"))) ?? "done",
            /permission denied/
          )
        })
      ),
    { ...STORY, timeout: 60_000 }
  )

  it.effect("an owner who may not make roles is told what to do, and the database is as it was", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const owner = yield* makeOwner("nocreaterole"),
          url = yield* makeDatabase(owner)
        const { message } = yield* Effect.flip(prepare(url))
        assert.match(
          message,
          new RegExp(
            `^The role pugmark_api_[a-z0-9]{12} cannot be made: permission denied to create role\\. ` +
              `As a superuser: ALTER ROLE "${owner}" CREATEROLE\\.$`
          )
        )
        assert.deepStrictEqual(
          yield* on(url)(rowsOf("select from pg_tables where schemaname = 'public'")),
          []
        )
      })
    )
  )

  it.effect(
    "are made for the database of an older release, whose shared roles stay and have no rights here any more; a copy and a restore of it start",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const url = yield* DatabaseUrl
          yield* loadBefore
          const old = loginRoles.map((role) => `'${role}'`).join()
          const count = (what: string) =>
            Effect.map(
              rowsOf<{ n: number }>(`select count(*)::int4 as n from ${what} r.rolname in (${old})`),
              ([row]) => row!.n
            )
          const held = count(
            "pg_class c cross join aclexplode(relacl) a join pg_roles r on r.oid = a.grantee where"
          )
          const columns = count(
            "pg_attribute t cross join aclexplode(t.attacl) a join pg_roles r on r.oid = a.grantee where"
          )
          assert.isAbove(yield* held, 100)
          assert.isAbove(yield* columns, 5)
          const prepared = yield* prepare(url)
          assert.strictEqual(
            prepared.applied.length,
            (yield* readMigrations(MIGRATIONS_FOLDER)).length - before.migrations.length
          )
          assert.deepStrictEqual([yield* held, yield* columns, yield* count("pg_roles r where")], [0, 0, 5])
          yield* assertLogins(url)
          const [names, rights] = [yield* namesOf(url), yield* currentRights]
          const again = yield* prepare(url)
          assert.deepStrictEqual([again.applied, again.logins, again.granted], [[], [], false])
          return { names, rights, url }
        }).pipe(
          Effect.provide(LoginSql),
          Effect.flatMap(({ names, rights, url }) =>
            Effect.gen(function* () {
              // a copy on the same server, of another owner, who cannot change its roles and need not
              const copy = yield* makeDatabase(null, databaseOf(url))
              assert.deepStrictEqual((yield* prepare(copy)).logins, [])
              yield* assertLogins(copy)
              // as pg_restore --no-owner --no-acl leaves it on a server that has never seen it
              for (const database of [url, copy])
                yield* asSuperuser([`drop owned by ${names.join()}`], database)
              yield* asSuperuser([`drop role ${names.join()}`])
              const restored = yield* prepare(copy)
              assert.deepStrictEqual(
                [restored.logins, restored.granted, yield* namesOf(copy), yield* on(copy)(currentRights)],
                [names, true, names, rights]
              )
              yield* assertLogins(copy)
              // and the first one, which finds its roles made
              const first = yield* prepare(url)
              assert.deepStrictEqual(
                [first.logins, first.granted, yield* on(url)(currentRights)],
                [[], true, rights]
              )
              yield* assertLogins(url)
            })
          ),
          Effect.provide(EmptyDatabase)
        )
      ),
    { ...STORY, timeout: 60_000 }
  )

  it.effect(
    "keep their passwords from start to start, and get them again where they are refused",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const url = yield* makeDatabase(yield* makeOwner())
          yield* prepare(url)
          const names = yield* namesOf(url),
            [api, ingest, engine, work] = names as [string, string, string, string]
          const verifiers = asSuperuser<{ kept: string }>([
            `select rolname || ' ' || rolpassword as kept from pg_authid
              where rolname in (${names.map((name) => `'${name}'`).join()}) order by 1`
          ])
          const kept = yield* verifiers
          assert.deepStrictEqual((yield* prepare(url)).logins, [])
          assert.deepStrictEqual(yield* verifiers, kept)
          for (const { kept: verifier } of kept) assert.include(verifier, "SCRAM-SHA-256$4096:")

          yield* asSuperuser([
            `alter role ${api} password 'by hand'`,
            `alter role ${ingest} nologin`,
            `alter role ${engine} valid until '2020-01-01'`,
            `alter role ${work} password null`
          ])
          // several processes find it out at once
          const starts = yield* Effect.all([prepare(url), prepare(url), prepare(url)], { concurrency: 3 })
          assert.deepStrictEqual(
            starts.flatMap(({ logins }) => logins),
            [api, ingest, engine, work]
          )
          yield* assertLogins(url)
        })
      ),
    60_000
  )

  it.effect(
    "have the rights that grants.sql gives, whatever was given or taken by hand",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const url = yield* makeDatabase(yield* makeOwner())
          yield* prepare(url)
          const [api, , engine] = (yield* namesOf(url)) as [string, string, string]
          const rights = yield* on(url)(currentRights)
          yield* on(url)(
            Effect.forEach(
              [
                `grant select on users to ${engine}`,
                `grant select (secret) on database_access to ${api}`,
                `revoke insert on positions from ${api}`,
                "grant execute on function make_month(text, date) to public"
              ],
              rowsOf
            )
          )
          assert.notDeepEqual(yield* on(url)(currentRights), rights)
          assert.isTrue((yield* prepare(url)).granted)
          assert.deepStrictEqual(yield* on(url)(currentRights), rights)
          assert.isFalse((yield* prepare(url)).granted)
        })
      ),
    60_000
  )

  it.effect(
    "of a restored database that belong to another owner of the server serve as they are; where they refuse, their owner or a fresh draw is the remedy",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const first = yield* makeOwner(),
            second = yield* makeOwner()
          const url = yield* makeDatabase(first)
          yield* prepare(url)
          const names = yield* namesOf(url)
          // what pg_restore --no-owner makes of it for the second owner
          const copy = yield* makeDatabase(second, databaseOf(url))
          yield* asSuperuser(
            [
              `reassign owned by ${first} to ${second}`,
              `alter database ${databaseOf(url)} owner to ${first}`
            ],
            copy
          )
          const server = yield* on(copy)(
            rowsOf<{ number: number }>("select current_setting('server_version_num')::int4 as number")
          )
          assert.deepStrictEqual((yield* prepare(copy)).logins, [])
          yield* assertLogins(copy)
          yield* asSuperuser([`alter role ${names[0]} password 'by hand'`])
          if (server[0]!.number >= 160_000) {
            const { message } = yield* Effect.flip(prepare(copy))
            assert.include(message, `As a superuser: GRANT "${names[0]}" TO "${second}" WITH ADMIN OPTION.`)
            assert.include(message, "DELETE FROM database_access in it, and start again.")
          }
          yield* on(copy)(rowsOf("delete from database_access"))
          assert.lengthOf((yield* prepare(copy)).logins, 5)
          yield* assertLogins(copy)
          assert.isEmpty((yield* namesOf(copy)).filter((name) => names.includes(name)))
          // the first owner's have no rights in it any more
          assert.isEmpty(
            (yield* on(copy)(currentRights)).filter((line) => names.some((name) => line.startsWith(name)))
          )
          assert.deepStrictEqual((yield* prepare(url)).logins, [names[0]!])
          yield* assertLogins(url)
        })
      ),
    { ...STORY, timeout: 60_000 }
  )
})

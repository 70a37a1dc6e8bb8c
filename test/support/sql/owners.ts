// Owners of databases who are no superusers, as on a server that several share: they may make roles, and have
// databases of their own. And copies of databases, as a restore makes them.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import type { Scope } from "effect/Scope"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { randomBytes } from "node:crypto"
import { inject } from "vitest"
import { type DatabaseError, DatabaseUrl, type DatabaseRole, pool } from "../../../src/store/sql/Pg.ts"
import { prepareDatabase } from "../../../src/store/sql/prepareDatabase.ts"
import { dropRoles } from "./database.ts"

const PASSWORD = "of-an-owner"

/** The rows of statements of the server's superuser, one by one; in the database of a url where one is given. */
export const asSuperuser = <A extends object>(
  statements: ReadonlyArray<string>,
  database?: Redacted.Redacted
): Effect.Effect<ReadonlyArray<A>> =>
  Effect.gen(function* () {
    const url = new URL(inject("adminUrl"))
    if (database !== undefined) url.pathname = new URL(Redacted.value(database)).pathname
    const sql = yield* PgClient.makeClient({ url: Redacted.make(url.href), applicationName: "pugmark tests" })
    return (yield* Effect.forEach(statements, (statement) => sql.unsafe<A>(statement).unprepared)).flat()
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.orDie)

const name = () => inject("prefix") + randomBytes(6).toString("hex")

/** A login that may make roles, and nothing else; gone at the end. */
export const makeOwner = (more = "createrole"): Effect.Effect<string, never, Scope> =>
  Effect.acquireRelease(
    Effect.suspend(() => {
      const owner = name()
      return Effect.as(asSuperuser([`create role ${owner} login ${more} password '${PASSWORD}'`]), owner)
    }),
    (owner) => asSuperuser([`drop role ${owner}`])
  )

/**
 * A database of an owner, empty or a copy of another (which nobody may use meanwhile), as its url; it goes at
 * the end, with the roles it made.
 */
export const makeDatabase = (
  owner: string | null,
  template = "template0"
): Effect.Effect<Redacted.Redacted, never, Scope> => {
  const database = name(),
    url = new URL(inject("adminUrl"))
  url.pathname = database
  if (owner !== null) Object.assign(url, { username: owner, password: PASSWORD })
  return Effect.acquireRelease(
    Effect.as(
      asSuperuser([
        `create database ${database} ${owner === null ? "" : `owner ${owner}`} template ${template} ` +
          `strategy file_copy`
      ]),
      Redacted.make(url.href)
    ),
    (own) =>
      Effect.gen(function* () {
        const there = new URL(inject("adminUrl"))
        there.pathname = database
        yield* dropRoles(Redacted.make(there.href))
        yield* asSuperuser([`drop database ${new URL(Redacted.value(own)).pathname.slice(1)} with (force)`])
      })
  )
}

/** Work on the database of a url, as its owner or as a role. */
export const on =
  (url: Redacted.Redacted, role: DatabaseRole = null) =>
  <A, E, R>(
    work: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | DatabaseError, Exclude<R, DatabaseUrl | PgClient.PgClient | SqlClient.SqlClient>> =>
    Effect.provide(
      work,
      pool({ role, maxConnections: 2, applicationName: "pugmark tests", statementTimeoutMs: 30_000 }).pipe(
        Layer.provideMerge(Layer.succeed(DatabaseUrl, url))
      )
    )

/** What a start does to the database of a url. */
export const prepare = (url: Redacted.Redacted) => on(url)(prepareDatabase)

/** Rows of one statement. */
export const rowsOf = <A extends object>(
  statement: string
): Effect.Effect<ReadonlyArray<A>, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<A>(statement).unprepared)

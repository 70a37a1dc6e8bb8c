// A private PostgreSQL database for a test file: a clone of the migrated template, dropped at the end. Clones
// log in as the template's roles.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import { inject } from "vitest"
import type { DatabaseError } from "../../../src/store/sql/Pg.ts"
import { DatabaseUrl, pool } from "../../../src/store/sql/Pg.ts"
import { cloneDatabase } from "./clone.ts"
import { storedAccess } from "../../../src/store/roles/access.ts"
import { type LoginRole, loginRoles, roleNameOf } from "../../../src/store/roles/names.ts"

/** What a role is called in the server. */
export const loginName = (role: LoginRole) =>
  Effect.map(storedAccess, (access) => roleNameOf(role, access!.suffix))

/** Drops the roles that a database made for itself. */
export const dropRoles = (database: Redacted.Redacted) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.makeClient({ url: database, applicationName: "pugmark tests" })
    const access = yield* Effect.provideService(storedAccess, SqlClient.SqlClient, sql)
    if (access === null) return
    const names = loginRoles.map((role) => roleNameOf(role, access.suffix))
    yield* sql.unsafe(`drop owned by ${names.join()}`).unprepared
    yield* sql.unsafe(`drop role ${names.join()}`).unprepared
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.ignore)

const create = (template: string) =>
  Layer.effect(
    DatabaseUrl,
    Effect.gen(function* () {
      const server = { adminUrl: inject("adminUrl"), prefix: inject("prefix") }
      const own = yield* cloneDatabase(server, template)
      if (template === "template0") yield* Effect.addFinalizer(() => dropRoles(own))
      return own
    })
  )

/**
 * The url of a fresh database with the product's schema; build pools on it with `pool` of
 * src/store/sql/Pg.ts.
 */
export const TestDatabase: Layer.Layer<DatabaseUrl> = Layer.suspend(() => create(inject("template")))

/** The url of a fresh database with nothing in it. */
export const EmptyDatabase: Layer.Layer<DatabaseUrl> = create("template0")

/** A client of the login user (role null). */
export const LoginSql: Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, DatabaseError, DatabaseUrl> =
  pool({ role: null, maxConnections: 4, applicationName: "pugmark tests", statementTimeoutMs: 30_000 })

/** A fresh database, its url and a client of the login user. */
export const TestSql: Layer.Layer<DatabaseUrl | PgClient.PgClient | SqlClient.SqlClient, DatabaseError> =
  LoginSql.pipe(Layer.provideMerge(TestDatabase))

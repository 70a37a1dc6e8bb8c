// Where the database is, and how a room of the program gets its connections: one pool per database role, each
// with a login of its own, so that the server itself refuses what a room has no business with.
import { PgClient } from "@effect/sql-pg"
import { Config, Context, Data, Effect, Layer, Option, Redacted } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { keepTime } from "./DatabaseClock.ts"
import { loginUrl, readAccess } from "../roles/access.ts"
import type { LoginRole } from "../roles/names.ts"
import { serverMessage } from "./serverMessage.ts"
import { wireTypes } from "./wire.ts"

/** The url of the database, with the password of its owner. */
export class DatabaseUrl extends Context.Service<DatabaseUrl, Redacted.Redacted>()(
  "pugmark/store/DatabaseUrl"
) {
  /** `DATABASE_URL`, else a server of our own below `DATA_DIR` (./data), whose programs are loaded only then. */
  static readonly layer = Layer.effect(
    DatabaseUrl,
    Effect.gen(function* () {
      const given = yield* Config.option(Config.Redacted("DATABASE_URL"))
      if (Option.isSome(given) && Redacted.value(given.value) !== "") return given.value
      const dataDir = yield* Config.String("DATA_DIR").pipe(Config.withDefault("./data"))
      const { embeddedPg } = yield* Effect.promise(() => import("../../postgres/EmbeddedPg.ts"))
      return (yield* embeddedPg({ dataDir: `${dataDir}/pg`, forwardsLog: true })).url
    })
  )
}

/** The database cannot be used; the message says why and what to do about it. */
export class DatabaseError extends Data.TaggedError("DatabaseError")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/**
 * Whom the connections of a pool log in as: a role, by the name that `migrations/` have for it; null: the
 * owner, who may change the schema.
 */
export type DatabaseRole = LoginRole | null

/** `applicationName` is what operators see in pg_stat_activity. */
export interface PoolOptions {
  readonly role: DatabaseRole
  readonly maxConnections: number
  readonly applicationName: string
  readonly statementTimeoutMs: number
}

const OLDEST = 150_000

/** What a person may be told of a url. */
export const place = (url: Redacted.Redacted): string => {
  const parsed = URL.parse(Redacted.value(url))
  return parsed === null ? "DATABASE_URL" : parsed.host + parsed.pathname
}

const unusable = (url: Redacted.Redacted, role: DatabaseRole) => (cause: SqlError) =>
  new DatabaseError({
    message:
      `Cannot use the database ` +
      `at ${place(url)}${role === null ? "" : ` as ${role}`}: ${serverMessage(cause)}`,
    cause
  })

/** The url of a role's login, from the owner's. */
export type FindLogin = (
  owner: Redacted.Redacted,
  role: LoginRole
) => Effect.Effect<Redacted.Redacted, DatabaseError>

const askOwner: FindLogin = (owner, role) =>
  Effect.mapBoth(readAccess(owner), {
    onSuccess: (access) => loginUrl(owner, role, access),
    onFailure: (error) =>
      error._tag === "SqlError"
        ? unusable(owner, null)(error)
        : new DatabaseError({
            message: `Cannot use the database at ${place(owner)} as ${role}: ${error.message}`
          })
  })

/** How the login of a role is found: by asking the database as its owner, unless somebody has asked before. */
export const FindLogin = Context.Reference<FindLogin>("pugmark/store/FindLogin", {
  defaultValue: () => askOwner
})

/** For whoever was given the login of its role in place of the owner's url: it has no other. */
export const onlyLogin: FindLogin = (given) => Effect.succeed(given)

/** The url that a role logs in with. */
export const loginOf = (role: DatabaseRole): Effect.Effect<Redacted.Redacted, DatabaseError, DatabaseUrl> =>
  Effect.gen(function* () {
    const owner = yield* DatabaseUrl
    return role === null ? owner : yield* (yield* FindLogin)(owner, role)
  })

const requireVersion = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const sql = yield* SqlClient.SqlClient
  const [server] = yield* sql<{ number: number; version: string }>`
    select current_setting('server_version_num')::int as number,
      current_setting('server_version') as version`
  if (server !== undefined && server.number >= OLDEST) return yield* keepTime(sql)
  return yield* new DatabaseError({
    message: `Pugmark needs PostgreSQL 15 or newer; the server at ${place(url)} is ${server?.version}.`
  })
})

/**
 * A pool of connections: UTC, a statement timeout, and five seconds at most of doing nothing inside a
 * transaction: a process that froze must not keep its locks from the one that takes over. It connects when it
 * is built, so that a wrong url, password or role is told then and not by the first request, and nothing is
 * done before the database has told its time.
 */
export const pool = (
  options: PoolOptions
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, DatabaseError, DatabaseUrl> =>
  Layer.unwrap(
    Effect.map(loginOf(options.role), (url) => {
      const client = PgClient.layer({
        url,
        applicationName: options.applicationName,
        maxConnections: options.maxConnections,
        connectTimeout: "10 seconds",
        keepAlive: "30 seconds",
        types: wireTypes,
        startupParameters: {
          timezone: "UTC",
          statement_timeout: String(options.statementTimeoutMs),
          idle_in_transaction_session_timeout: "5000"
        }
      })
      return Layer.effectDiscard(requireVersion(url)).pipe(
        Layer.provideMerge(client),
        Layer.catchTag("SqlError", (error) =>
          Layer.effectContext(Effect.fail(unusable(url, options.role)(error)))
        )
      )
    })
  )

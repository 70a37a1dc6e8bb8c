// Connections to the database: one pool per database role, each with a login of its own, so that the server
// itself refuses statements that a part of the program has no right to.
import { PgClient } from "@effect/sql-pg"
import { Config, Context, Data, Effect, Layer, Option, Redacted } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { copyStream, noteCopying } from "./copy/copyIn.ts"
import { followDatabaseTime } from "./DatabaseClock.ts"
import { loginUrl, readAccess } from "../roles/access.ts"
import type { LoginRole } from "../roles/names.ts"
import { serverMessage } from "./serverMessage.ts"
import { wireTypes } from "./wire.ts"

/** DatabaseUrl is the url of the database, with the password of its owner. */
export class DatabaseUrl extends Context.Service<DatabaseUrl, Redacted.Redacted>()(
  "pugmark/store/DatabaseUrl"
) {
  /** `DATABASE_URL`, else an embedded server below `DATA_DIR` (./data), whose programs are loaded only then. */
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

/** DatabaseError means that the database cannot be used; the message says why and what to do about it. */
export class DatabaseError extends Data.TaggedError("DatabaseError")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/**
 * DatabaseRole is the role of a pool's connections, by its name in `migrations/`; null: the owner, who may
 * change the schema.
 */
export type DatabaseRole = LoginRole | null

/** PoolOptions describe a pool; `applicationName` is what operators see in pg_stat_activity. */
export interface PoolOptions {
  readonly role: DatabaseRole
  readonly maxConnections: number
  readonly applicationName: string
  readonly statementTimeoutMs: number
  /** whether its connections can copy rows (`copyIn`); false where it is left out */
  readonly copies?: boolean
}

const MIN_SERVER_VERSION = 150_000

/** Returns the part of a url that may be shown: host, port and database. */
export const shownUrl = (url: Redacted.Redacted): string => {
  const parsed = URL.parse(Redacted.value(url))
  return parsed === null ? "DATABASE_URL" : parsed.host + parsed.pathname
}

const unusable = (url: Redacted.Redacted, role: DatabaseRole) => (cause: SqlError) =>
  new DatabaseError({
    message:
      `Cannot use the database ` +
      `at ${shownUrl(url)}${role === null ? "" : ` as ${role}`}: ${serverMessage(cause)}`,
    cause
  })

/** FindLogin returns the url of a role's login, from the owner's. */
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
            message: `Cannot use the database at ${shownUrl(owner)} as ${role}: ${error.message}`
          })
  })

/**
 * FindLogin is how the login of a role is found: by reading the database as its owner, or in a thread that
 * was given it, without.
 */
export const FindLogin = Context.Reference<FindLogin>("pugmark/store/FindLogin", {
  defaultValue: () => askOwner
})

/** For a process or thread that was given the login of its role instead of the owner's url. */
export const givenLogin: FindLogin = (given) => Effect.succeed(given)

/** Returns the url that a role logs in with. */
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
  if (server !== undefined && server.number >= MIN_SERVER_VERSION) return yield* followDatabaseTime(sql)
  return yield* new DatabaseError({
    message: `Pugmark needs PostgreSQL 15 or newer; the server at ${shownUrl(url)} is ${server?.version}.`
  })
})

/**
 * Makes a pool of connections: UTC, a statement timeout, and an idle-in-transaction timeout of five seconds,
 * because a process that froze must not keep its locks from the one that takes over. It connects when it is
 * built, so that a wrong url, password or role is reported at the start and not by the first request, and
 * reads the database time before anything else.
 */
export const pool = (
  options: PoolOptions
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, DatabaseError, DatabaseUrl> =>
  Layer.unwrap(
    Effect.map(loginOf(options.role), (url) => {
      const stream = options.copies === true ? copyStream(url) : null
      const client = PgClient.layer({
        url,
        applicationName: options.applicationName,
        maxConnections: options.maxConnections,
        connectTimeout: "10 seconds",
        keepAlive: "30 seconds",
        types: wireTypes,
        // such a socket negotiates TLS itself
        ...(stream === null ? {} : { stream, ssl: false }),
        startupParameters: {
          timezone: "UTC",
          statement_timeout: String(options.statementTimeoutMs),
          idle_in_transaction_session_timeout: "5000"
        }
      })
      const prepared = Effect.andThen(
        requireVersion(url),
        stream === null ? Effect.void : Effect.flatMap(PgClient.PgClient, noteCopying)
      )
      return Layer.effectDiscard(prepared).pipe(
        Layer.provideMerge(client),
        Layer.catchTag("SqlError", (error) =>
          Layer.effectContext(Effect.fail(unusable(url, options.role)(error)))
        )
      )
    })
  )

// Where the database is, and how a room of the program gets its connections: one pool per database role, so that the server
// itself refuses what a room has no business with.
import { PgClient } from "@effect/sql-pg"
import { Config, Context, Data, Effect, Layer, Option, Redacted } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { serverMessage } from "./serverMessage.ts"

/** The url of the database, with the login user's password. */
export class DatabaseUrl extends Context.Service<DatabaseUrl, Redacted.Redacted>()("pugmark/store/DatabaseUrl") {
  /** `DATABASE_URL`, else a server of our own below `DATA_DIR` (./data), whose programs are loaded only then. */
  static readonly layer = Layer.effect(DatabaseUrl, Effect.gen(function*() {
    const given = yield* Config.option(Config.Redacted("DATABASE_URL"))
    if (Option.isSome(given)) return given.value
    const dataDir = yield* Config.String("DATA_DIR").pipe(Config.withDefault("./data"))
    const { embeddedPg } = yield* Effect.promise(() => import("./EmbeddedPg.ts"))
    return (yield* embeddedPg({ dataDir: `${dataDir}/pg` })).url
  }))
}

/** The database cannot be used; the message says why and what to do about it. */
export class DatabaseError extends Data.TaggedError("DatabaseError")<{ readonly message: string; readonly cause?: unknown }> {}

/** A role of `migrations/`, taken on by every connection of a pool; null: the login user, who may change the schema. */
export type DatabaseRole = "pugmark_api" | "pugmark_ingest" | "pugmark_engine" | "pugmark_work" | "pugmark_analysis" | null

/** `applicationName` is what operators see in pg_stat_activity. */
export interface PoolOptions {
  readonly role: DatabaseRole
  readonly maxConnections: number
  readonly applicationName: string
  readonly statementTimeoutMs: number
}

const OLDEST = 150_000

const place = (url: Redacted.Redacted): string => {
  const { host, pathname } = new URL(Redacted.value(url))
  return host + pathname
}

/** Answers at once whether the pool can connect as its role, instead of with the first request. */
const checkServer = Effect.fnUntraced(function*(url: Redacted.Redacted) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ number: number; version: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version`.pipe(
    Effect.mapError((cause) => new DatabaseError({ message: `Cannot use the database at ${place(url)}: ${serverMessage(cause)}. Is the server running, and is DATABASE_URL right?`, cause }))
  )
  if (row === undefined || row.number < OLDEST) {
    return yield* new DatabaseError({ message: `Pugmark needs PostgreSQL 15 or newer; the server at ${place(url)} is ${row?.version}.` })
  }
})

/** A pool of connections: UTC, a statement timeout, and one minute at most of doing nothing inside a transaction. */
export const pool = ({ applicationName, maxConnections, role, statementTimeoutMs }: PoolOptions): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, DatabaseError, DatabaseUrl> =>
  Layer.unwrap(Effect.map(DatabaseUrl, (url) => {
    const client = PgClient.layer({
      url,
      applicationName,
      maxConnections,
      connectTimeout: "10 seconds",
      keepAlive: "30 seconds",
      startupParameters: {
        timezone: "UTC",
        statement_timeout: String(statementTimeoutMs),
        idle_in_transaction_session_timeout: "60000",
        ...(role === null ? {} : { role })
      }
    })
    return Layer.effectDiscard(checkServer(url)).pipe(Layer.provideMerge(client), Layer.catchTag("SqlError", (cause) =>
      Layer.effectContext(Effect.fail(new DatabaseError({ message: `Cannot use the database at ${place(url)}: ${serverMessage(cause)}`, cause })))))
  }))

// PostgreSQL without an installation: the server that npm brought, used where DATABASE_URL is not set.
// Processes with one data directory share one server. None owns it; it stops when the last of them ends,
// however it ends.
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import type { Scope } from "effect/Scope"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlError } from "effect/sql/SqlError"
import { dirname, join, resolve } from "node:path"
import { chooseAccount } from "./account.ts"
import { findBinaries } from "./binaries.ts"
import { attempt, EmbeddedPgError } from "./EmbeddedPgError.ts"
import { forwardLog } from "./forwardLog.ts"
import { initialise, DATABASE_NAME, readPassword } from "./initialise.ts"
import { directoryOfSocket } from "./localSocket.ts"
import { placeCluster } from "./place.ts"
import type { Settings } from "./settings.ts"
import { serve } from "./serve.ts"
import { serverMessage } from "../store/sql/serverMessage.ts"

export { EmbeddedPgError }

/**
 * EmbeddedPgOptions: `dataDir` is the cluster's own directory; the server writes to `postgres.txt` beside it.
 * `flags` are settings that differ from the defaults. `forwardsLog`: one of the processes with this option
 * forwards the server's output to its own log.
 */
export interface EmbeddedPgOptions {
  readonly dataDir: string
  readonly forwardsLog?: boolean
  readonly flags?: Settings
}

/**
 * EmbeddedPg is a server that this process uses: the superuser's url of the database `pugmark` (by its socket
 * where it has one; with its network address in any case), and whether another process had started it.
 */
export interface EmbeddedPg {
  readonly url: Redacted.Redacted
  readonly adopted: boolean
}

const createDatabase = (admin: Redacted.Redacted): Effect.Effect<void, SqlError> =>
  Effect.gen(function* () {
    const sql = yield* PgClient.makeClient({ url: admin, applicationName: "pugmark setup" })
    const exists = Effect.map(
      sql`select from pg_database where datname = ${DATABASE_NAME}`,
      (rows) => rows.length > 0
    )
    if (yield* exists) return
    yield* sql`create database ${sql(DATABASE_NAME)}`.pipe(
      // another process was first
      Effect.catch((error) => Effect.flatMap(exists, (made) => (made ? Effect.void : Effect.fail(error))))
    )
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))

/**
 * Uses the server of `dataDir` until the scope closes; makes the cluster and starts the server if necessary.
 * Below a directory that is closed to the server's account (root under /root), `dataDir` becomes a link into
 * /var/lib/pugmark.
 */
export const embeddedPg = (options: EmbeddedPgOptions): Effect.Effect<EmbeddedPg, EmbeddedPgError, Scope> =>
  Effect.gen(function* () {
    const dataDir = resolve(options.dataDir)
    const account = yield* attempt("cannot choose an account for PostgreSQL", () => chooseAccount(dataDir))
    const binaries = yield* attempt("cannot prepare PostgreSQL", () =>
      findBinaries(account, dirname(dataDir))
    )
    const cluster = yield* attempt(`cannot use ${dataDir}`, () => placeCluster(dataDir, account))
    if (cluster !== dataDir) yield* Effect.logInfo(`the database of ${dataDir} lies in ${cluster}`)
    yield* initialise(binaries, account, cluster)
    const password = yield* attempt(`cannot read the password in ${cluster}`, () => readPassword(cluster))
    const logFile = join(dirname(dataDir), "postgres.txt")
    if (options.forwardsLog === true) yield* forwardLog(logFile)
    const { adopted, port } = yield* serve({
      cluster,
      account,
      binaries,
      logFile,
      flags: options.flags ?? {}
    })
    const directory = yield* Effect.promise(() => directoryOfSocket(cluster, port))
    const bySocket = directory === null ? "" : `?host=${encodeURIComponent(directory)}`
    const url = (database: string) =>
      Redacted.make(`postgresql://${DATABASE_NAME}:${password}@127.0.0.1:${port}/${database}${bySocket}`)
    yield* Effect.mapError(
      createDatabase(url("postgres")),
      (cause) =>
        new EmbeddedPgError({
          message: `cannot create the database ${DATABASE_NAME}: ${serverMessage(cause)}`,
          cause
        })
    )
    return { url: url(DATABASE_NAME), adopted }
  }).pipe(Effect.withSpan("embeddedPg"))

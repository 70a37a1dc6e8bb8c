// Brings a database to what this program needs: its schema, the roles that its parts log in as, and their
// rights. Runs as the owner, whose connection is not needed after that.
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { awaitStopped } from "./awaitStopped.ts"
import { applyAll, MigrationError, MIGRATIONS_FOLDER, readMissing, underLock } from "./Migrations.ts"
import { DatabaseUrl, type FindLogin, shownUrl } from "./Pg.ts"
import { randomAccess, storedAccess, loginUrl } from "../roles/access.ts"
import { ensureLogins } from "../roles/ensureLogins.ts"
import type { LoginRefused } from "../roles/LoginRefused.ts"
import { insertRoleNames } from "../roles/names.ts"
import { ensureRights } from "../roles/rights.ts"
import { serverMessage } from "./serverMessage.ts"
import { sqlStateOf } from "./sqlState.ts"

/** PreparedDatabase is what was done. */
interface PreparedDatabase {
  /** the migrations that were missing */
  readonly applied: ReadonlyArray<string>
  /** the roles that were made, or whose password was set */
  readonly logins: ReadonlyArray<string>
  /** whether rights were granted again */
  readonly granted: boolean
  readonly findLogin: FindLogin
}

/**
 * Prepares the database: all or nothing, and safe when several processes start at once. Run as the owner
 * (role null), who may make roles (CREATEROLE) or finds those of the database in its server.
 */
export const prepareDatabase: Effect.Effect<
  PreparedDatabase,
  LoginRefused | MigrationError,
  DatabaseUrl | SqlClient.SqlClient
> = Effect.gen(function* () {
  const owner = yield* DatabaseUrl
  return yield* underLock(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const missing = yield* readMissing(MIGRATIONS_FOLDER)
      if (missing.length > 0) yield* awaitStopped
      const accessRow = yield* storedAccess,
        access = accessRow ?? randomAccess()
      const logins = yield* ensureLogins(owner, access)
      const applied = yield* applyAll(missing, (text) => insertRoleNames(text, access.suffix))
      if (accessRow === null)
        yield* sql`insert into database_access (suffix, secret) values (${access.suffix}, ${access.secret})`
      const granted = yield* ensureRights(access.suffix, applied.length > 0)
      const findLogin: FindLogin = (url, role) => Effect.succeed(loginUrl(url, role, access))
      return { applied, logins, granted, findLogin }
    })
  ).pipe(
    Effect.catchTag(
      "SqlError",
      (cause) =>
        new MigrationError({
          message:
            `The database at ${shownUrl(owner)} cannot be brought up to date and is as it was ` +
            `before: ${serverMessage(cause)}` +
            (sqlStateOf(cause) === "42501" ? ". DATABASE_URL has to name its owner." : ""),
          cause
        })
    )
  )
}).pipe(Effect.withSpan("prepareDatabase"))

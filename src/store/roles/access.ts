// What a database stores about its logins: the suffix of its roles, and the secret of their passwords. Only the
// owner reads it.
import { PgClient } from "@effect/sql-pg"
import { Data, Effect, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { randomBytes } from "node:crypto"
import { randomSuffix, type LoginRole, roleNameOf } from "./names.ts"
import { passwordOf } from "./password.ts"

/** Access is `suffix`, twelve letters and digits, and `secret`, 32 bytes. */
export interface Access {
  readonly suffix: string
  readonly secret: Uint8Array
}

/**
 * NoLogins means that the database has no logins yet: it is new, or of a release that shared roles with other
 * databases.
 */
class NoLogins extends Data.TaggedError("NoLogins") {
  override readonly message =
    "it has no logins yet; npm start makes them, and so does node src/main.ts migrate"
}

/** Returns random values for a new database. */
export const randomAccess = (): Access => ({ suffix: randomSuffix(), secret: randomBytes(32) })

/** Reads the stored values, or null. Run as the owner. */
export const storedAccess: Effect.Effect<Access | null, SqlError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const [table] = yield* sql<{
      there: boolean
    }>`select to_regclass('public.database_access') is not null as there`
    if (!table!.there) return null
    const [kept] = yield* sql<Access>`select suffix, secret from database_access`
    return kept ?? null
  }
)

/** Returns the url of a role's login, from the owner's. */
export const loginUrl = (
  owner: Redacted.Redacted,
  role: LoginRole,
  { secret, suffix }: Access
): Redacted.Redacted => {
  const url = new URL(Redacted.value(owner)),
    name = roleNameOf(role, suffix)
  url.username = name
  url.password = passwordOf(secret, name)
  return Redacted.make(url.href)
}

/** Reads the values of the database at `owner` over a connection of its own. */
export const readAccess = (owner: Redacted.Redacted): Effect.Effect<Access, NoLogins | SqlError> =>
  Effect.gen(function* () {
    const sql = yield* PgClient.makeClient({
      url: owner,
      applicationName: "pugmark logins",
      connectTimeout: "10 seconds"
    })
    const accessRow = yield* Effect.provideService(storedAccess, SqlClient.SqlClient, sql)
    return accessRow ?? (yield* new NoLogins())
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))

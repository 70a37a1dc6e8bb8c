// Ensures that every role of a database exists in its server and can log in with its password, as the owner and
// under the migration lock. Roles belong to the server: a restored database may find none of its own there, and
// a copy may find roles made by another owner, who alone may change them. So a role that can log in is left
// alone.
import { Effect, type Redacted } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { serverMessage } from "../sql/serverMessage.ts"
import { sqlStateOf } from "../sql/sqlState.ts"
import { type Access, loginUrl } from "./access.ts"
import { LoginRefused } from "./LoginRefused.ts"
import { type LoginRole, loginRoles, roleNameOf } from "./names.ts"
import { passwordOf, verifierOf } from "./password.ts"
import { tryLogin } from "./tryLogin.ts"

const DENIED_STATE = "42501",
  PASSWORD_STATE = "28P01"

/** Returns what to do where the server refuses a role for another reason than the password. */
export const byPassword = (name: string): string =>
  `Let it log in by password, in the server's pg_hba.conf: host DATABASE ${name} ADDRESS scram-sha-256.`

/**
 * LOGIN_ATTRIBUTES are those that every server lets an owner with CREATEROLE give; the others are the
 * defaults of a new role.
 */
const LOGIN_ATTRIBUTES = "login noinherit"

const remedyOf = (owner: string, name: string, isThere: boolean): string =>
  isThere
    ? `Another owner made it. As a superuser: GRANT "${name}" TO "${owner}" WITH ADMIN OPTION. ` +
      "If this database is a copy that shall have roles of its own: DELETE FROM database_access in " +
      "it, and start again."
    : `As a superuser: ALTER ROLE "${owner}" CREATEROLE.`

interface Server {
  readonly me: string
  /** the roles in the server, and whether each may log in */
  readonly there: ReadonlyMap<string, boolean>
}

const lookAt = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ me: string }>`select current_user::text as me`
  const existingRoles = yield* sql<{ name: string; may: boolean }>`
    select rolname::text as name, rolcanlogin as may from pg_roles where rolname = any(${names}::text[])`
  return { me: row!.me, there: new Map(existingRoles.map(({ may, name }) => [name, may])) } satisfies Server
})

/** Makes the roles that are missing, and sets the password of those that are refused. Returns their names. */
export const ensureLogins = Effect.fn("keepLogins")(function* (owner: Redacted.Redacted, access: Access) {
  const sql = yield* SqlClient.SqlClient
  const { me, there } = yield* lookAt(loginRoles.map((role) => roleNameOf(role, access.suffix)))
  const tryIt = (role: LoginRole) => tryLogin(loginUrl(owner, role, access))

  const isKept = Effect.fnUntraced(function* (role: LoginRole) {
    const name = roleNameOf(role, access.suffix)
    if (there.get(name) !== true) return false
    const attempt = yield* tryIt(role)
    if (attempt._tag === "in") return true
    if (attempt.state === PASSWORD_STATE) return false
    return yield* new LoginRefused({ message: `${name} is refused: ${attempt.said}. ${byPassword(name)}` })
  })

  const keep = Effect.fnUntraced(function* (role: LoginRole) {
    const name = roleNameOf(role, access.suffix),
      isThere = there.has(name)
    const verifier = verifierOf(passwordOf(access.secret, name))
    const set =
      `${isThere ? "alter" : "create"} role ${name} with ${LOGIN_ATTRIBUTES} password '${verifier}' valid until ` +
      `'infinity'`
    const refused = (cause: SqlError) =>
      sqlStateOf(cause) !== DENIED_STATE
        ? cause
        : new LoginRefused({
            message:
              `The role ${name} cannot ` +
              `be ${isThere ? "given its password" : "made"}: ${serverMessage(cause)}. ${remedyOf(me, name, isThere)}`,
            cause
          })
    // a copy of this database may be starting at the same moment, with the same password
    const isDone = Effect.map(tryIt(role), ({ _tag }) => _tag === "in").pipe(
      Effect.orElseSucceed(() => false)
    )
    yield* sql
      .withTransaction(sql.unsafe(set).unprepared)
      .pipe(
        Effect.catch((error) =>
          Effect.flatMap(isDone, (done) => (done ? Effect.void : Effect.fail(refused(error))))
        )
      )
    return name
  })

  const keptLogins = yield* Effect.forEach(loginRoles, isKept, { concurrency: "unbounded" })
  const set = yield* Effect.forEach(
    loginRoles.filter((_, i) => !keptLogins[i]),
    keep
  )
  yield* openDatabase(access)
  return set
})

/** Grants the roles the right to connect where PUBLIC has none. */
const openDatabase = Effect.fnUntraced(function* ({ suffix }: Access) {
  const sql = yield* SqlClient.SqlClient
  for (const role of loginRoles) {
    const name = roleNameOf(role, suffix)
    const [may] = yield* sql<{ connect: boolean; database: string }>`
      select has_database_privilege(${name}, current_database(), 'connect') as connect,
        quote_ident(current_database()) as database`
    if (!may!.connect) yield* sql.unsafe(`grant connect on database ${may!.database} to ${name}`).unprepared
  }
})

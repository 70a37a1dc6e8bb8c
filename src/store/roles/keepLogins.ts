// Sees to it that every role of a database is in its server and lets in with its password, as the owner and under the migration lock. Roles
// belong to the server: a restored database may find none of its own there, and a copy may find them made by another owner, who alone may
// change them. So nothing is done to a role that lets in.
import { Effect, type Redacted } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { serverMessage } from "../serverMessage.ts"
import { sqlStateOf } from "../sqlState.ts"
import { type Access, loginUrl } from "./access.ts"
import { LoginRefused } from "./LoginRefused.ts"
import { loginRoles, nameOf } from "./names.ts"
import { passwordOf, verifierOf } from "./password.ts"
import { tryLogin } from "./tryLogin.ts"

const DENIED = "42501"

/** The attributes of ours that every server lets an owner with CREATEROLE give; the others are what a new role has. */
const LOGIN = "login noinherit"

const remedyOf = (owner: string, name: string, isThere: boolean): string => isThere
  ? `Another owner made it. As a superuser: GRANT "${name}" TO "${owner}" WITH ADMIN OPTION. If this database is a copy that shall have roles of its own: DELETE FROM database_access in it, and start again.`
  : `As a superuser: ALTER ROLE "${owner}" CREATEROLE.`

/** Makes the roles that are missing, and sets the password of those that are refused. Returns their names. */
export const keepLogins = Effect.fn("keepLogins")(function*(owner: Redacted.Redacted, access: Access) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql<{ name: string }>`select rolname::text as name from pg_roles where rolname = any(${loginRoles.map((role) => nameOf(role, access.suffix))}::text[])`
  const there = new Set(found.map(({ name }) => name))
  const [{ me }] = (yield* sql<{ me: string }>`select current_user::text as me`) as [{ me: string }]

  const isIn = (role: (typeof loginRoles)[number]) => Effect.map(tryLogin(loginUrl(owner, role, access)), ({ _tag }) => _tag === "in")

  const keep = Effect.fnUntraced(function*(role: (typeof loginRoles)[number]) {
    const name = nameOf(role, access.suffix), isThere = there.has(name)
    const verifier = verifierOf(passwordOf(access.secret, name))
    const set = isThere ? `alter role ${name} with ${LOGIN} password '${verifier}' valid until 'infinity'` : `create role ${name} with ${LOGIN} password '${verifier}'`
    yield* sql.withTransaction(sql.unsafe(set).unprepared).pipe(
      // a copy of this database may be starting, which knows the same password
      Effect.catch((error: SqlError) => Effect.flatMap(Effect.orElseSucceed(isIn(role), () => false), (done) => done ? Effect.void
        : Effect.fail(sqlStateOf(error) === DENIED ? new LoginRefused({ message: `The role ${name} cannot be ${isThere ? "given its password" : "made"}: ${serverMessage(error)}. ${remedyOf(me, name, isThere)}`, cause: error }) : error)))
    )
    return name
  })

  const tried = yield* Effect.forEach(loginRoles, (role) => there.has(nameOf(role, access.suffix)) ? isIn(role) : Effect.succeed(false), { concurrency: "unbounded" })
  const kept = yield* Effect.forEach(loginRoles.filter((_, i) => !tried[i]), keep)
  yield* openDatabase(access)
  return kept
})

/** Where not everybody may connect to the database, the roles may. */
const openDatabase = Effect.fnUntraced(function*({ suffix }: Access) {
  const sql = yield* SqlClient.SqlClient
  for (const role of loginRoles) {
    const name = nameOf(role, suffix)
    const [may] = yield* sql<{ connect: boolean; database: string }>`select has_database_privilege(${name}, current_database(), 'connect') as connect, quote_ident(current_database()) as database`
    if (!may!.connect) yield* sql.unsafe(`grant connect on database ${may!.database} to ${name}`).unprepared
  }
})

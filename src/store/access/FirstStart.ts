// What must exist before anyone can log in: a server admin and the start-up token.
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { uuid7 } from "../sql/uuid7.ts"
import { hashPassword } from "../../passwords/passwordHash.ts"

/** UnusedPassword is the password of an earlier start. */
export interface UnusedPassword {
  readonly password: string
  /** Whether the stored PHC string is still the hash of this password. */
  readonly matches: (phc: string) => boolean
}

/** FirstStart is what the first admin is made of. */
export interface FirstStart<E = never> {
  readonly email: string
  /** evaluated only where an admin is made */
  readonly password: Effect.Effect<string, E>
  /** the password of an earlier start with which no login has succeeded yet; missing: there is none */
  readonly unused?: UnusedPassword | null
  readonly token: string
  /** the token comes from the setting ADMIN_TOKEN; tokens of earlier values of it are revoked */
  readonly fixedToken: boolean
}

/**
 * Makes the server admin if no enabled one exists, and makes `token` valid as that admin's. A user who has
 * the e-mail address already becomes the admin, enabled and with this password, because the operator of the
 * program owns its database. Returns the password only when this call set it, or when it is the unused one,
 * because only then it is shown.
 */
export const firstStart = Effect.fn("FirstStart")(function* <E>(wanted: FirstStart<E>) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`lock table users in share row exclusive mode`
      const [known] = yield* sql<{
        id: string
        email: string
        password_hash: string | null
      }>`
        select id, email, password_hash
        from users
        where server_admin and enabled
        order by created_at
        limit 1`
      const made = known === undefined ? yield* wanted.password : null
      const admin = known ?? (yield* makeAdmin(sql, wanted.email, made!))
      const hash = createHash("sha256").update(wanted.token).digest()
      const name = wanted.fixedToken ? "ADMIN_TOKEN" : "start-up"
      yield* sql`
        update api_tokens set revoked_at = now()
        where name = 'ADMIN_TOKEN' and scopes = '{"*"}' and revoked_at is null and token_hash <> ${hash}`
      yield* sql`
        insert into api_tokens (id, user_id, name, token_hash, scopes)
        values (${uuid7()}::uuid, ${admin.id}::uuid, ${name}, ${hash}, '{"*"}')
        on conflict (token_hash) do update set user_id = excluded.user_id, scopes = excluded.scopes,
          project_ids = null, expires_at = null, revoked_at = null`
      const phc = known?.password_hash ?? null,
        unused = wanted.unused ?? null
      const isUnused =
        unused !== null && phc !== null && unused.matches(phc) && !(yield* hasLoggedIn(sql, admin.id))
      return { email: admin.email, password: made ?? (isUnused ? unused.password : null) }
    })
  )
})

/** Returns whether a user has logged in, at any process, since they were made the admin. */
const hasLoggedIn = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, userId: string) {
  const rows = yield* sql`
    select from audit_log l
    where l.object_type = 'user' and l.object_id = ${userId} and l.action = 'user.logged_in'
      and not exists (
        select from audit_log m
        where m.object_type = 'user' and m.object_id = ${userId} and m.at > l.at
          and m.action in ('user.created', 'user.restored')
      )
    limit 1`
  return rows.length > 0
})

const makeAdmin = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, email: string, password: string) {
  const hash = hashPassword(password)
  const [admin] = yield* sql<{ id: string; email: string; made: boolean }>`
    insert into users as u (id, email, name, password_hash, server_admin)
    values (${uuid7()}::uuid, ${email}, 'Administrator', ${hash}, true)
    on conflict (email) do update set password_hash = excluded.password_hash, server_admin = true,
      enabled = true, updated_at = now()
    returning u.id, u.email, u.xmax = 0 as made`
  const action = admin!.made ? "user.created" : "user.restored"
  yield* sql`delete from sessions where user_id = ${admin!.id}::uuid`
  yield* sql`
    insert into audit_log (id, actor_kind, action, object_type, object_id, detail)
    values (
      ${uuid7()}::uuid, 'system', ${action}, 'user', ${admin!.id},
      ${JSON.stringify({ email, server_admin: true })}::jsonb
    )`
  return admin!
})

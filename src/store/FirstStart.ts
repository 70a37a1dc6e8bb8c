// What must exist before anyone can log in: a server admin and the start-up token.
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { uuid7 } from "./uuid7.ts"
import { hashPassword } from "./passwordHash.ts"

export interface FirstStart {
  readonly email: string
  readonly password: string
  readonly token: string
  /** the token is the setting ADMIN_TOKEN; tokens that this setting had before are revoked */
  readonly fixedToken: boolean
}

/**
 * Makes the server admin if there is no user yet, and sees to it that `token` opens the API as that admin. Returns the
 * password only when this call created the admin: it is shown once.
 */
export const firstStart = Effect.fn("FirstStart")(function*(wanted: FirstStart) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(Effect.gen(function*() {
    yield* sql`lock table users in share row exclusive mode`
    const [admin] = yield* sql<{ id: string; email: string }>`select id, email from users where server_admin and enabled order by created_at limit 1`
    const created = admin === undefined
    const id = admin?.id ?? uuid7()
    if (created) {
      const hash = yield* Effect.promise(() => hashPassword(wanted.password))
      yield* sql`insert into users (id, email, name, password_hash, server_admin) values (${id}::uuid, ${wanted.email}, 'Administrator', ${hash}, true)`
      yield* sql`insert into audit_log (id, actor_kind, action, object_type, object_id) values (${uuid7()}::uuid, 'system', 'user.created', 'user', ${id})`
    }
    const hash = createHash("sha256").update(wanted.token).digest()
    const name = wanted.fixedToken ? "ADMIN_TOKEN" : "start-up"
    yield* sql`update api_tokens set revoked_at = now() where name = 'ADMIN_TOKEN' and user_id = ${id}::uuid and revoked_at is null and token_hash <> ${hash}`
    yield* sql`insert into api_tokens (id, user_id, name, token_hash, scopes) values (${uuid7()}::uuid, ${id}::uuid, ${name}, ${hash}, '{"*"}') on conflict (token_hash) do update set revoked_at = null`
    return { email: admin?.email ?? wanted.email, password: created ? wanted.password : null }
  }))
})

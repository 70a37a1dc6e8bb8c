// The first start, and later ones: there is always a server admin who can log in, and one token that opens
// the API.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { v7 } from "uuid"
import { firstStart, type UnusedPassword } from "../../../src/store/access/FirstStart.ts"
import { verifyPassword } from "../../../src/passwords/passwordHash.ts"
import { TestSql } from "../../support/sql/database.ts"

const wanted = {
  email: "admin@example.org",
  password: "correct horse",
  token: "t".repeat(32),
  fixedToken: false
}

interface Admin {
  readonly id: string
  readonly password_hash: string
  readonly enabled: boolean
  readonly server_admin: boolean
}

const adminNow = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Admin>`select id, password_hash, enabled, server_admin from users
      where email = ${wanted.email}`
  return row!
})

const start = ({ password, ...more }: typeof wanted & { readonly unused?: UnusedPassword }) =>
  firstStart({ ...more, password: Effect.succeed(password) })

/** The user whom a token opens the API as; null: none. */
const opens = Effect.fnUntraced(function* (token: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ user_id: string }>`
    select t.user_id from api_tokens t join users u on u.id = t.user_id
      where t.token_hash = ${createHash("sha256").update(token).digest()} and t.revoked_at is null
      and u.enabled and u.server_admin`
  return row?.user_id ?? null
})

layer(TestSql, { timeout: "60 seconds", excludeTestServices: true })("the start", (it) => {
  it.effect("makes the admin once, and says the password only then", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* start(wanted), { email: wanted.email, password: wanted.password })
      const admin = yield* adminNow
      assert.isTrue(verifyPassword(wanted.password, admin.password_hash))
      assert.strictEqual(yield* opens(wanted.token), admin.id)
      assert.deepStrictEqual(yield* start({ ...wanted, password: "something else" }), {
        email: wanted.email,
        password: null
      })
      assert.deepStrictEqual(yield* adminNow, admin)
    })
  )

  it.effect("says the password again as long as nobody has used it, and no other", () =>
    Effect.gen(function* () {
      const again = (password: string) => {
        const unused = { password, matches: (phc: string) => verifyPassword(password, phc) }
        return Effect.map(start({ ...wanted, unused }), ({ password }) => password)
      }
      assert.strictEqual(yield* again(wanted.password), wanted.password)
      assert.isNull(yield* again("of a database that is gone"))
    })
  )

  it.effect("lets the only admin in again when they were disabled, with the password of this start", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const before = yield* adminNow
      yield* sql`update users set enabled = false, server_admin = false`
      yield* sql`update api_tokens set revoked_at = now()`
      yield* sql`insert into sessions (id_hash, user_id, expires_at)
        values (sha256('x'), ${before.id}, now() + interval '1 day')`
      assert.deepStrictEqual(yield* start({ ...wanted, password: "a new beginning" }), {
        email: wanted.email,
        password: "a new beginning"
      })
      const after = yield* adminNow
      assert.deepInclude(after, { id: before.id, enabled: true, server_admin: true })
      assert.isTrue(verifyPassword("a new beginning", after.password_hash))
      assert.strictEqual(yield* opens(wanted.token), after.id)
      assert.lengthOf(yield* sql`select from sessions`, 0)
      assert.lengthOf(
        yield* sql`select from audit_log where action = 'user.restored' and actor_kind = 'system'
          and object_id = ${after.id}`,
        1
      )
    })
  )

  it.effect("gives the start-up token to an admin who is enabled", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const other = "01890000-0000-7000-8000-000000000002"
      yield* sql`update users set enabled = false`
      yield* sql`insert into users (id, email, server_admin) values (${other}, 'other@example.org', true)`
      assert.deepStrictEqual(yield* start(wanted), { email: "other@example.org", password: null })
      assert.strictEqual(yield* opens(wanted.token), other)
    })
  )

  it.effect("revokes what ADMIN_TOKEN was before, whoever had it, and no token that people made", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* start({ ...wanted, token: "a".repeat(32), fixedToken: true })
      const { id } = yield* adminNow
      yield* sql`update api_tokens set user_id = ${id} where name = 'ADMIN_TOKEN'`
      yield* sql`update users set enabled = true, server_admin = true where id = ${id}`
      yield* sql`insert into api_tokens (id, user_id, name, token_hash, scopes)
        values (gen_random_uuid(), ${id}, 'ADMIN_TOKEN', sha256('people'), '{project:read}')`
      yield* start({ ...wanted, token: "b".repeat(32), fixedToken: true })
      assert.isNull(yield* opens("a".repeat(32)))
      assert.isNotNull(yield* opens("b".repeat(32)))
      assert.isNotNull(yield* opens(wanted.token))
      assert.isNotNull(yield* opens("people"))
    })
  )
})

layer(TestSql, { timeout: "60 seconds", excludeTestServices: true })(
  "the password of the first start",
  (it) => {
    it.effect("is not said again after a login at another process, until the admin is made again", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const again = (password: string) =>
          Effect.map(
            start({
              ...wanted,
              password,
              unused: { password, matches: (phc) => verifyPassword(password, phc) }
            }),
            (told) => told.password
          )
        yield* start(wanted)
        const { id } = yield* adminNow
        const logIn = Effect.suspend(
          () => sql`insert into audit_log (id, actor_kind, action, object_type, object_id, detail)
        values (${v7()}::uuid, 'user', 'user.logged_in', 'user', ${id}, '{}')`
        )
        yield* logIn
        assert.isNull(yield* again(wanted.password))
        yield* sql`update users set enabled = false`
        for (const _ of ["made", "and started again"])
          assert.strictEqual(yield* again("a second beginning"), "a second beginning")
        yield* logIn
        assert.isNull(yield* again("a second beginning"))
      })
    )
  }
)

// Roles beside a service, each a process of its own: whose business the accounts are. Finding D14.
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Role } from "../src/config/Settings.ts"
import { firstStart } from "../src/store/access/FirstStart.ts"
import { DatabaseUrl } from "../src/store/sql/Pg.ts"
import { TestSql } from "./support/sql/database.ts"
import { MAIN, OF_THE_MACHINE } from "./support/processes/service.ts"
import { temporaryDirectory } from "./support/machine.ts"
import { until } from "./support/until.ts"
import { STORY } from "./support/stories.ts"

/**
 * `node src/main.ts ROLE` without ADMIN_TOKEN on the test's database; whatever is left of it when the scope
 * closes is killed.
 */
const startRole = Effect.fnUntraced(function* (role: Role) {
  const directory = yield* temporaryDirectory
  const url = yield* DatabaseUrl
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [MAIN, role], {
        cwd: directory,
        stdio: ["ignore", "ignore", "inherit"],
        env: {
          ...OF_THE_MACHINE,
          HOME: directory,
          DATA_DIR: directory,
          DATABASE_URL: Redacted.value(url),
          PORT: "0",
          LOG_LEVEL: "error"
        }
      })
    ),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )
  const ended = once(child, "exit")
  const end = Effect.promise(async () => {
    child.kill("SIGTERM")
    await ended
    return child.exitCode
  })
  return {
    directory,
    end,
    ended: Effect.map(
      Effect.promise(() => ended),
      () => child.exitCode
    )
  }
})

/** Starts a role and ends it once it is at work; where its DATA_DIR was. */
const haveStarted = Effect.fnUntraced(function* (role: Role) {
  const sql = yield* SqlClient.SqlClient
  const { directory, end, ended } = yield* startRole(role)
  if (role === "migrate") assert.strictEqual(yield* ended, 0)
  else {
    // alive, and telling what it counts to whoever answers /metrics, if it does not do so itself
    const beats = role === "serve" ? [role] : [role, `${role}:metrics`]
    yield* until(
      sql`select from worker_heartbeats where role = any(${beats})`,
      (rows) => rows.length === beats.length
    )
    assert.strictEqual(yield* end, 0)
  }
  return directory
})

/** Everything of the accounts that a start could change. */
const accounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return {
    users: yield* sql`select id, email, password_hash, enabled, server_admin from users order by id`,
    tokens: yield* sql`select id, user_id, name, token_hash, scopes, revoked_at from api_tokens order by id`,
    audit: yield* sql`select action, object_id from audit_log order by id`
  }
})

const others = ["migrate", "engine", "work"] as const

layer(TestSql, { timeout: "60 seconds", excludeTestServices: true })(
  "only the role that owns accounts may touch them",
  (it) => {
    it.effect.each(others)(
      "%s makes no admin and no token where there is none",
      (role) =>
        Effect.scoped(
          Effect.gen(function* () {
            const directory = yield* haveStarted(role)
            assert.deepStrictEqual(yield* accounts, { users: [], tokens: [], audit: [] })
            assert.isFalse(existsSync(join(directory, "admin-token")))
          })
        ),
      30_000
    )

    it.effect.each(others)(
      "%s without ADMIN_TOKEN leaves that of the service as it is",
      (role) =>
        Effect.scoped(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            yield* sql`delete from worker_heartbeats`
            yield* firstStart({
              email: "admin@example.org",
              password: Effect.succeed("correct horse"),
              token: "t".repeat(32),
              fixedToken: true
            })
            const before = yield* accounts
            assert.lengthOf(
              before.tokens.filter((t) => t["revoked_at"] === null),
              1
            )
            const directory = yield* haveStarted(role)
            assert.deepStrictEqual(yield* accounts, before)
            assert.isFalse(existsSync(join(directory, "admin-token")))
          })
        ),
      { ...STORY, timeout: 30_000 }
    )

    it.effect(
      "serve owns them: it makes the token, keeps it in DATA_DIR, and revokes what ADMIN_TOKEN was",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const directory = yield* haveStarted("serve")
            const { tokens, users } = yield* accounts
            assert.lengthOf(users, 1)
            assert.deepStrictEqual(
              tokens.map((t) => [t["name"], t["revoked_at"] === null]),
              [
                ["ADMIN_TOKEN", false],
                ["start-up", true]
              ]
            )
            assert.isTrue(existsSync(join(directory, "admin-token")))
          })
        ),
      { ...STORY, timeout: 30_000 }
    )
  }
)

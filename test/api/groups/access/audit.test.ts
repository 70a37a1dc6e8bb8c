// The audit log: every change, everyone who came in, everyone who was refused, for good.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { loginRoles } from "../../../../src/store/roles/names.ts"
import { loginName } from "../../../support/sql/database.ts"
import { browserOf, logIn, makePerson, PASSWORD, tokenFor } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeEntity, makeProject } from "../../../support/http/tracking.ts"

interface Entry {
  readonly action: string
  readonly actor: { readonly kind: string; readonly id: string | null; readonly name: string | null }
  readonly object: { readonly type: string; readonly id: string | null }
  readonly project_id: string | null
  readonly detail: Readonly<Record<string, unknown>>
  readonly request_id: string
  readonly at: string
}

const entries = (query: string): Effect.Effect<ReadonlyArray<Entry>, never, TestServer> =>
  Effect.map(expectStatus(200, "GET", `/audit?${query}`), ({ items }) => items)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("the audit log", (it) => {
  it.effect("knows who came in, who failed to, who left, and who changed what of an account", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const person = yield* makePerson({ name: "Ines" })
      const browser = yield* browserOf(person)
      yield* logIn(person.email, "not the password", { "x-request-id": "failed-1" })
      yield* logIn("nobody@example.org")
      const token = (yield* browser("POST", "/auth/tokens", {
        body: { name: "Mine", scopes: ["project:read"] }
      })).body
      yield* browser("DELETE", `/auth/tokens/${token.id}`)
      yield* browser("POST", "/auth/password", {
        body: { current: PASSWORD, new: "seven cows and one bull" }
      })
      yield* browser("POST", "/auth/logout")
      const ines = { kind: "user", id: person.id, name: "Ines" }

      const told = (yield* entries(`actor=${person.id}`))
        .map(({ action, actor, object }) => ({ action, actor, object }))
        .toReversed()
      assert.deepStrictEqual(told, [
        { action: "user.logged_in", actor: ines, object: { type: "user", id: person.id } },
        { action: "token.created", actor: ines, object: { type: "token", id: token.id } },
        { action: "token.revoked", actor: ines, object: { type: "token", id: token.id } },
        { action: "user.password_changed", actor: ines, object: { type: "user", id: person.id } },
        { action: "user.logged_out", actor: ines, object: { type: "user", id: person.id } }
      ])
      const [unknown, failed] = yield* entries("action=user.login_failed")
      assert.deepInclude(failed, {
        actor: { kind: "system", id: null, name: null },
        object: { type: "user", id: person.id },
        request_id: "failed-1",
        detail: { email: person.email, address: "127.0.0.1", reason: "password" }
      })
      assert.deepInclude(unknown, {
        object: { type: "user", id: null },
        detail: { email: "nobody@example.org", address: "127.0.0.1", reason: "unknown" }
      })
      const [created] = yield* entries(`object_type=user&object_id=${person.id}&action=user.created`)
      assert.deepStrictEqual(
        [created!.actor.kind, created!.detail],
        ["token", { email: person.email, name: "Ines" }]
      )
      yield* expectStatus(200, "PATCH", `/users/${person.id}`, {
        enabled: false,
        password: "told on the telephone"
      })
      const [reset, disabled] = yield* entries(`object_id=${person.id}&limit=2`)
      assert.deepStrictEqual(
        [disabled!.action, disabled!.detail],
        ["user.updated", { enabled: false, sessions_ended: 0, tokens_revoked: 0, clients_ended: 0 }]
      )
      assert.deepStrictEqual([reset!.action, reset!.detail], ["user.password_changed", { sessions_ended: 0 }])
      assert.strictEqual((yield* send("GET", "/audit?action=nothing.ever")).body.items.length, 0)
    })
  )

  it.effect("notes refused acts of admins, of the server and of a project, with what was asked for", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const person = yield* makePerson()
      const token = yield* tokenFor(person, ["project:read"])
      const project = yield* makeProject()
      yield* expectStatus(201, "POST", `/projects/${project.id}/members`, {
        user_id: person.id,
        role: "viewer"
      })
      yield* send("DELETE", `/projects/${project.id}?x=secret`, {
        token,
        headers: { "x-request-id": "refused-1" }
      })
      yield* send("GET", `/projects/${project.id}/traces`, { token })
      yield* send("POST", `/projects/${project.id}/members`, {
        token,
        body: { user_id: person.id, role: "admin" }
      })
      const [promoted, removed, ...more] = yield* entries(`actor=${person.id}`)
      assert.deepStrictEqual(more, [])
      assert.deepInclude(promoted, {
        action: "access.denied",
        object: { type: "route", id: "POST /api/v1/projects/:project_id/members" },
        project_id: project.id
      })
      assert.deepInclude(removed, {
        action: "access.denied",
        object: { type: "route", id: "DELETE /api/v1/projects/:project_id" },
        project_id: project.id,
        request_id: "refused-1",
        detail: { path: `/api/v1/projects/${project.id}` }
      })
      assert.strictEqual(removed!.actor.kind, "token")
    })
  )

  it.effect("is listed per project to those who may change it, by span of time, and page by page", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const [project, other] = [yield* makeProject(), yield* makeProject()]
      const cow = yield* makeEntity(project.id)
      yield* makeEntity(other.id)
      const path = `/projects/${project.id}/audit`
      const { items } = yield* expectStatus(200, "GET", path)
      assert.deepStrictEqual(
        items.map((e: Entry) => e.action),
        ["entity.created", "project.created"]
      )
      assert.deepStrictEqual(
        (yield* expectStatus(200, "GET", `${path}?object_type=entity&object_id=${cow.id}`)).items,
        [items[0]]
      )
      const first = yield* expectStatus(200, "GET", `${path}?limit=1`)
      const second = yield* expectStatus(200, "GET", `${path}?limit=1&cursor=${first.next_cursor}`)
      assert.deepStrictEqual([...first.items, ...second.items], items)
      assert.lengthOf((yield* expectStatus(200, "GET", `${path}?to=${items[1].at}`)).items, 0)
      assert.lengthOf((yield* expectStatus(200, "GET", `${path}?from=2026-01-01T00:00:00Z`)).items, 2)
      assert.strictEqual(
        (yield* send("GET", `${path}?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z`)).status,
        422
      )
      assert.strictEqual((yield* send("GET", `${path}?actor=me`)).status, 422)
      const reader = yield* tokenFor({ id: (yield* expectStatus(200, "GET", "/auth/me")).id, email: "" }, [
        "project:read"
      ])
      assert.strictEqual((yield* send("GET", path, { token: reader })).body.permission, "project:write")
    })
  )

  it.effect("is written with the change or not at all", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const { email, id } = yield* makePerson()
      yield* sql`alter table audit_log rename to audit_log_gone`
      const answers = [
        yield* send("POST", "/users", { body: { email: "never@example.org" } }),
        yield* send("PATCH", `/users/${id}`, { body: { name: "Never" } }),
        yield* logIn(email),
        yield* send("POST", "/auth/tokens", { body: { name: "Never", scopes: ["project:read"] } })
      ]
      yield* sql`alter table audit_log_gone rename to audit_log`
      assert.deepStrictEqual(
        answers.map((a) => a.status),
        [500, 500, 500, 500]
      )
      assert.lengthOf(
        yield* sql`select from users where email = 'never@example.org' or name = 'Never' union all select
          from sessions where user_id = ${id} union all select from api_tokens where name = 'Never'`,
        0
      )
    })
  )

  it.effect("cannot be edited or shortened by the program", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const role of yield* Effect.forEach(loginRoles, loginName)) {
        for (const right of ["update", "delete", "truncate"]) {
          const [row] = yield* sql<{
            may: boolean
          }>`select has_table_privilege(${role}, 'audit_log', ${right}) as may`
          assert.isFalse(row!.may, `${role} ${right}`)
        }
      }
    })
  )
})

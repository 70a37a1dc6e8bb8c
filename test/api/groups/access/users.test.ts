// Users: made, changed and disabled by server admins, of whom one always remains.
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Schedule } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { browserOf, logIn, makePerson, PASSWORD, tokenFor } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, NOBODY } from "../../../support/http/tracking.ts"

const adminId = Effect.map(
  expectStatus(200, "GET", "/users?email=admin@example.org"),
  ({ items }): string => items[0].id
)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("users", (it) => {
  it.effect("are made, read, listed and changed, and their passwords never shown", () =>
    Effect.gen(function* () {
      const user = yield* expectStatus(201, "POST", "/users", {
        email: "Ines@Example.ORG",
        name: "Ines",
        password: PASSWORD
      })
      assert.deepStrictEqual(Object.keys(user).toSorted(), [
        "created_at",
        "email",
        "enabled",
        "has_password",
        "id",
        "name",
        "server_admin",
        "updated_at"
      ])
      assert.deepInclude(user, {
        email: "ines@example.org",
        name: "Ines",
        enabled: true,
        server_admin: false,
        has_password: true
      })
      assert.deepStrictEqual(yield* expectStatus(200, "GET", `/users/${user.id}`), user)
      assert.deepStrictEqual(
        (yield* expectStatus(200, "GET", "/users?email=INES@example.org&enabled=true")).items,
        [user]
      )
      assert.lengthOf((yield* expectStatus(200, "GET", "/users?enabled=false")).items, 0)
      assert.deepInclude(
        yield* expectStatus(200, "PATCH", `/users/${user.id}`, { name: "Ines M.", server_admin: true }),
        { name: "Ines M.", server_admin: true, email: "ines@example.org" }
      )
      assert.deepInclude(yield* expectStatus(201, "POST", "/users", { email: "robot@example.org" }), {
        name: "",
        has_password: false
      })
      yield* expectStatus(404, "GET", `/users/${NOBODY}`)
      yield* expectStatus(404, "PATCH", `/users/${NOBODY}`, { password: PASSWORD })
    })
  )

  it.effect("have one account for an e-mail address, however it is written", () =>
    Effect.gen(function* () {
      const { email } = yield* makePerson()
      assert.strictEqual(
        (yield* expectStatus(409, "POST", "/users", { email: email.toUpperCase() })).code,
        "EMAIL_TAKEN"
      )
      const [first, second] = yield* Effect.forEach(
        [1, 2],
        () =>
          Effect.flatMap(TestServer, ({ send }) =>
            send("POST", "/users", { body: { email: "twice@example.org" } })
          ),
        { concurrency: 2 }
      )
      assert.sameMembers([first!.status, second!.status], [201, 409])
    })
  )

  it.effect("are refused where a member breaks a rule, and for members nobody may set", () =>
    Effect.gen(function* () {
      const pointer = (body: object) =>
        Effect.map(
          expectStatus(422, "POST", "/users", { email: "x@example.org", ...body }),
          (problem) => problem.errors[0].pointer
        )
      for (const email of ["", "x", "x@", "@x", "a b@example.org", "a@b@c", `${"a".repeat(250)}@b.org`, 7])
        assert.strictEqual(yield* pointer({ email }), "/email", String(email))
      for (const password of ["", "1234567", "p".repeat(1025), "ü".repeat(513), null])
        assert.strictEqual(yield* pointer({ password }), "/password")
      for (const more of [
        { id: NOBODY },
        { password_hash: "x" },
        { enabled: true },
        { created_at: "2026-01-01T00:00:00Z" }
      ])
        assert.strictEqual(yield* pointer(more), `/${Object.keys(more)[0]}`)
      const user = yield* makePerson()
      for (const more of [{ email: "y@example.org" }, { password: null }, { has_password: false }])
        yield* expectStatus(422, "PATCH", `/users/${user.id}`, more)
    })
  )

  it.effect("always have a server admin among them who is enabled", () =>
    Effect.gen(function* () {
      const id = yield* adminId
      const others = (yield* expectStatus(200, "GET", "/users?enabled=true")).items.filter(
        (u: { server_admin: boolean; id: string }) => u.server_admin && u.id !== id
      )
      for (const other of others)
        yield* expectStatus(200, "PATCH", `/users/${other.id}`, { server_admin: false })
      for (const change of [
        { enabled: false },
        { server_admin: false },
        { enabled: false, server_admin: false, name: "Gone" }
      ]) {
        assert.strictEqual(
          (yield* expectStatus(409, "PATCH", `/users/${id}`, change)).code,
          "LAST_SERVER_ADMIN"
        )
      }
      assert.strictEqual((yield* expectStatus(200, "GET", `/users/${id}`)).name, "Administrator")
    })
  )

  it.effect("cannot lose both of the last two admins at the same moment", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const id = yield* adminId
      const second = yield* makePerson({ server_admin: true })
      const racing = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select from users where server_admin for update`
          const both = yield* Effect.forkChild(
            Effect.forEach(
              [id, second.id],
              (one) => send("PATCH", `/users/${one}`, { body: { server_admin: false } }),
              { concurrency: 2 }
            )
          )
          // both are past the guard and wait for each other
          yield* Effect.repeat(
            sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            { until: (rows) => rows.length === 2, schedule: Schedule.spaced("20 millis") }
          )
          return both
        })
      )
      assert.sameMembers(
        (yield* Fiber.join(racing)).map((a) => a.status),
        [200, 409]
      )
      assert.lengthOf(yield* sql`select from users where server_admin and enabled`, 1)
      yield* sql`update users set server_admin = id = ${id}`
    })
  )

  it.effect("are for server admins, who come with all that they may", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const person = yield* makePerson()
      const browser = yield* browserOf(person)
      const admin = { id: yield* adminId, email: "" }
      const scoped = yield* tokenFor(admin, ["members:write", "project:read"])
      for (const [method, path, body] of [
        ["GET", "/users", undefined],
        ["POST", "/users", { email: "z@example.org" }],
        ["PATCH", `/users/${person.id}`, { server_admin: true }],
        ["GET", "/audit", undefined]
      ] as const) {
        const sent = body === undefined ? {} : { body }
        assert.deepInclude(
          (yield* browser(method, path, sent)).body,
          { status: 403, permission: "server_admin" },
          `${method} ${path}`
        )
        assert.deepInclude(
          (yield* send(method, path, { ...sent, token: scoped })).body,
          { status: 403, permission: "server_admin" },
          `${method} ${path}`
        )
      }
      assert.strictEqual((yield* logIn(person.email)).body.server_admin, false)
      yield* expectStatus(200, "PATCH", `/users/${person.id}`, { server_admin: true })
      assert.strictEqual((yield* browser("GET", "/users")).status, 200, "from the next request on")
      yield* expectStatus(200, "PATCH", `/users/${person.id}`, { server_admin: false })
      assert.strictEqual((yield* browser("GET", "/users")).status, 403)
    })
  )
})

// What people change of themselves, and the browsers they are logged in with.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { browse, browserOf, cookieOf, logIn, makePerson, tokenFor } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeProject, NOBODY } from "../../../support/http/tracking.ts"

const standard = {
  single_keys: true,
  theme: "system",
  language: null,
  sound: false,
  units: "metric",
  last_project_id: null
}

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("an account of one's own", (it) => {
  it.effect("is changed member by member, preferences too, and tells what it is", () =>
    Effect.gen(function* () {
      const person = yield* makePerson({ name: "Ines" })
      const browser = yield* browserOf(person)
      const before = (yield* browser("GET", "/auth/me")).body
      assert.deepInclude(before, { name: "Ines", phone: null, share_phone: false, preferences: standard })
      const change = (body: object) => Effect.map(browser("PATCH", "/auth/me", { body }), (a) => a.body)
      const phone = "+49 (0)170 123-4567"
      assert.deepStrictEqual(yield* change({ phone, preferences: { theme: "dark", single_keys: false } }), {
        ...before,
        phone,
        preferences: { ...standard, theme: "dark", single_keys: false }
      })
      const after = yield* change({ name: "Ines L.", share_phone: true, preferences: { units: "imperial" } })
      assert.deepStrictEqual(after, {
        ...before,
        name: "Ines L.",
        phone,
        share_phone: true,
        preferences: { ...standard, single_keys: false, theme: "dark", units: "imperial" }
      })
      assert.deepStrictEqual(yield* change({}), after)
      assert.deepStrictEqual((yield* browser("GET", "/auth/me")).body, after)
      assert.deepInclude(yield* change({ phone: null }), { phone: null, share_phone: true })
    })
  )

  it.effect("says with which project to begin: the one opened last, else one with open alerts", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const alarmed = yield* makeProject(),
        part = yield* makeProject(),
        newest = yield* makeProject()
      const person = yield* makePerson()
      const browser = yield* browserOf(person)
      const start = Effect.map(browser("GET", "/auth/me"), ({ body }) => body.start_project_id)
      const join = (project: { readonly id: string }, scope: object | null) =>
        expectStatus(201, "POST", `/projects/${project.id}/members`, {
          user_id: person.id,
          role: "viewer",
          scope
        })
      const alarm = (project: { readonly id: string }) => sql`
        with e as (
          insert into events (id, project_id, event_key, time, event_type, severity, title, source_kind)
          select gen_random_uuid(), ${project.id}::uuid, sha256(gen_random_uuid()::text::bytea), now(), 'LEFT',
            'warning', 't', 'user'
          returning id, project_id, severity, title
        )
        insert into alerts (id, event_id, project_id, severity, title)
        select gen_random_uuid(), id, project_id, severity, title from e`
      assert.isNull(yield* start)
      yield* join(alarmed, null)
      yield* join(part, { groups: [], entities: [], devices: [] })
      yield* join(newest, null)
      assert.strictEqual(yield* start, newest.id)
      yield* alarm(part)
      assert.strictEqual(yield* start, newest.id, "alerts may be of what a member does not see")
      yield* alarm(alarmed)
      assert.strictEqual(yield* start, alarmed.id)
      const open = (id: string) =>
        Effect.map(
          browser("PATCH", "/auth/me", { body: { preferences: { last_project_id: id } } }),
          ({ body }) => body.start_project_id
        )
      assert.strictEqual(yield* open(part.id), part.id)
      const foreign = yield* makeProject()
      assert.strictEqual(yield* open(foreign.id), alarmed.id, "one that the caller is not in")
    })
  )

  it.effect("refuses what cannot be called or is not known, by the name of the member", () =>
    Effect.gen(function* () {
      const browser = yield* browserOf(yield* makePerson())
      const pointerOf = (body: object) =>
        Effect.map(browser("PATCH", "/auth/me", { body }), ({ body, status }) => [
          status,
          body.errors?.[0]?.pointer
        ])
      for (const phone of ["", "1234", "call me", "+", "12345;ext=6", `+${"1".repeat(40)}`, 49170])
        assert.deepStrictEqual(yield* pointerOf({ phone }), [422, "/phone"], String(phone))
      assert.deepStrictEqual(yield* pointerOf({ preferences: { theme: "pink" } }), [
        422,
        "/preferences/theme"
      ])
      assert.deepStrictEqual(yield* pointerOf({ preferences: { size: 1 } }), [422, "/preferences/size"])
      assert.deepStrictEqual(yield* pointerOf({ name: "a".repeat(201) }), [422, "/name"])
      for (const member of ["email", "server_admin", "enabled", "password"])
        assert.deepStrictEqual(yield* pointerOf({ [member]: true }), [422, `/${member}`])
    })
  )

  it.effect("is written down without the number; how the console looks is nobody's concern", () =>
    Effect.gen(function* () {
      const person = yield* makePerson()
      const browser = yield* browserOf(person)
      yield* browser("PATCH", "/auth/me", { body: { phone: "112 112", share_phone: true } })
      yield* browser("PATCH", "/auth/me", { body: { preferences: { sound: true } } })
      const { items } = yield* expectStatus(200, "GET", `/audit?action=user.updated&object_id=${person.id}`)
      assert.deepStrictEqual(
        items.map(({ detail }: { readonly detail: unknown }) => detail),
        [{ share_phone: true, has_phone: true }]
      )
    })
  )

  it.effect("is not for tokens with limits, which could share what their person would not", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const person = yield* makePerson()
      const project = yield* makeProject()
      yield* expectStatus(201, "POST", `/projects/${project.id}/members`, {
        user_id: person.id,
        role: "admin"
      })
      const token = yield* tokenFor(person, ["project:read"])
      for (const [method, path] of [
        ["PATCH", "/auth/me"],
        ["GET", "/auth/sessions"],
        ["DELETE", `/auth/sessions/${NOBODY}`]
      ] as const) {
        const answer = yield* send(method, path, { token, ...(method === "PATCH" ? { body: {} } : {}) })
        assert.deepStrictEqual([answer.status, answer.body.permission], [403, "account"], method)
      }
    })
  )
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("sessions of one's own", (it) => {
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"

  it.effect("are listed, newest first, with the one that asks; those that are over are not", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const person = yield* makePerson()
      yield* browserOf(yield* makePerson())
      const first = yield* browse(cookieOf(yield* logIn(person.email, undefined, { "user-agent": firefox })))
      const [one] = (yield* first("GET", "/auth/sessions")).body.items
      assert.deepInclude(one, { browser: "Firefox 145 on Linux", current: true })
      assert.sameMembers(Object.keys(one), ["id", "created_at", "last_seen_at", "browser", "current"])
      const second = yield* browserOf(person)
      const both = (yield* second("GET", "/auth/sessions")).body
      assert.deepStrictEqual(
        both.items.map((s: { readonly current: boolean }) => s.current),
        [true, false]
      )
      assert.deepStrictEqual(both.items[1], { ...one, current: false })
      const next = (yield* second("GET", "/auth/sessions?limit=1")).body.next_cursor
      assert.deepStrictEqual(
        (yield* second("GET", `/auth/sessions?limit=1&cursor=${next}`)).body.items,
        both.items.slice(1)
      )
      yield* sql`update sessions set last_seen_at = now() - interval '13 hours' where id = ${one.id}::uuid`
      assert.lengthOf((yield* second("GET", "/auth/sessions")).body.items, 1)
    })
  )

  it.effect("end by their id: that browser has to log in again; those of others stay", () =>
    Effect.gen(function* () {
      const person = yield* makePerson()
      const [here, elsewhere, other] = [
        yield* browserOf(person),
        yield* browserOf(person),
        yield* browserOf(yield* makePerson())
      ]
      const idOf = (browser: typeof here) =>
        Effect.map(
          browser("GET", "/auth/sessions"),
          ({ body }) => body.items.find((s: { readonly current: boolean }) => s.current).id as string
        )
      const end = (id: string) => Effect.map(here("DELETE", `/auth/sessions/${id}`), (a) => a.status)
      assert.strictEqual(yield* end(yield* idOf(other)), 404)
      const id = yield* idOf(elsewhere)
      assert.strictEqual(yield* end(id), 204)
      assert.strictEqual(yield* end(id), 404)
      const statuses = yield* Effect.forEach([here, elsewhere, other], (browser) =>
        Effect.map(browser("GET", "/auth/me"), (a) => a.status)
      )
      assert.deepStrictEqual(statuses, [200, 401, 200])
      assert.strictEqual(yield* end(yield* idOf(here)), 204)
      assert.strictEqual((yield* here("GET", "/auth/me")).status, 401)
    })
  )
})

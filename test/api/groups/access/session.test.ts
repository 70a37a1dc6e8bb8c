// Sessions: how browsers come in, what ends a session, and what other sites cannot do with it.
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger, Metric, References } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { permissions } from "../../../../src/domain/access/Permission.ts"
import {
  FREE_FAILURES_PER_ACCOUNT,
  FREE_FAILURES_PER_ADDRESS
} from "../../../../src/domain/access/throttle.ts"
import { passwordsTried } from "../../../../src/passwords/Passwords.ts"
import {
  browse,
  browserOf,
  cookieOf,
  logIn,
  makePerson,
  PASSWORD,
  tokenFor
} from "../../../support/http/people.ts"
import { rawRequest } from "../../../support/http/rawHttp.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeProject } from "../../../support/http/tracking.ts"
import { untilWaiting } from "../../../support/sql/locks.ts"

const ADMIN = { email: "admin@example.org", password: "correct horse battery" }

const setCookie = (answer: { readonly headers: Headers }) => {
  const [pair = "", ...attributes] = answer.headers.getSetCookie()[0]!.split("; ")
  return { name: pair.split("=")[0], value: pair.split("=")[1]!, attributes: attributes.toSorted() }
}

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a session", (it) => {
  it.effect("begins with a login and an opaque cookie; its hash alone is kept", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const answer = yield* logIn(ADMIN.email.toUpperCase(), ADMIN.password, { "user-agent": "Test browser" })
      assert.strictEqual(answer.status, 200)
      assert.deepInclude(answer.body, { email: ADMIN.email, name: "Administrator", server_admin: true })
      const { attributes, name, value } = setCookie(answer)
      assert.strictEqual(name, "pugmark")
      assert.deepStrictEqual(attributes, ["HttpOnly", "Max-Age=604800", "Path=/", "SameSite=Lax"])
      assert.match(value, /^[\w-]{43}$/) // 256 bits
      const [row] = yield* sql<{ address: string; user_agent: string; n: number }>`
      select host(address) as address, user_agent, count(*) over ()::int as n from sessions
        where id_hash = ${createHash("sha256").update(value).digest()}`
      assert.deepStrictEqual(row, { address: "127.0.0.1", user_agent: "Test browser", n: 1 })
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
    })
  )

  it.effect("leaves a browser known, whose owner's password is looked at before those of guessers", () =>
    Effect.gen(function* () {
      const person = yield* makePerson()
      const first = yield* logIn(person.email, PASSWORD)
      const [known = "", ...attributes] = first.headers.getSetCookie()[1]!.split("; ")
      assert.sameMembers(attributes, ["HttpOnly", `Max-Age=${90 * 86_400}`, "Path=/", "SameSite=Lax"])
      // guesses at the account, from the very address that its owner has
      yield* Effect.repeat(logIn(person.email, "a guess"), { until: ({ status }) => status === 429 })
      const statusWith = (cookie: string, password = PASSWORD) =>
        Effect.map(logIn(person.email, password, { cookie }), ({ status }) => status)
      assert.strictEqual(yield* statusWith(""), 429)
      assert.strictEqual(yield* statusWith(known), 200)
      assert.strictEqual(yield* statusWith(known, "a guess"), 401)
      assert.strictEqual(yield* statusWith(known), 200)
      // made up, another's, or with another end
      const other = yield* makePerson()
      assert.strictEqual(yield* statusWith(known.replace(person.id, other.id)), 429)
      assert.strictEqual(yield* statusWith(known.replace(/\.\d+\./, ".99999999999.")), 429)
      const ofOther = (yield* logIn(other.email, PASSWORD)).headers.getSetCookie()[1]!.split(";")[0]!
      assert.strictEqual(yield* statusWith(ofOther), 429)
      // it opens nothing, guesses with it are slowed down as others are, and it ends with the password
      const { send } = yield* TestServer
      assert.strictEqual(
        (yield* send("GET", "/auth/me", { token: null, headers: { cookie: known } })).status,
        401
      )
      yield* Effect.repeat(statusWith(known, "a guess"), { until: (status) => status === 429 })
      yield* expectStatus(200, "PATCH", `/users/${other.id}`, { password: "seven cows and one bull" })
      yield* Effect.repeat(logIn(other.email, "a guess"), { until: ({ status }) => status === 429 })
      assert.strictEqual(
        (yield* logIn(other.email, "seven cows and one bull", { cookie: ofOther })).status,
        429
      )
    })
  )

  it.effect("knows who it is, and what they may do where", () =>
    Effect.gen(function* () {
      const project = yield* makeProject()
      const admin = yield* browserOf({ id: "", email: ADMIN.email }, ADMIN.password)
      const me = (yield* admin("GET", "/auth/me")).body
      assert.sameMembers(me.permissions[project.id], [...permissions])
      assert.match(me.session_expires_at, /Z$/)
      const person = yield* makePerson({ name: "Ines" })
      const other = (yield* (yield* browserOf(person))("GET", "/auth/me")).body
      assert.deepStrictEqual(
        { ...other, session_expires_at: null },
        {
          id: person.id,
          email: person.email,
          name: "Ines",
          phone: null,
          share_phone: false,
          preferences: {
            single_keys: true,
            theme: "system",
            language: null,
            sound: false,
            units: "metric",
            last_project_id: null
          },
          server_admin: false,
          session_expires_at: null,
          permissions: {},
          start_project_id: null
        }
      )
      const byToken = yield* expectStatus(200, "GET", "/auth/me")
      assert.deepInclude(byToken, { email: ADMIN.email, server_admin: true, session_expires_at: null })
    })
  )

  it.effect("is asked about without a refusal: what opens nothing is null", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const ask = (headers: Readonly<Record<string, string>>) =>
        Effect.map(send("GET", "/auth/session", { token: null, headers }), ({ body, status }) => [
          status,
          body
        ])
      const person = yield* makePerson({ name: "Ines" })
      const cookie = cookieOf(yield* logIn(person.email))
      const me = (yield* (yield* browse(cookie))("GET", "/auth/me")).body
      assert.deepStrictEqual(yield* ask({ cookie }), [200, me])
      const token = yield* tokenFor(person, ["project:read"])
      assert.deepStrictEqual(yield* ask({ authorization: `Bearer ${token}` }), [
        200,
        { ...me, session_expires_at: null }
      ])
      const nothing: ReadonlyArray<Readonly<Record<string, string>>> = [
        {},
        { cookie: `pugmark=${"A".repeat(43)}` },
        { cookie: "pugmark=x" },
        { authorization: "Bearer pug_x" },
        { authorization: "Bearer pug_x", cookie },
        { authorization: "", cookie }
      ]
      for (const headers of nothing)
        assert.deepStrictEqual(yield* ask(headers), [200, null], JSON.stringify(headers))
      yield* (yield* browse(cookie))("POST", "/auth/logout")
      assert.deepStrictEqual(yield* ask({ cookie }), [200, null])
    })
  )

  it.effect("is a new one at every login: nobody can plant its id, and the one before is over", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const person = yield* makePerson()
      const planted = `pugmark=${"A".repeat(43)}`
      const first = cookieOf(yield* logIn(person.email, PASSWORD, { cookie: planted }))
      assert.notStrictEqual(first, planted)
      assert.strictEqual((yield* (yield* browse(planted))("GET", "/auth/me")).status, 401)
      const second = cookieOf(yield* logIn(person.email, PASSWORD, { cookie: first }))
      assert.notStrictEqual(second, first)
      assert.strictEqual((yield* (yield* browse(first))("GET", "/auth/me")).status, 401)
      assert.strictEqual((yield* (yield* browse(second))("GET", "/auth/me")).status, 200)
      assert.lengthOf(yield* sql`select from sessions where user_id = ${person.id}`, 1)
    })
  )

  it.effect("ends with the logout, in the table and in the browser", () =>
    Effect.gen(function* () {
      const person = yield* makePerson()
      const browser = yield* browserOf(person)
      const out = yield* browser("POST", "/auth/logout")
      assert.strictEqual(out.status, 204)
      assert.deepInclude(setCookie(out), { name: "pugmark", value: "" })
      assert.include(setCookie(out).attributes, "Max-Age=0")
      const again = yield* browser("GET", "/auth/me")
      assert.deepStrictEqual([again.status, again.body.code], [401, "UNAUTHORIZED"])
      assert.strictEqual((yield* browser("POST", "/auth/logout")).status, 401)
    })
  )

  it.effect("ends everywhere else when the password changes, and the old password opens nothing", () =>
    Effect.gen(function* () {
      const person = yield* makePerson()
      const [here, elsewhere] = [yield* browserOf(person), yield* browserOf(person)]
      const change = (current: string, next: string) =>
        here("POST", "/auth/password", { body: { current, new: next } })
      const wrong = yield* change("not the password", "seven cows and one bull")
      assert.deepStrictEqual(
        [wrong.status, wrong.body.errors[0].pointer, wrong.body.code],
        [422, "/current", "WRONG_PASSWORD"]
      )
      assert.strictEqual((yield* change(PASSWORD, "short")).body.errors[0].pointer, "/new")
      assert.strictEqual((yield* elsewhere("GET", "/auth/me")).status, 200)
      assert.strictEqual((yield* change(PASSWORD, "seven cows and one bull")).status, 204)
      assert.deepStrictEqual(
        [(yield* here("GET", "/auth/me")).status, (yield* elsewhere("GET", "/auth/me")).status],
        [200, 401]
      )
      assert.deepStrictEqual(
        [(yield* logIn(person.email)).status, (yield* logIn(person.email, "seven cows and one bull")).status],
        [401, 200]
      )
    })
  )

  it.effect(
    "ends, with every token, when the user is disabled, and does not come back when they are enabled",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const person = yield* makePerson()
        const browser = yield* browserOf(person)
        const token = yield* tokenFor(person, ["project:read"])
        assert.deepStrictEqual(
          [(yield* browser("GET", "/auth/me")).status, (yield* send("GET", "/auth/me", { token })).status],
          [200, 200]
        )
        yield* expectStatus(200, "PATCH", `/users/${person.id}`, { enabled: false })
        assert.deepStrictEqual(
          [
            (yield* browser("GET", "/auth/me")).status,
            (yield* send("GET", "/auth/me", { token })).status,
            (yield* logIn(person.email)).status
          ],
          [401, 401, 401]
        )
        yield* expectStatus(200, "PATCH", `/users/${person.id}`, { enabled: true })
        assert.deepStrictEqual(
          [
            (yield* browser("GET", "/auth/me")).status,
            (yield* send("GET", "/auth/me", { token })).status,
            (yield* logIn(person.email)).status
          ],
          [401, 401, 200]
        )
      })
  )

  it.effect("ends when an admin sets another password", () =>
    Effect.gen(function* () {
      const person = yield* makePerson()
      const browser = yield* browserOf(person)
      yield* expectStatus(200, "PATCH", `/users/${person.id}`, { password: "told on the telephone" })
      assert.strictEqual((yield* browser("GET", "/auth/me")).status, 401)
      assert.strictEqual((yield* logIn(person.email, "told on the telephone")).status, 200)
    })
  )

  it.effect("ends when nobody uses it, and after its time however busy", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const person = yield* makePerson()
      const browser = yield* browserOf(person)
      const status = Effect.map(browser("GET", "/auth/me"), (a) => a.status)
      yield* sql`update sessions set last_seen_at = now() - interval '11 hours 59 minutes'
        where user_id = ${person.id}`
      assert.strictEqual(yield* status, 200)
      const [seen] = yield* sql<{
        ago: number
      }>`select extract(epoch from now() - last_seen_at)::float8 as ago from sessions
        where user_id = ${person.id}`
      assert.isBelow(seen!.ago, 30)
      yield* sql`update sessions set last_seen_at = now() - interval '12 hours 1 second'
        where user_id = ${person.id}`
      assert.strictEqual(yield* status, 401)
      yield* sql`update sessions set last_seen_at = now(), expires_at = now() where user_id = ${person.id}`
      assert.strictEqual(yield* status, 401)
    })
  )

  it.effect("does not begin for an account that was disabled while its password was checked", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const person = yield* makePerson()
      const waiting = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`update users set enabled = false where id = ${person.id}`
          const login = yield* Effect.forkChild(logIn(person.email))
          yield* untilWaiting(1)
          return login
        })
      )
      assert.strictEqual((yield* Fiber.join(waiting)).status, 401)
      assert.lengthOf(yield* sql`select from sessions where user_id = ${person.id}`, 0)
    })
  )

  it.effect("counts for nothing beside a token that opens nothing", () =>
    Effect.gen(function* () {
      const person = yield* makePerson()
      const browser = yield* browserOf(person)
      assert.strictEqual((yield* browser("GET", "/auth/me")).status, 200)
      for (const authorization of ["Bearer pug_x", "Bearer ", "Basic dTpw", ""]) {
        assert.strictEqual(
          (yield* browser("GET", "/auth/me", { headers: { authorization } })).status,
          401,
          authorization
        )
      }
      for (const cookie of [
        "pugmark=",
        "pugmark=x",
        `pugmark=${"a".repeat(4000)}`,
        "pugmark=%00",
        `__Host-pugmark=${"A".repeat(43)}`,
        ";;=;"
      ]) {
        assert.strictEqual((yield* (yield* browse(cookie))("GET", "/auth/me")).status, 401, cookie)
      }
    })
  )
})

layer(serve({ publicUrl: "https://pugmark.example.org" }), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("a session by TLS", (it) => {
  it.effect("has a cookie that no other host, no plain connection and no script gets at", () =>
    Effect.gen(function* () {
      const answer = yield* logIn(ADMIN.email, ADMIN.password)
      const { attributes, name, value } = setCookie(answer)
      assert.strictEqual(name, "__Host-pugmark")
      assert.deepStrictEqual(attributes, ["HttpOnly", "Max-Age=604800", "Path=/", "SameSite=Lax", "Secure"])
      assert.strictEqual((yield* (yield* browse(`__Host-pugmark=${value}`))("GET", "/auth/me")).status, 200)
      assert.strictEqual((yield* (yield* browse(`pugmark=${value}`))("GET", "/auth/me")).status, 401)
    })
  )

  it.effect("takes changes from the pages of the public address", () =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      const browser = yield* browse(cookieOf(yield* logIn(ADMIN.email, ADMIN.password)))
      const from = (origin: string) =>
        Effect.map(
          browser("POST", "/projects", { body: { name: "Farm" }, headers: { origin } }),
          (a) => a.status
        )
      assert.strictEqual(yield* from("https://pugmark.example.org"), 201)
      // a proxy that leaves the host as it was
      assert.strictEqual(yield* from(`https://127.0.0.1:${port}`), 201)
      assert.strictEqual(yield* from(`http://127.0.0.1:${port}`), 403)
      assert.strictEqual(yield* from("http://pugmark.example.org"), 403)
      assert.strictEqual(yield* from("https://pugmark.example.org.evil.example"), 403)
    })
  )
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("other sites", (it) => {
  it.effect("change nothing with a session, whatever the browser sends along", () =>
    Effect.gen(function* () {
      const { port, url } = yield* TestServer
      const cookie = cookieOf(yield* logIn(ADMIN.email, ADMIN.password))
      const body = JSON.stringify({ name: "Planted" })
      const json = "application/json"
      const post = (headers: Readonly<Record<string, string>>, text = body) => {
        const lines = Object.entries({
          Host: `127.0.0.1:${port}`,
          Connection: "close",
          Cookie: cookie,
          "Content-Length": String(text.length),
          ...headers
        })
        return Effect.map(
          rawRequest(
            port,
            `POST /api/v1/projects ` +
              `HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${text}`
          ),
          (a) => a.status
        )
      }
      const evil = "https://evil.example"
      const matrix: ReadonlyArray<readonly [status: number, headers: Readonly<Record<string, string>>]> = [
        [201, { Origin: url, "Content-Type": json }],
        [201, { Origin: url, "Content-Type": `${json}; charset=utf-8` }],
        [201, { Origin: url, "Sec-Fetch-Site": "same-origin", "Content-Type": json }],
        [201, { "Sec-Fetch-Site": "same-origin", "Content-Type": json }],
        [201, { Origin: "null", "Sec-Fetch-Site": "same-origin", "Content-Type": json }],
        [403, { "Content-Type": json }],
        [403, { Origin: "null", "Content-Type": json }],
        [403, { Origin: evil, "Content-Type": json }],
        [403, { Origin: "", "Content-Type": json }],
        [403, { Origin: `${url}.evil.example`, "Content-Type": json }],
        [403, { Origin: url.replace("http:", "https:"), "Content-Type": json }],
        [403, { Origin: url.replace(/:\d+$/, ":1"), "Content-Type": json }],
        [403, { Origin: evil, "Sec-Fetch-Site": "same-origin", "Content-Type": json }],
        ...["cross-site", "same-site", "none", "", "same-origin, cross-site"].map(
          (site) => [403, { Origin: url, "Sec-Fetch-Site": site, "Content-Type": json }] as const
        ),
        ...[
          "text/plain",
          "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=x",
          "application/json5",
          "text/plain; application/json"
        ].map((type) => [403, { Origin: url, "Content-Type": type }] as const),
        [403, { Origin: url }]
      ]
      for (const [status, headers] of matrix)
        assert.strictEqual(yield* post(headers), status, JSON.stringify(headers))
      assert.strictEqual(yield* post({ Origin: evil, "Content-Type": "text/plain" }), 403) // a form
      assert.strictEqual(
        yield* post({ Origin: evil, "Content-Type": json, Authorization: `Bearer ${ADMIN_TOKEN}` }),
        201
      ) // no browser adds a token by itself
    })
  )

  it.effect("and whatever the method", () =>
    Effect.gen(function* () {
      const browser = yield* browse(cookieOf(yield* logIn(ADMIN.email, ADMIN.password)))
      const project = yield* makeProject()
      const evil = { headers: { origin: "https://evil.example" } }
      for (const [method, path] of [
        ["PATCH", `/projects/${project.id}`],
        ["DELETE", `/projects/${project.id}`],
        ["POST", "/auth/logout"],
        ["PUT", `/projects/${project.id}/rules/${project.id}/snoozes/${project.id}`]
      ] as const) {
        const answer = yield* browser(
          method,
          path,
          method === "DELETE" || path === "/auth/logout" ? evil : { ...evil, body: {} }
        )
        assert.deepStrictEqual([answer.status, answer.body.code], [403, "CROSS_SITE"], method)
      }
      // SameSite keeps the cookie from them, and CORS the answer
      assert.strictEqual((yield* browser("GET", `/projects/${project.id}`, evil)).status, 200)
      // ours need no type where there is no body
      assert.strictEqual((yield* browser("DELETE", `/projects/${project.id}`)).status, 204)
    })
  )

  it.effect("log nobody in under their own account", () =>
    Effect.gen(function* () {
      const { url } = yield* TestServer
      const status = (headers: Readonly<Record<string, string>>) =>
        Effect.map(logIn(ADMIN.email, ADMIN.password, headers), (a) => a.status)
      assert.strictEqual(yield* status({ origin: url }), 200)
      assert.strictEqual(yield* status({ "sec-fetch-site": "same-origin" }), 200)
      for (const headers of [
        { origin: "https://evil.example" },
        { origin: "null" },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site", origin: url }
      ]) {
        assert.strictEqual(yield* status(headers), 403, JSON.stringify(headers))
      }
      assert.strictEqual(yield* status({ "content-type": "text/plain" }), 415)
    })
  )
})

const from = (address: string) => ({ "x-forwarded-for": address })
/** Makes the waits there are long enough for a slow machine. */
const hold = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql`update login_attempts set blocked_until = now() + interval '100 seconds'
      where blocked_until is not null`
)

const behindProxy = { sessions: { trustedProxies: ["127.0.0.1"] } }

layer(serve(behindProxy), { excludeTestServices: true, timeout: "60 seconds" })(
  "a login that fails",
  (it) => {
    it.effect("does not tell whom there is: one body, and one password tried, whatever was wrong", () =>
      Effect.gen(function* () {
        const { id: disabled, email: gone } = yield* makePerson()
        yield* expectStatus(200, "PATCH", `/users/${disabled}`, { enabled: false })
        const known = yield* makePerson()
        const wordless = yield* expectStatus(201, "POST", "/users", { email: "robot@example.org" })
        const bodies = new Set<string>()
        for (const [email, password] of [
          ["nobody@example.org", PASSWORD],
          [known.email, "not the password"],
          [gone, PASSWORD],
          [wordless.email, PASSWORD],
          [known.email, ""]
        ] as const) {
          const before = (yield* Metric.value(passwordsTried)).count
          const answer = yield* logIn(email, password, from("192.0.2.1"))
          assert.strictEqual((yield* Metric.value(passwordsTried)).count - before, 1, email)
          assert.strictEqual(answer.status, 401)
          assert.lengthOf(answer.headers.getSetCookie(), 0)
          bodies.add(JSON.stringify({ ...answer.body, request_id: "" }))
        }
        assert.lengthOf([...bodies], 1)
      })
    )

    it.effect(
      "is told by the last byte of a long password, and not by how a keyboard composes its accents",
      () =>
        Effect.gen(function* () {
          const long = "a".repeat(72) + "x" // some hashes look at 72 bytes
          const person = yield* makePerson({ password: long })
          const status = (password: string) =>
            Effect.map(logIn(person.email, password, from("192.0.2.2")), (a) => a.status)
          assert.deepStrictEqual(
            [yield* status("a".repeat(72) + "y"), yield* status("a".repeat(72)), yield* status(long)],
            [401, 401, 200]
          )
          assert.strictEqual(yield* status("p".repeat(1025)), 422)
          assert.strictEqual(yield* status("ü".repeat(513)), 422)
          assert.strictEqual(yield* status("p".repeat(1024 * 1024)), 413)
          const accents = yield* makePerson({ password: "Käse im Übermaß" })
          assert.strictEqual(
            (yield* logIn(accents.email, "Käse im Übermaß".normalize("NFD"), from("192.0.2.2"))).status,
            200
          )
        })
    )

    it.effect(
      "makes the next ones wait after a few, at this account from this address, and nobody else",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [person, other] = [yield* makePerson(), yield* makePerson()]
          const here = from("192.0.2.3")
          for (let i = 0; i <= FREE_FAILURES_PER_ACCOUNT; i++)
            assert.strictEqual((yield* logIn(person.email, `guess ${i}`, here)).status, 401)
          const seconds = Effect.map(
            sql<{
              n: number
            }>`select extract(epoch from blocked_until - last_at)::float8 as n from login_attempts
              where account = ${person.email} and address = '192.0.2.3'`,
            ([row]) => row!.n
          )
          assert.strictEqual(yield* seconds, 2)
          yield* hold
          const before = (yield* Metric.value(passwordsTried)).count
          const waiting = yield* logIn(person.email, PASSWORD, here)
          assert.deepStrictEqual([waiting.status, waiting.body.code], [429, "TOO_MANY_ATTEMPTS"])
          assert.match(waiting.headers.get("retry-after")!, /^(9\d|100)$/)
          assert.strictEqual((yield* Metric.value(passwordsTried)).count, before)
          assert.strictEqual((yield* logIn(other.email, PASSWORD, here)).status, 200)
          assert.strictEqual(
            (yield* logIn(person.email, PASSWORD, from("192.0.2.4"))).status,
            200,
            "a right password from an address that has not failed always works"
          )
          yield* sql`update login_attempts set blocked_until = now() where account = ${person.email}`
          assert.strictEqual((yield* logIn(person.email, "guess again", here)).status, 401)
          assert.strictEqual(yield* seconds, 4)
          yield* sql`update login_attempts set blocked_until = now() where account = ${person.email}`
          assert.strictEqual((yield* logIn(person.email, PASSWORD, here)).status, 200)
          assert.lengthOf(yield* sql`select from login_attempts where account = ${person.email}`, 0)
        })
    )

    it.effect("counts all accounts of an address together, and the /64 of IPv6 as one", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const person = yield* makePerson()
        const status = (email: string, n: number) =>
          Effect.map(
            logIn(email, n === -1 ? PASSWORD : "guess", from(`2001:db8:1:2::${(n + 2).toString(16)}`)),
            (a) => a.status
          )
        yield* sql`insert into login_attempts (address, account, failures, last_at)
          values ('2001:db8:1:2::/64', '', ${FREE_FAILURES_PER_ADDRESS}, now())`
        assert.strictEqual(yield* status("nobody-1@example.org", 1), 401)
        yield* hold
        assert.strictEqual(yield* status("nobody-2@example.org", 2), 429)
        assert.strictEqual(yield* status(person.email, -1), 429)
        assert.strictEqual((yield* logIn(person.email, PASSWORD, from("2001:db8:1:3::1"))).status, 200)
      })
    )
  }
)

layer(serve(behindProxy), { excludeTestServices: true, timeout: "60 seconds" })(
  "a try at a password",
  (it) => {
    it.effect("cannot be multiplied by trying at once", () =>
      Effect.gen(function* () {
        const person = yield* makePerson()
        const answers = yield* Effect.forEach(
          Array.from({ length: 12 }),
          (_, i) => logIn(person.email, `guess ${i}`, from("192.0.2.5")),
          { concurrency: "unbounded" }
        )
        const tried = answers.filter((a) => a.status === 401).length
        assert.isAtLeast(tried, 1)
        assert.isAtMost(tried, FREE_FAILURES_PER_ACCOUNT + 1)
        // on a busy machine some are not looked at at all
        for (const { body, status } of answers)
          assert.include(
            ["401 WRONG_CREDENTIALS", "429 TOO_MANY_ATTEMPTS", "503 CROWDED"],
            `${status} ${body.code}`
          )
        const failures = Effect.map(
          (yield* SqlClient.SqlClient)<{
            n: number
          }>`select failures as n from login_attempts where account = ${person.email}`,
          ([row]) => row!.n
        )
        assert.strictEqual(yield* failures, tried)
      })
    )

    it.effect("at the present password of a session waits too", () =>
      Effect.gen(function* () {
        const person = yield* makePerson()
        const cookie = cookieOf(yield* logIn(person.email, PASSWORD, from("192.0.2.6")))
        const browser = yield* browse(cookie)
        const change = Effect.map(
          browser("POST", "/auth/password", {
            body: { current: "guess", new: "seven cows and one bull" },
            headers: from("192.0.2.6")
          }),
          (a) => a.status
        )
        for (let i = 0; i <= FREE_FAILURES_PER_ACCOUNT; i++) assert.strictEqual(yield* change, 422)
        yield* hold
        assert.strictEqual(yield* change, 429)
      })
    )
  }
)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("an address", (it) => {
  it.effect("is the peer's, whatever is forged, unless the peer is a proxy of ours", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (let i = 0; i <= FREE_FAILURES_PER_ACCOUNT; i++)
        yield* logIn("nobody@example.org", "guess", { "x-forwarded-for": `192.0.2.${i}` })
      yield* hold
      assert.strictEqual(
        (yield* logIn("nobody@example.org", "guess", { "x-forwarded-for": "192.0.2.99" })).status,
        429
      )
      assert.deepStrictEqual(yield* sql`select address::text from login_attempts where account = ''`, [
        { address: "127.0.0.1/32" }
      ])
    })
  )
})

layer(serve(behindProxy), { excludeTestServices: true, timeout: "60 seconds" })(
  "a crowd at the login",
  (it) => {
    it.effect("waits its turn, and beyond a bound is asked to come back, which is no failure", () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const crowd = Effect.forEach(
          Array.from({ length: 60 }),
          (_, i) => logIn(`nobody-${i}@example.org`, "guess", from(`198.51.100.${i}`)),
          { concurrency: "unbounded" }
        )
        const [answers, others] = yield* Effect.all([crowd, send("GET", "/projects")], { concurrency: 2 })
        const crowded = answers.filter((a) => a.status === 503)
        assert.isAtLeast(crowded.length, 1)
        assert.isAtLeast(answers.filter((a) => a.status === 401).length, 1)
        for (const { body, headers } of crowded) {
          assert.strictEqual(body.code, "CROWDED")
          assert.match(headers.get("retry-after")!, /^([2-9]|1\d|20)$/)
          assert.include(body.detail, `Come back in ${headers.get("retry-after")} s`)
        }
        for (const { status } of answers) assert.include([401, 503], status)
        assert.strictEqual(others.status, 200)
        assert.strictEqual((yield* logIn(ADMIN.email, ADMIN.password)).status, 200)
        const [counted] = yield* sql<{
          n: number
        }>`select count(*)::int as n from login_attempts where account like 'nobody%'`
        assert.isAtMost(counted!.n, 60 - crowded.length + 1, "whom the server kept waiting has not failed")
      })
    )
  }
)

const lines: Array<string> = []
const recorder = Layer.mergeAll(
  Layer.succeed(References.MinimumLogLevel, "All"),
  Logger.layer([
    Logger.map(Logger.formatStructured, (line) => {
      lines.push(JSON.stringify(line))
    })
  ])
)

layer(serve({}, recorder), { excludeTestServices: true, timeout: "60 seconds" })("no secret", (it) => {
  it.effect(
    "is in a line of the log, in an entry of the audit, or in an answer that it was not made for",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const secrets = [
          PASSWORD,
          ADMIN_TOKEN,
          ADMIN.password,
          "the wrong password",
          "seven cows and one bull",
          "told on the telephone"
        ]
        const person = yield* makePerson()
        const cookie = cookieOf(yield* logIn(person.email))
        const token = yield* tokenFor(person, ["project:read"])
        const source = yield* expectStatus(201, "POST", "/data-sources", {
          name: "Collars",
          adapter_key: "generic_http"
        })
        secrets.push(cookie.split("=")[1]!, token, source.token)
        const browser = yield* browse(cookie)
        yield* logIn(person.email, "the wrong password")
        yield* send("POST", "/auth/login", {
          token: null,
          text: `{"email": "${person.email}", "password": "the wrong password", `
        })
        yield* send("POST", "/auth/login", {
          token: null,
          body: { email: person.email, password: "the wrong password", again: "the wrong password" }
        })
        yield* browser("POST", "/users", { body: { email: "x@example.org", password: "the wrong password" } })
        yield* browser("POST", "/auth/password", {
          body: { current: "the wrong password", new: "seven cows and one bull" }
        })
        yield* browser("POST", "/auth/password", {
          body: { current: PASSWORD, new: "seven cows and one bull" }
        })
        yield* send("GET", `/projects?access_token=${token}`, { token: null })
        yield* send("GET", "/projects", { token: `${token}x` })
        yield* expectStatus(200, "PATCH", `/users/${person.id}`, { password: "told on the telephone" })
        yield* sql`alter table users rename to users_gone`
        assert.strictEqual((yield* logIn(person.email, "the wrong password")).status, 500)
        yield* sql`alter table users_gone rename to users`
        yield* sql`update api_tokens set last_used_at = null`
        const told = [
          ...lines,
          ...(yield* sql<{ text: string }>`select to_jsonb(a)::text as text from audit_log a`).map(
            (row) => row.text
          ),
          JSON.stringify((yield* send("GET", "/users")).body),
          JSON.stringify((yield* send("GET", "/auth/tokens?everybody=true")).body),
          JSON.stringify((yield* send("GET", "/audit")).body)
        ].join("\n")
        assert.isAbove(lines.length, 10)
        for (const secret of secrets) {
          assert.notInclude(told, secret)
          assert.notInclude(told, createHash("sha256").update(secret).digest("hex"))
        }
      })
  )
})

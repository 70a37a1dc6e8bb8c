// Who is let in and to what, line by line of the corpus: credentials that are none or none any more, and
// records of others.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { createHmac } from "node:crypto"
import { permissions } from "../../../src/domain/access/Permission.ts"
import { assertExpected, assertUnhurt, badInputs, type Line } from "../../support/http/badInputs.ts"
import { faultOf } from "../../support/http/faultOf.ts"
import { browserOf, logIn, makeMember, makePerson, PASSWORD, tokenFor } from "../../support/http/people.ts"
import { openReceiver } from "../../support/outside/receiver.ts"
import { isPermission, ofSubjects, routes } from "../../support/http/routes.ts"
import { askAsOwner, askWith, makeProgram, makeStage, sampleOf } from "../../support/http/samples.ts"
import { addMember } from "../../support/http/scopedWorld.ts"
import { type Answer, serve, TestServer } from "../../support/http/server.ts"
import { expectStatus, makeEntity, makeProject, makeSource, NOBODY } from "../../support/http/tracking.ts"

/**
 * Sends what a line stands for; the answer that the line is about. What it promises besides is asserted on
 * the way.
 */
type Act = Effect.Effect<Pick<Answer, "status" | "body">, never, TestServer | SqlClient.SqlClient>

/** A project with everything in it, and a member who sees a part. */
const plantAll = Effect.fnUntraced(function* () {
  const stage = yield* makeStage
  const { person, token } = yield* makeProgram
  yield* addMember(person.id, stage.planted)
  return { stage, person, token }
}, Effect.orDie)

const text = ({ body, status }: Pick<Answer, "status" | "body">) =>
  `${status} ${JSON.stringify({ ...body, request_id: "" })}`

const get = (path: string, headers: Readonly<Record<string, string>>) =>
  Effect.flatMap(TestServer, ({ send }) => send("GET", path, { token: null, headers }))
const bearer = (token: string) => get("/projects", { authorization: `Bearer ${token}` })

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
/** A token of the kind that carries its own proof, which no token here does. */
const jwt = (header: object, claims: object) => {
  const signed = `${base64({ typ: "JWT", ...header })}.${base64({ sub: "admin", exp: 4_102_444_800, ...claims })}`
  return `${signed}.${createHmac("sha256", "the public key").update(signed).digest("base64url")}`
}

/**
 * The line's own status is of MCP, whose tools answer 403 (test/mcp/corpus.test.ts) where the API answers as
 * if there were no such project.
 */
const overHttp: Readonly<Record<string, number>> = { "token after membership removed": 404 }

/** Lines about the door for AI clients alone: test/mcp/corpus.test.ts has them, and the others once more. */
const ofMcp = new Set(["REST session on /mcp", "MCP tool for a foreign project"])

const token: Readonly<Record<string, Act>> = {
  "wrong audience": bearer(jwt({ alg: "RS256" }, { aud: "https://other/mcp" })),
  "nbf in future": bearer(jwt({ alg: "RS256" }, { nbf: Math.floor(Date.now() / 1000) + 60 })),
  "HS256 signed with the public key": bearer(jwt({ alg: "HS256" }, {})),
  "jku header": Effect.scoped(
    Effect.gen(function* () {
      const keys = yield* openReceiver()
      const answer = yield* bearer(jwt({ alg: "RS256", jku: `${keys.url}/jwks` }, {}))
      yield* assertUnhurt
      assert.deepStrictEqual(keys.requests, [])
      return answer
    })
  ),
  "token of a disabled user": Effect.gen(function* () {
    const { person, token } = yield* makeProgram
    assert.strictEqual((yield* bearer(token)).status, 200)
    yield* expectStatus(200, "PATCH", `/users/${person.id}`, { enabled: false })
    return yield* bearer(token)
  }),
  "login unknown user timing": Effect.gen(function* () {
    const { email } = yield* makePerson()
    const unknown = yield* logIn("nobody@example.org")
    // how long both take is measured in test/bench
    assert.strictEqual(text(yield* logIn(email, "not the password")), text(unknown))
    return unknown
  }),
  "no token": Effect.tap(get("/projects", {}), ({ headers }) =>
    Effect.sync(() => assert.strictEqual(headers.get("www-authenticate"), "Bearer"))
  ),
  "session after logout": Effect.gen(function* () {
    const ask = yield* browserOf(yield* makePerson())
    assert.strictEqual((yield* ask("POST", "/auth/logout")).status, 204)
    return yield* ask("GET", "/auth/me")
  }),
  "missing scope": Effect.gen(function* () {
    const { person, stage } = yield* plantAll()
    const reader = yield* tokenFor(person, ["project:read"])
    const { send } = yield* TestServer
    const answer = yield* send(
      "POST",
      `/projects/${stage.project}/alerts/${stage.planted.seen["alerts"]![0]!}/acknowledge`,
      { token: reader }
    )
    assert.strictEqual(answer.body.permission, "alerts:write")
    return answer
  }),
  "CSRF simple form POST": Effect.gen(function* () {
    const ask = yield* browserOf(yield* makePerson({ server_admin: true }))
    return yield* ask("POST", "/projects", {
      text: '{"name": "Mine"}',
      headers: { "content-type": "text/plain", origin: "https://evil.example" }
    })
  }),
  "session after password change": Effect.gen(function* () {
    const person = yield* makePerson()
    const [here, there] = [yield* browserOf(person), yield* browserOf(person)]
    assert.strictEqual(
      (yield* here("POST", "/auth/password", { body: { current: PASSWORD, new: "seven cows and one bull" } }))
        .status,
      204
    )
    assert.strictEqual((yield* here("GET", "/auth/me")).status, 200)
    return yield* there("GET", "/auth/me")
  }),
  "password 72+ bytes differ at the end": Effect.gen(function* () {
    const password = `${"a".repeat(72)}x`
    const { email } = yield* makePerson({ password })
    assert.strictEqual((yield* logIn(email, password)).status, 200)
    return yield* logIn(email, `${"a".repeat(72)}y`)
  }),
  "basic scheme": get("/projects", { authorization: "Basic dTpw" }),
  "token after membership removed": Effect.gen(function* () {
    const project = yield* makeProject()
    const { path, ...person } = yield* makeMember(project.id, "viewer")
    const { send } = yield* TestServer
    const token = yield* tokenFor(person, ["project:read"])
    const read = send("GET", `/projects/${project.id}/events`, { token })
    assert.strictEqual((yield* read).status, 200)
    yield* expectStatus(204, "DELETE", path)
    return yield* read
  }),
  "timing of prefix match": Effect.gen(function* () {
    const { token } = yield* makeProgram
    const near = yield* bearer(`${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`)
    assert.strictEqual(text(near), text(yield* bearer("pug_never")))
    return near
  }),
  "device source token on user API": Effect.flatMap(makeSource(), ({ token }) => bearer(token)),
  "token in query": Effect.gen(function* () {
    const { token } = yield* makeProgram
    return yield* get(`/projects?access_token=${token}`, {})
  })
}

const authorization: Readonly<Record<string, Act>> = {
  "PATCH a foreign run with analysis:run only": Effect.gen(function* () {
    const { send } = yield* TestServer
    const { stage } = yield* plantAll()
    yield* expectStatus(201, "POST", `/projects/${stage.project}/roles`, {
      key: "runner",
      label: "Runner",
      permissions: ["project:read", "analysis:run"]
    })
    const { person, token } = yield* makeProgram
    yield* expectStatus(201, "POST", `/projects/${stage.project}/members`, {
      user_id: person.id,
      role: "runner"
    })
    const answer = yield* send("PATCH", `/projects/${stage.project}/analyses/${stage.ids["run_id"]}`, {
      token,
      body: { name: "Mine" }
    })
    assert.strictEqual(answer.body.permission, "project:write")
    return answer
  }),
  "response fields": Effect.gen(function* () {
    const { person, stage } = yield* plantAll()
    const reader = yield* tokenFor(person, permissions)
    let last: Answer | undefined
    for (const route of routes.filter(
      ({ method, need }) => method === "GET" && need !== "nothing" && need !== "source_token"
    )) {
      const asked = yield* sampleOf(route, stage)
      const answer = yield* askAsOwner(route, stage, asked)
      assert.isNull(faultOf(route, answer), route.name)
      assert.strictEqual(answer.status, asked.status ?? 200, route.name)
      assert.notMatch(
        JSON.stringify(answer.body),
        /"(?!has_password")[a-z_]*(?:_hash|password|secret)":/,
        route.name
      )
      if (isPermission(route.need))
        assert.notInclude(
          JSON.stringify((yield* askWith(reader)(route, asked)).body),
          stage.admin.person.email,
          route.name
        )
      last = answer
    }
    return last!
  }),
  "run with subjects partly outside": Effect.gen(function* () {
    const { send } = yield* TestServer
    const { stage, token } = yield* plantAll()
    const at = `/projects/${stage.project}/analyses`,
      run = stage.planted.ids["run_id"]!.at(-1)!
    assert.strictEqual((yield* send("GET", `${at}/${run}`)).status, 200)
    assert.notInclude(JSON.stringify((yield* send("GET", at, { token })).body), run)
    for (const below of ["/geometries", "/export?what=document&format=json"])
      assert.strictEqual((yield* send("GET", `${at}/${run}${below}`, { token })).status, 404)
    return yield* send("GET", `${at}/${run}`, { token })
  }),
  "geometries of a hidden run": Effect.gen(function* () {
    const { send } = yield* TestServer
    const { stage, token } = yield* plantAll()
    const at = `/projects/${stage.project}/analyses/${stage.ids["run_id"]}/geometries`
    assert.isAbove((yield* send("GET", at)).body.features.length, 0)
    return yield* send("GET", at, { token })
  }),
  "alert ack across projects": Effect.gen(function* () {
    const { send } = yield* TestServer
    const [here, there] = [yield* makeProject(), yield* makeProject()]
    const cow = yield* makeEntity(there.id)
    const { alert } = yield* expectStatus(201, "POST", `/projects/${there.id}/events`, {
      event_type: "SEEN",
      title: "A wolf",
      entity_id: cow.id,
      create_alert: true
    })
    const answer = yield* send("POST", `/projects/${here.id}/alerts/${alert.id}/acknowledge`)
    assert.strictEqual(
      (yield* expectStatus(200, "GET", `/projects/${there.id}/alerts/${alert.id}`)).status,
      "open"
    )
    return answer
  }),
  "every GET with a foreign id": Effect.gen(function* () {
    const { stage, token } = yield* plantAll()
    const other = yield* makeStage
    let last: Answer | undefined
    for (const route of routes.filter(({ method, need }) => method === "GET" && isPermission(need))) {
      const [hidden, foreign] = [yield* sampleOf(route, stage), yield* sampleOf(route, other)]
      const name = route.names.find((each) => ofSubjects.has(each))
      if (name === undefined) continue
      assert.strictEqual((yield* askAsOwner(route, stage, hidden)).status, 200, route.name)
      const answers = yield* Effect.forEach([hidden.params[name]!, foreign.params[name]!, NOBODY], (id) =>
        askWith(token)(route, { ...hidden, params: { ...hidden.params, [name]: id } })
      )
      assert.deepStrictEqual(
        answers.map(text),
        answers.map(() => text(answers[2]!)),
        route.name
      )
      assert.strictEqual(answers[0]!.status, 404, route.name)
      last = answers[0]
    }
    return last!
  }),
  "all-projects scope": Effect.flatMap(TestServer, ({ send }) => send("GET", "/projects/all/analyses"))
}

layer(serve(), { excludeTestServices: true, timeout: "120 seconds" })("of the corpus", (it) => {
  for (const [surface, acts] of Object.entries({ token, authorization })) {
    const lines = badInputs(surface)
    for (const line of lines.filter(({ name }) => !ofMcp.has(name) && name !== "cookie without __Host-")) {
      it.effect(`${surface}, ${line.name}: ${line.expect.outcome}`, () =>
        Effect.gen(function* () {
          const act = acts[line.name]
          if (act === undefined) return assert.fail(`nobody knows how to send "${line.name}"`)
          const status = overHttp[line.name] ?? line.expect.status
          assertExpected({ ...line, expect: { ...line.expect, status } } satisfies Line, yield* act)
          yield* assertUnhurt
        })
      )
    }
  }
})

layer(serve({ publicUrl: "https://track.example.org" }), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("of the corpus, by TLS", (it) => {
  it.effect("token, cookie without __Host-: __Host-, Secure, HttpOnly, SameSite=Lax, Path=/, no Domain", () =>
    Effect.gen(function* () {
      const [line] = badInputs("token").filter(({ name }) => name === "cookie without __Host-")
      const { email } = yield* makePerson()
      const answer = yield* logIn(email, PASSWORD, { origin: "https://track.example.org" })
      assertExpected(line!, answer)
      const [pair = "", ...attributes] = answer.headers.getSetCookie()[0]!.split("; ")
      assert.match(pair, /^__Host-pugmark=[\w-]{43}$/)
      assert.deepStrictEqual(attributes.toSorted(), [
        "HttpOnly",
        "Max-Age=604800",
        "Path=/",
        "SameSite=Lax",
        "Secure"
      ])
      // one that lacks the prefix is none
      assert.strictEqual((yield* get("/auth/me", { cookie: `pugmark=${pair.split("=")[1]}` })).status, 401)
      assert.strictEqual((yield* get("/auth/me", { cookie: pair })).status, 200)
    })
  )
})

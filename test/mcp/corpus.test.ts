// The lines of the corpus that are about AI clients, each answered as it says: what comes as a token to the endpoint,
// and what is tried with the authorization server.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { FetchDocument } from "../../src/api/authorization/AuthorizationServer.ts"
import { mcpMount } from "../../src/mcp/McpLive.ts"
import { badInputs } from "../support/http/badInputs.ts"
import { allow, codeFor, makeInes, tokensFor } from "../support/http/ines.ts"
import * as oauth from "../support/http/oauth.ts"
import { browse } from "../support/http/people.ts"
import { serve, TestServer } from "../support/http/server.ts"
import { expectStatus, makeSource } from "../support/http/tracking.ts"
import { rawCall, rawTool } from "../support/mcp.ts"

/** The answer that a line is about; what it promises besides is asserted on the way. */
type Act = Effect.Effect<
  { readonly status: number; readonly headers: Headers },
  never,
  TestServer | SqlClient.SqlClient
>

const METADATA = "/.well-known/oauth-protected-resource/mcp"
const asks = (token: string | null, headers: Record<string, string> = {}) =>
  rawTool(token, "list_projects", {}, headers)

/** A token of the kind that carries its own proof, which none here does. */
const carrying = (header: object, claims: object) =>
  asks(
    [{ typ: "JWT", ...header }, { sub: "admin", exp: 4_102_444_800, ...claims }, "a proof"]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".")
  )

const made = Effect.gen(function* () {
  const ines = yield* makeInes
  const given = yield* tokensFor(ines)
  assert.strictEqual((yield* asks(given.access_token)).status, 200)
  return { ines, ...given }
})

const token: Readonly<Record<string, Act>> = {
  "wrong audience": Effect.gen(function* () {
    const { access_token } = yield* made
    const sql = yield* SqlClient.SqlClient
    yield* sql`update oauth_entries
      set payload = jsonb_set(payload, '{aud}', '"https://other/mcp"') where kind = 'AccessToken'`
    return yield* asks(access_token)
  }).pipe(Effect.orDie),
  "nbf in future": carrying({ alg: "EdDSA" }, { nbf: Math.floor(Date.now() / 1000) + 60 }),
  "HS256 signed with the public key": carrying({ alg: "HS256" }, {}),
  "jku header": carrying({ alg: "RS256", jku: "https://evil.example/jwks" }, {}),
  "token of a disabled user": Effect.gen(function* () {
    const { access_token, ines } = yield* made
    yield* expectStatus(200, "PATCH", `/users/${ines.person.id}`, { enabled: false })
    return yield* asks(access_token)
  }),
  "no token": Effect.tap(asks(null), ({ headers }) =>
    Effect.sync(() => assert.include(headers.get("www-authenticate"), METADATA))
  ),
  "missing scope": Effect.gen(function* () {
    const { access_token, ines } = yield* made
    const answer = yield* rawTool(access_token, "acknowledge_alert", { project_id: ines.grazing })
    const challenge = answer.headers.get("www-authenticate")
    for (const part of [`error="insufficient_scope"`, `scope="alerts:write project:read"`, METADATA])
      assert.include(challenge, part)
    // it is told to whoever keeps the project, too
    const { items } = yield* expectStatus(200, "GET", `/projects/${ines.grazing}/audit?action=mcp.refused`)
    assert.deepInclude(items[0], { object: { type: "mcp_tool", id: "acknowledge_alert" } })
    assert.strictEqual(items[0].actor.kind, "mcp")
    return answer
  }),
  "basic scheme": asks(null, { authorization: "Basic dTpw" }),
  "REST session on /mcp": Effect.gen(function* () {
    const { session } = yield* makeInes
    const { body, headers } = rawCall("tools/list")
    // what a page of ours would send, and what a program would that has the cookie
    const send = yield* browse(session)
    assert.strictEqual((yield* send("POST", "//mcp", { body, headers })).status, 403)
    return yield* asks(null, { cookie: session })
  }),
  "session after logout": Effect.gen(function* () {
    const { ask, session } = yield* makeInes
    assert.strictEqual((yield* ask("POST", "/auth/logout")).status, 204)
    return yield* asks(null, { cookie: session })
  }),
  "token after membership removed": Effect.gen(function* () {
    const { access_token, ines } = yield* made
    const read = rawTool(access_token, "query_events", { project_id: ines.grazing })
    assert.strictEqual((yield* read).status, 200)
    yield* expectStatus(204, "DELETE", `/projects/${ines.grazing}/members/${ines.person.id}`)
    return yield* read
  }),
  "timing of prefix match": Effect.gen(function* () {
    const { access_token } = yield* made
    return yield* asks(`${access_token.slice(0, -1)}${access_token.endsWith("A") ? "B" : "A"}`)
  }),
  "device source token on user API": Effect.flatMap(makeSource(), (source) => asks(source.token)),
  "token in query": Effect.gen(function* () {
    const { send } = yield* TestServer
    const { access_token } = yield* made
    const { body, headers } = rawCall("tools/list")
    return yield* send("POST", `//mcp?access_token=${access_token}`, { token: null, body, headers })
  })
}

/** Lines about logging in, which concern no token of a client: test/api/http/badInputsAccess.test.ts has them. */
const ofLogin = new Set([
  "CSRF simple form POST",
  "cookie without __Host-",
  "login unknown user timing",
  "password 72+ bytes differ at the end",
  "session after password change"
])

const authorization: Readonly<Record<string, Act>> = {
  "MCP tool for a foreign project": Effect.gen(function* () {
    const { access_token, ines } = yield* made
    const answer = yield* rawTool(access_token, "query_events", { project_id: ines.reindeer })
    const { items } = yield* expectStatus(200, "GET", "/audit?action=mcp.refused&limit=5")
    assert.strictEqual(items[0].actor.kind, "mcp")
    assert.deepInclude(items[0].detail, { person_id: ines.person.id, outcome: "403" })
    return answer
  })
}

const registers = (uri: string) => oauth.register({ redirect_uris: [uri] })
const begins = (query: Readonly<Record<string, string | null>>) =>
  Effect.flatMap(oauth.register(), ({ body }) => oauth.begin(body.client_id, query))
const goes = (query: Readonly<Record<string, string | null>>) =>
  Effect.map(begins(query), ({ reply }) => reply)
const documented = (id: string) => Effect.map(oauth.begin(id), ({ reply }) => reply)

const LARGE = "https://client.example/large.json"
/** The web as it is, with a document in it. */
const web = Layer.succeed(FetchDocument, (input, init) =>
  input === LARGE
    ? Promise.resolve(
        Response.json({
          client_id: LARGE,
          redirect_uris: [oauth.CALLBACK],
          token_endpoint_auth_method: "none",
          tos: "x".repeat(6144)
        })
      )
    : globalThis.fetch(input, init)
)

const oauthLines: Readonly<Record<string, Act>> = {
  "code replay": Effect.gen(function* () {
    const { begun, code } = yield* codeFor(yield* makeInes)
    const first = yield* oauth.redeem(begun, code)
    const again = yield* oauth.redeem(begun, code)
    assert.strictEqual(again.body.error, "invalid_grant")
    assert.strictEqual((yield* asks(first.body.access_token)).status, 401)
    return again
  }),
  "no scope": Effect.gen(function* () {
    assert.strictEqual((yield* tokensFor(yield* makeInes, { scope: null })).scope, "project:read")
    return yield* goes({ scope: null })
  }),
  "refresh widens scope": Effect.gen(function* () {
    const { clientId, refresh_token } = yield* made
    return yield* oauth.refresh(clientId, refresh_token, { scope: "project:read alerts:write" })
  }),
  "code by other client": Effect.gen(function* () {
    const { begun, code } = yield* codeFor(yield* makeInes)
    return yield* oauth.redeem(begun, code, { client_id: (yield* oauth.register()).body.client_id })
  }),
  "http redirect in DCR": registers("http://evil.example/cb"),
  "javascript redirect in DCR": registers("javascript:alert(1)"),
  "PKCE plain": Effect.tap(goes({ code_challenge_method: "plain" }), ({ headers }) =>
    Effect.sync(() => assert.include(headers.get("location"), "error=invalid_request"))
  ),
  "duplicate client_id": oauth.reach("/oauth/authorize?client_id=a&client_id=b"),
  "CIMD decimal ip": documented("https://2130706433/x.json"),
  "CIMD metadata service": documented("https://169.254.169.254/latest/meta-data"),
  "CIMD ipv4-mapped": documented("https://[::ffff:127.0.0.1]/x.json"),
  "CIMD 6 KiB": documented(LARGE),
  "consent without csrf": Effect.gen(function* () {
    const ines = yield* makeInes
    const begun = yield* begins({})
    return yield* oauth.decide(ines.ask, ines.session, begun, allow(ines), { origin: "https://evil.example" })
  }),
  "consent in iframe": Effect.gen(function* () {
    const { consentId } = yield* begins({})
    const page = yield* oauth.reach(`/consent/${consentId}`)
    assert.include(page.headers.get("content-security-policy"), "frame-ancestors 'none'")
    assert.strictEqual(page.headers.get("x-frame-options"), "DENY")
    return page
  }),
  "redirect extra query": goes({ redirect_uri: `${oauth.CALLBACK}?x=1` }),
  "redirect other loopback port": goes({ redirect_uri: "http://127.0.0.1:9999/callback" }),
  "code after lifetime": Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { begun, code } = yield* codeFor(yield* makeInes)
    yield* sql`update oauth_entries
      set payload = payload || jsonb_build_object('exp', (payload ->> 'exp')::int - 61)
      where kind = 'AuthorizationCode'`
    return yield* oauth.redeem(begun, code)
  }).pipe(Effect.orDie)
}

const surfaces = { token, authorization, oauth: oauthLines }

layer(serve({ ...oauth.behindProxy, mounts: [mcpMount] }).pipe(Layer.provide(web)), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("of the corpus, to AI clients", (it) => {
  for (const [surface, acts] of Object.entries(surfaces))
    for (const [name, act] of Object.entries(acts)) {
      const line = badInputs(surface).find((one) => one.name === name)
      it.effect(`${surface}, ${name}: ${line?.expect.outcome}`, () =>
        Effect.gen(function* () {
          const { headers, status } = yield* act
          assert.include([line!.expect.status].flat(), status)
          // nobody is sent anywhere with a refusal but to where the client was registered
          const location = headers.get("location")
          if (status === 400) assert.isNull(location)
        })
      )
    }

  it.effect("leaves no line of theirs out", () =>
    Effect.sync(() => {
      const names = (surface: string) =>
        badInputs(surface)
          .map(({ name }) => name)
          .toSorted()
      assert.deepStrictEqual([...Object.keys(token), ...ofLogin].toSorted(), names("token"))
      assert.deepStrictEqual(Object.keys(oauthLines).toSorted(), names("oauth"))
    })
  )
})

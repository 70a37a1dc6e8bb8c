// The authorization server: a client comes in with what the person gave, and with nothing else.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { accessBy, allow, codeFor, makeInes, tokensFor } from "../../support/http/ines.ts"
import {
  begin,
  behindProxy,
  CALLBACK,
  decide,
  makeVerifier,
  reach,
  redeem,
  refresh,
  register,
  resume
} from "../../support/http/oauth.ts"
import { rawRequest } from "../../support/http/rawHttp.ts"
import { serve, TestServer } from "../../support/http/server.ts"
import { expectStatus } from "../../support/http/tracking.ts"

layer(serve(behindProxy), { excludeTestServices: true, timeout: "60 seconds" })(
  "the authorization server",
  (it) => {
    it.effect("says where it is and what it can do", () =>
      Effect.gen(function* () {
        const { url } = yield* TestServer
        const server = (yield* reach("/.well-known/oauth-authorization-server")).body
        assert.deepInclude(server, {
          issuer: url,
          authorization_endpoint: `${url}/oauth/authorize`,
          token_endpoint: `${url}/oauth/token`,
          registration_endpoint: `${url}/oauth/register`,
          revocation_endpoint: `${url}/oauth/revoke`,
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["none"],
          response_types_supported: ["code"],
          authorization_response_iss_parameter_supported: true,
          client_id_metadata_document_supported: true
        })
        for (const path of ["", "/mcp"]) {
          const { body, headers } = yield* reach(`/.well-known/oauth-protected-resource${path}`)
          assert.deepInclude(body, { resource: `${url}/mcp`, authorization_servers: [url] })
          assert.deepStrictEqual(body.scopes_supported, [
            "project:read",
            "traces:read",
            "alerts:write",
            "events:write"
          ])
          assert.strictEqual(headers.get("access-control-allow-origin"), "*")
          assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
        }
        assert.isNotNull((yield* reach("/oauth/token", { method: "POST" })).headers.get("x-request-id"))
        assert.strictEqual((yield* reach("/oauth/token")).status, 405)
      })
    )

    it.effect("gives a client what the person left of what it asked for", () =>
      Effect.gen(function* () {
        const { url } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const ines = yield* makeInes
        const client = yield* register()
        assert.strictEqual(client.status, 201, client.text)
        assert.notProperty(client.body, "client_secret")
        const begun = yield* begin(client.body.client_id, {
          scope: "project:read traces:read alerts:write rules:write"
        })
        const cookie = `${ines.session}; ${begun.cookie}`
        const shown = yield* ines.ask("GET", `/consents/${begun.consentId}`, { headers: { cookie } })
        assert.strictEqual(shown.status, 200, JSON.stringify(shown.body))
        assert.deepInclude(shown.body, {
          client: { id: client.body.client_id, name: "Field Assistant", document_host: null },
          redirect_host: "127.0.0.1:3911",
          loopback: true,
          scopes: ["project:read", "traces:read", "alerts:write"],
          days: 30
        })
        assert.sameDeepMembers(
          shown.body.projects.map((one: { id: string; role: string }) => [one.id, one.role]),
          [
            [ines.grazing, "admin"],
            [ines.reindeer, "viewer"]
          ]
        )
        const decided = yield* decide(
          ines.ask,
          ines.session,
          begun,
          allow(ines, { scopes: ["project:read", "alerts:write"] })
        )
        assert.strictEqual(decided.status, 200, JSON.stringify(decided.body))
        const { query, location } = yield* resume(decided.body.redirect_to, begun)
        assert.isTrue(location!.startsWith(`${CALLBACK}?`), location!)
        assert.deepStrictEqual([query.get("iss"), query.get("state")], [url, "a state"])
        const given = yield* redeem(begun, query.get("code")!)
        assert.deepInclude(given.body, { token_type: "Bearer", scope: "project:read alerts:write" })
        const access = yield* accessBy(given.body.access_token)
        assert.deepInclude(access, {
          clientId: client.body.client_id,
          clientName: "Field Assistant",
          personId: ines.person.id,
          personName: "Ines Berg",
          serverAdmin: false
        })
        assert.deepStrictEqual([...access!.scopes], ["project:read", "alerts:write"])
        assert.deepStrictEqual([...access!.projects], [ines.grazing])
        // nothing that opens anything lies in the tables
        const kept = yield* sql<{ all: string }>`
        select string_agg(e::text, ' ') as all from oauth_entries e`
        for (const secret of [
          given.body.access_token,
          given.body.refresh_token,
          query.get("code")!,
          begun.verifier
        ])
          assert.notInclude(kept[0]!.all, secret)
        const hash = createHash("sha256").update(given.body.access_token).digest("hex")
        assert.include(kept[0]!.all, hash)
      })
    )

    it.effect("asks for the least where a client does not say what it wants", () =>
      Effect.gen(function* () {
        const ines = yield* makeInes
        const { scope } = yield* tokensFor(ines, { scope: null })
        assert.strictEqual(scope, "project:read")
        const begun = yield* begin((yield* register()).body.client_id, { scope: "openid rules:write" })
        assert.isNull(begun.consentId)
        const back = new URL(begun.reply.headers.get("location")!)
        assert.strictEqual(back.searchParams.get("error"), "invalid_scope")
      })
    )

    it.effect("of 12 who redeem one code at once lets one in, and ends it all: one of them is a thief", () =>
      Effect.gen(function* () {
        const ines = yield* makeInes
        const { begun, code } = yield* codeFor(ines)
        const replies = yield* Effect.all(
          Array.from({ length: 12 }, () => redeem(begun, code)),
          { concurrency: "unbounded" }
        )
        const won = replies.filter(({ status }) => status === 200)
        assert.lengthOf(won, 1)
        for (const { body, status } of replies)
          if (status !== 200) assert.strictEqual(body.error, "invalid_grant")
        assert.isUndefined(yield* accessBy(won[0]!.body.access_token))
        assert.strictEqual((yield* refresh(begun.clientId, won[0]!.body.refresh_token)).status, 400)
      })
    )

    it.effect("ends everything that came of a code or of a refresh token when it comes again", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const ines = yield* makeInes
        const { begun, code } = yield* codeFor(ines)
        const first = (yield* redeem(begun, code)).body
        assert.isDefined(yield* accessBy(first.access_token))
        assert.strictEqual((yield* redeem(begun, code)).body.error, "invalid_grant")
        assert.isUndefined(yield* accessBy(first.access_token))
        assert.strictEqual((yield* refresh(begun.clientId, first.refresh_token)).body.error, "invalid_grant")

        const other = yield* tokensFor(ines)
        const second = (yield* refresh(other.clientId, other.refresh_token)).body
        assert.notStrictEqual(second.refresh_token, other.refresh_token)
        assert.isDefined(yield* accessBy(second.access_token))
        assert.strictEqual((yield* refresh(other.clientId, other.refresh_token)).body.error, "invalid_grant")
        assert.isUndefined(yield* accessBy(second.access_token))
        assert.isUndefined(yield* accessBy(other.access_token))
        assert.strictEqual((yield* refresh(other.clientId, second.refresh_token)).body.error, "invalid_grant")
        const ended = yield* sql<{ kind: string }>`
        select actor_kind as kind from audit_log where action = 'client.ended'
          and detail ->> 'user_id' = ${ines.person.id}`
        assert.deepStrictEqual(
          ended.map(({ kind }) => kind),
          ["system", "system"]
        )

        const third = yield* tokensFor(ines)
        const replies = yield* Effect.all(
          Array.from({ length: 12 }, () => refresh(third.clientId, third.refresh_token)),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(
          replies.filter(({ status }) => status === 200),
          1
        )
      })
    )

    it.effect("takes no code to another client, address, secret or resource", () =>
      Effect.gen(function* () {
        const ines = yield* makeInes
        const stranger = (yield* register()).body.client_id
        const wrongs: ReadonlyArray<readonly [Readonly<Record<string, string>>, string]> = [
          [{ client_id: stranger }, "invalid_grant"],
          [{ redirect_uri: "http://127.0.0.1:3911/other" }, "invalid_grant"],
          [{ code_verifier: makeVerifier().verifier }, "invalid_grant"],
          [{ resource: "https://other.example/mcp" }, "invalid_target"],
          [{ client_id: "nobody" }, "invalid_client"]
        ]
        for (const [wrong, error] of wrongs) {
          const { begun, code } = yield* codeFor(ines)
          const reply = yield* redeem(begun, code, wrong)
          assert.strictEqual(reply.body.error, error, JSON.stringify(wrong))
          assert.notProperty(reply.body, "access_token")
          assert.strictEqual(reply.headers.get("content-type")?.split(";")[0], "application/json")
        }
        const tokens = yield* tokensFor(ines)
        assert.strictEqual((yield* refresh(stranger, tokens.refresh_token)).body.error, "invalid_grant")
        assert.isUndefined(yield* accessBy(tokens.access_token, "https://other.example/mcp"))
        assert.isUndefined(yield* accessBy(tokens.refresh_token))
        assert.isUndefined(yield* accessBy(""))
        assert.isDefined(yield* accessBy(tokens.access_token))
        // it is for AI clients' one address alone
        const rest = yield* reach("/api/v1/auth/me", {
          headers: { authorization: `Bearer ${tokens.access_token}` }
        })
        assert.strictEqual(rest.status, 401)
      })
    )

    it.effect(
      "sends nobody to an address that was not registered, and nothing without a proof of who asked",
      () =>
        Effect.gen(function* () {
          const { url } = yield* TestServer
          const client = (yield* register({ redirect_uris: [CALLBACK, "https://app.example.org/back"] })).body
          for (const uri of [
            `${CALLBACK}/../evil`,
            `${CALLBACK}?x=1`,
            "https://evil.example/callback",
            "https://app.example.org:8443/back",
            "https://app.example.org/back/",
            "https://app.example.org.evil.example/back"
          ]) {
            const { reply } = yield* begin(client.client_id, { redirect_uri: uri })
            assert.strictEqual(reply.status, 400, uri)
            assert.isNull(reply.headers.get("location"))
          }
          // programs take whichever port is free (RFC 8252, 7.3)
          assert.isNotNull(
            (yield* begin(client.client_id, { redirect_uri: "http://127.0.0.1:40123/callback" })).consentId
          )
          const refused: ReadonlyArray<readonly [Readonly<Record<string, string | null>>, string]> = [
            [{ code_challenge: null, code_challenge_method: null }, "invalid_request"],
            [{ code_challenge_method: "plain" }, "invalid_request"],
            [{ resource: "https://other.example/mcp" }, "invalid_target"],
            [{ prompt: "none" }, "consent_required"]
          ]
          for (const [query, error] of refused) {
            const { consentId, reply } = yield* begin(client.client_id, query)
            const back = new URL(reply.headers.get("location")!)
            assert.isNull(consentId)
            assert.deepStrictEqual(
              [back.searchParams.get("error"), back.searchParams.get("iss")],
              [error, url],
              JSON.stringify(query)
            )
          }
          for (const query of [{ client_id: "nobody" }, { response_mode: "form_post" }]) {
            const { reply } = yield* begin(client.client_id, query)
            assert.strictEqual(reply.status, 400)
            assert.isNull(reply.headers.get("location"))
          }
          const page = yield* reach("/oauth/authorize?client_id=%3Cscript%3E", {
            headers: { accept: "text/html" }
          })
          assert.strictEqual(page.status, 400)
          assert.notInclude(page.text, "<script>")
          assert.include(page.headers.get("content-security-policy"), "frame-ancestors 'none'")
        })
    )

    it.effect("registers no client that comes back over a bare wire, to a script, or with a secret", () =>
      Effect.gen(function* () {
        for (const uri of [
          "http://evil.example/callback",
          "javascript:alert(1)",
          "data:text/html,x",
          "https://app.example.org/back#x",
          "not an address"
        ])
          assert.strictEqual((yield* register({ redirect_uris: [uri] })).status, 400, uri)
        for (const more of [
          { token_endpoint_auth_method: "client_secret_post" },
          { grant_types: ["client_credentials"] },
          { response_types: ["token"] },
          { redirect_uris: [] },
          { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://app.example.org/${n}`) },
          { client_name: "a".repeat(1001) }
        ])
          assert.strictEqual((yield* register(more)).status, 400, JSON.stringify(more).slice(0, 80))
        const made = yield* register({
          scope: "project:read",
          jwks_uri: "https://app.example.org/keys",
          logo_uri: "https://app.example.org/logo.svg"
        })
        assert.strictEqual(made.status, 201)
        assert.notProperty(made.body, "logo_uri")
        assert.notProperty(made.body, "jwks_uri")
        const flood = yield* Effect.forEach(Array.from({ length: 21 }), () => register({}, "10.9.9.9"))
        assert.deepStrictEqual(
          flood.map(({ status }) => status),
          [...Array.from({ length: 20 }, () => 201), 429]
        )
        assert.isAbove(Number(flood.at(-1)!.headers.get("retry-after")), 0)
      })
    )

    it.effect("is asked the same by whatever name, and mixes itself up with no other", () =>
      Effect.gen(function* () {
        const { url } = yield* TestServer
        const answered = yield* rawRequest(
          Number(new URL(url).port),
          "GET /.well-known/oauth-authorization-server HTTP/1.1\r\nHost: x\r\n" +
            "X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n\r\n"
        )
        assert.include(answered.text, `"issuer":"${url}"`)
        assert.include(answered.text, `"token_endpoint":"${url}/oauth/token"`)
        assert.notInclude(answered.text, "evil.example")
      })
    )
  }
)

layer(serve({ codeSeconds: 1 }), { excludeTestServices: true, timeout: "60 seconds" })(
  "a code that comes late",
  (it) => {
    it.effect("opens nothing after the seconds of OAUTH_CODE_LIFETIME_SECONDS", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const ines = yield* makeInes
        const { begun, code } = yield* codeFor(ines)
        const [kept] = yield* sql<{ seconds: number }>`
          select extract(epoch from expires_at - now())::float8 as seconds
          from oauth_entries where kind = 'AuthorizationCode'`
        assert.isAtMost(kept!.seconds, 1)
        // as if it had been given a while ago
        yield* sql`update oauth_entries
          set payload = payload || jsonb_build_object('exp', (payload ->> 'exp')::int - 5)
          where kind = 'AuthorizationCode'`
        assert.strictEqual((yield* redeem(begun, code)).body.error, "invalid_grant")
      })
    )
  }
)

layer(serve({ clientsUrl: "http://tracks.example.org" }), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("where the public address is neither https nor this machine's", (it) => {
  it.effect("AI clients are off, and every address says why", () =>
    Effect.gen(function* () {
      for (const path of [
        "/.well-known/oauth-authorization-server",
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp",
        "/oauth/authorize?client_id=x"
      ]) {
        const { body, status } = yield* reach(path)
        assert.deepStrictEqual([status, body.code], [404, "CLIENTS_OFF"], path)
        assert.include(body.detail, "PUBLIC_URL")
      }
      const said = yield* expectStatus(200, "GET", "/auth/clients/address")
      assert.isNull(said.address)
      assert.include(said.off_because, "PUBLIC_URL")
    })
  )
})

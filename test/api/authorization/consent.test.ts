// The decision about an AI client: by the person, once, in the browser that has begun; and how it is taken back.
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { FetchDocument } from "../../../src/api/authorization/AuthorizationServer.ts"
import { actorOfClient } from "../../../src/domain/access/ClientAccess.ts"
import { permissionsIn } from "../../../src/domain/access/Membership.ts"
import { AccessWatch } from "../../../src/store/access/AccessWatch.ts"
import { Memberships } from "../../../src/store/access/Memberships.ts"
import { Visibilities } from "../../../src/store/access/Visibilities.ts"
import { accessBy, allow, codeFor, makeInes, tokensFor } from "../../support/http/ines.ts"
import {
  begin,
  behindProxy,
  CALLBACK,
  decide,
  reach,
  redeem,
  refresh,
  register,
  resume,
  token
} from "../../support/http/oauth.ts"
import { browse, cookieOf, logIn, makePerson } from "../../support/http/people.ts"
import { serve } from "../../support/http/server.ts"
import { expectStatus, makeProject } from "../../support/http/tracking.ts"

const begunBy = Effect.fnUntraced(function* (query: Readonly<Record<string, string | null>> = {}) {
  return yield* begin((yield* register()).body.client_id, query)
})

layer(serve(behindProxy), { excludeTestServices: true, timeout: "60 seconds" })("consent", (it) => {
  it.effect("is on a page that nobody can frame, and that sends no form", () =>
    Effect.gen(function* () {
      const { consentId } = yield* begunBy()
      const { headers } = yield* reach(`/consent/${consentId}`)
      const policy = headers.get("content-security-policy") ?? ""
      for (const part of ["frame-ancestors 'none'", "form-action 'none'", "script-src 'self'"])
        assert.include(policy, part)
    })
  )

  it.effect(
    "counts from our own page alone, in the browser that has begun, of whoever is signed in there",
    () =>
      Effect.gen(function* () {
        const ines = yield* makeInes
        const begun = yield* begunBy()
        const yes = allow(ines)
        const foreign: ReadonlyArray<Readonly<Record<string, string>>> = [
          { origin: "https://evil.example" },
          { origin: "null" },
          { "sec-fetch-site": "cross-site" },
          { "sec-fetch-site": "same-site" },
          { "content-type": "application/x-www-form-urlencoded" },
          { "content-type": "text/plain" }
        ]
        for (const headers of foreign) {
          const { status } = yield* decide(ines.ask, ines.session, begun, yes, headers)
          assert.include([403, 415], status, JSON.stringify(headers))
        }
        // whoever begins elsewhere and sends the link gets nothing of who follows it
        const path = `/consents/${begun.consentId}`
        const elsewhere = yield* begunBy()
        for (const cookie of [
          ines.session,
          `${ines.session}; pugmark_consent=${"A".repeat(43)}`,
          `${ines.session}; ${elsewhere.cookie}`
        ]) {
          assert.strictEqual((yield* ines.ask("GET", path, { headers: { cookie } })).status, 404)
          assert.strictEqual((yield* ines.ask("POST", path, { body: yes, headers: { cookie } })).status, 404)
        }
        assert.strictEqual(
          (yield* reach(`/api/v1${path}`, { headers: { cookie: begun.cookie } })).status,
          401
        )
        const { location } = yield* resume(`/oauth/authorize/${begun.consentId}`, elsewhere)
        assert.match(location ?? "", /^\/consent\//, "is asked anew, in a request of its own")
        const strays = yield* reach(`/oauth/authorize/${begun.consentId}`)
        assert.deepStrictEqual([strays.status, strays.headers.get("location")], [400, null])
        assert.strictEqual((yield* decide(ines.ask, ines.session, begun, yes)).status, 200)
      })
  )

  it.effect("is given once, however many decide at a time", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ines = yield* makeInes
      const begun = yield* begunBy()
      const answers = yield* Effect.all(
        Array.from({ length: 12 }, (_, n) =>
          decide(ines.ask, ines.session, begun, n % 3 === 0 ? { allow: false } : allow(ines))
        ),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, ...Array.from({ length: 11 }, () => 404)]
      )
      assert.strictEqual((yield* decide(ines.ask, ines.session, begun, allow(ines))).status, 404)
      const grants = yield* sql`select 1 as one from client_grants where user_id = ${ines.person.id}::uuid`
      assert.isAtMost(grants.length, 1)
    })
  )

  it.effect("gives nothing that was not asked for, and no project that is not theirs", () =>
    Effect.gen(function* () {
      const ines = yield* makeInes
      const stranger = yield* makeProject()
      const begun = yield* begunBy()
      const wrongs: ReadonlyArray<readonly [object, string]> = [
        [{ scopes: ["project:read", "alerts:write"] }, "SCOPE_NOT_ASKED"],
        [{ scopes: ["rules:write"] }, "INVALID"],
        [{ scopes: [] }, "NOTHING_GIVEN"],
        [{ project_ids: [] }, "NO_PROJECT"],
        [{ project_ids: [ines.grazing, stranger.id] }, "PROJECT_UNKNOWN"]
      ]
      for (const [more, code] of wrongs) {
        const { body, status } = yield* decide(ines.ask, ines.session, begun, allow(ines, more))
        assert.strictEqual(status, 422, JSON.stringify(more))
        if (code !== "INVALID") assert.strictEqual(body.code, code)
      }
      // a token that says more than was given is renewed for no more
      const tokens = yield* tokensFor(ines)
      assert.strictEqual(
        (yield* refresh(tokens.clientId, tokens.refresh_token, { scope: "project:read alerts:write" })).body
          .error,
        "invalid_scope"
      )
      const again = yield* refresh(tokens.clientId, tokens.refresh_token)
      assert.strictEqual(again.body.scope, "project:read")
    })
  )

  it.effect("that is denied sends the client back with that, and lets nobody in", () =>
    Effect.gen(function* () {
      const ines = yield* makeInes
      const begun = yield* begunBy()
      const denied = yield* decide(ines.ask, ines.session, begun, { allow: false })
      const { query } = yield* resume(denied.body.redirect_to, begun)
      assert.strictEqual(query.get("error"), "access_denied")
      assert.isNull(query.get("code"))
      assert.deepStrictEqual((yield* ines.ask("GET", "/auth/clients")).body.items, [])
    })
  )

  it.effect("is asked for again each time, whoever was let in before", () =>
    Effect.gen(function* () {
      const ines = yield* makeInes
      const { begun, code } = yield* codeFor(ines)
      yield* redeem(begun, code)
      const again = yield* begin(begun.clientId)
      assert.isNotNull(again.consentId)
    })
  )

  it.effect("is listed with what the client did, and taken back by the person or a server admin alone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ines = yield* makeInes
      const tokens = yield* tokensFor(ines)
      const access = (yield* accessBy(tokens.access_token))!
      yield* sql`insert into audit_log (id, actor_kind, actor_id, actor_name, action, object_type, object_id)
        values (gen_random_uuid(), 'mcp', ${access.grantId}::uuid, 'x', 'mcp.explain_event', 'event', 'e')`
      const [row] = (yield* ines.ask("GET", "/auth/clients")).body.items
      assert.deepInclude(row, {
        id: access.grantId,
        user_id: ines.person.id,
        client_id: tokens.clientId,
        name: "Field Assistant",
        redirect_host: "127.0.0.1:3911",
        scopes: ["project:read"],
        project_ids: [ines.grazing],
        revoked_at: null
      })
      assert.deepInclude(row.did, { action: "mcp.explain_event", week: 1 })
      assert.isString(row.last_used_at)
      const path = `/auth/clients/${access.grantId}`
      const erik = yield* browse(cookieOf(yield* logIn((yield* makePerson()).email)))
      assert.strictEqual((yield* erik("DELETE", path)).status, 404)
      assert.strictEqual((yield* erik("GET", `/auth/clients?user_id=${ines.person.id}`)).status, 403)
      assert.strictEqual((yield* erik("GET", "/auth/clients?everybody=true")).status, 403)
      assert.isDefined(yield* accessBy(tokens.access_token))
      assert.strictEqual((yield* ines.ask("DELETE", path)).status, 204)
      assert.strictEqual((yield* ines.ask("DELETE", path)).status, 204)
      assert.isUndefined(yield* accessBy(tokens.access_token))
      assert.strictEqual((yield* refresh(tokens.clientId, tokens.refresh_token)).body.error, "invalid_grant")
      const acts = yield* sql<{ action: string; kind: string }>`
        select action, actor_kind as kind from audit_log
        where object_id = ${access.grantId} order by at, id`
      assert.deepStrictEqual(
        acts.map(({ action, kind }) => `${action} ${kind}`),
        ["client.allowed user", "client.token_issued mcp", "client.revoked user"]
      )
      const found = yield* expectStatus(
        200,
        "GET",
        `/audit?actor=${ines.person.id}&action=client.token_issued`
      )
      assert.lengthOf(found.items, 1)
      const other = yield* tokensFor(ines)
      const grantId = (yield* accessBy(other.access_token))!.grantId
      yield* expectStatus(204, "DELETE", `/auth/clients/${grantId}`)
      assert.isUndefined(yield* accessBy(other.access_token))
    })
  )

  it.effect("ends what a client reads at that moment", () =>
    Effect.gen(function* () {
      const ines = yield* makeInes
      const tokens = yield* tokensFor(ines)
      const access = (yield* accessBy(tokens.access_token))!
      yield* Effect.gen(function* () {
        const watch = yield* AccessWatch
        const { print, roster } = (yield* Effect.flatMap(Memberships, (all) =>
          all.accessTo(ines.person.id, ines.grazing)
        ))!
        const reading = yield* Effect.forkChild(
          watch.ends({
            userId: ines.person.id,
            projectId: ines.grazing,
            by: { tokenId: access.grantId },
            print,
            roster,
            visibility: null
          })
        )
        yield* ines.ask("DELETE", `/auth/clients/${access.grantId}`)
        yield* Fiber.join(reading)
      }).pipe(
        Effect.provide(
          AccessWatch.layer.pipe(Layer.provideMerge(Layer.merge(Memberships.layer, Visibilities.layer)))
        )
      )
    })
  )

  it.effect("is over for good with the account, and with the client's own word", () =>
    Effect.gen(function* () {
      const ines = yield* makeInes
      const tokens = yield* tokensFor(ines)
      const { begun, code } = yield* codeFor(ines)
      yield* expectStatus(200, "PATCH", `/users/${ines.person.id}`, { enabled: false })
      assert.isUndefined(yield* accessBy(tokens.access_token))
      assert.strictEqual((yield* redeem(begun, code)).body.error, "invalid_grant")
      yield* expectStatus(200, "PATCH", `/users/${ines.person.id}`, { enabled: true })
      assert.isUndefined(yield* accessBy(tokens.access_token))
      assert.strictEqual((yield* refresh(tokens.clientId, tokens.refresh_token)).body.error, "invalid_grant")

      const erik = yield* makeInes
      const own = yield* tokensFor(erik)
      const give = (clientId: string) =>
        reach("/oauth/revoke", {
          method: "POST",
          body: new URLSearchParams({ token: own.refresh_token, client_id: clientId })
        })
      yield* give((yield* register()).body.client_id)
      assert.isDefined(yield* accessBy(own.access_token))
      assert.strictEqual((yield* give(own.clientId)).status, 200)
      assert.isUndefined(yield* accessBy(own.access_token))
      assert.isNotNull((yield* erik.ask("GET", "/auth/clients")).body.items[0].revoked_at)
    })
  )

  it.effect("reaches no further than the person does by now, and not into another project", () =>
    Effect.gen(function* () {
      const ines = yield* makeInes
      const tokens = yield* tokensFor(
        ines,
        { scope: "project:read events:write" },
        allow(ines, { scopes: ["project:read", "events:write"], project_ids: [ines.reindeer] })
      )
      const actor = actorOfClient((yield* accessBy(tokens.access_token))!, "request")
      const may = (projectId: string) =>
        Effect.map(
          Effect.flatMap(Memberships, (all) => all.accessTo(ines.person.id, projectId)),
          (access) => [...permissionsIn(actor, projectId, access!.membership)]
        ).pipe(Effect.provide(Memberships.layer))
      // as a viewer there they report no events
      assert.deepStrictEqual(yield* may(ines.reindeer), ["project:read"])
      assert.deepStrictEqual(yield* may(ines.grazing), [])
      yield* expectStatus(204, "DELETE", `/projects/${ines.reindeer}/members/${ines.person.id}`)
      assert.deepStrictEqual(yield* may(ines.reindeer), [])
    })
  )

  it.effect("lets a client be renewed no longer than 30 days, however often", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ines = yield* makeInes
      const tokens = yield* tokensFor(ines)
      const { grantId } = (yield* accessBy(tokens.access_token))!
      yield* sql`update oauth_entries
        set payload = payload || jsonb_build_object('iiat', (payload ->> 'iiat')::int - 29 * 86400)
        where kind = 'RefreshToken' and grant_id = ${grantId}::uuid`
      const renewed = yield* refresh(tokens.clientId, tokens.refresh_token)
      assert.strictEqual(renewed.status, 200, renewed.text)
      const [kept] = yield* sql<{ left: number }>`
        select extract(epoch from expires_at - now())::float8 as left from oauth_entries
        where kind = 'RefreshToken' and grant_id = ${grantId}::uuid and consumed_at is null`
      assert.isAtMost(kept!.left, 86_400)
      yield* sql`update client_grants set expires_at = now() where id = ${grantId}::uuid`
      assert.isUndefined(yield* accessBy(renewed.body.access_token))
    })
  )

  it.effect("shows a name as text: nothing in it turns it round or makes it long", () =>
    Effect.gen(function* () {
      const ines = yield* makeInes
      const name = `\u202EPugmark\u0007 <b>itself</b>\n${"a".repeat(100)}`
      const begun = yield* begin((yield* register({ client_name: name })).body.client_id)
      const { body } = yield* ines.ask("GET", `/consents/${begun.consentId}`, {
        headers: { cookie: `${ines.session}; ${begun.cookie}` }
      })
      assert.match(body.client.name, /^Pugmark <b>itself<\/b> a+…$/)
      assert.lengthOf(body.client.name, 60)
      // what the database cannot keep
      for (const wrong of ["a\0b", "a\ud800b"])
        assert.strictEqual((yield* register({ client_name: wrong })).status, 400)
      assert.strictEqual((yield* begin(begun.clientId, { state: "a\0b" })).consentId, null)
      for (const wrong of ["a\0b", "x".repeat(5000)]) {
        assert.include([400, 401], (yield* begin(wrong)).reply.status)
        assert.include([400, 401], (yield* refresh(wrong, wrong)).status)
        assert.strictEqual((yield* refresh(begun.clientId, wrong)).status, 400)
      }
    })
  )

  it.effect("takes no client from an address of this machine or network (SSRF)", () =>
    Effect.gen(function* () {
      for (const id of [
        "https://127.0.0.1:9/client.json",
        "https://localhost:9/client.json",
        "https://[::ffff:127.0.0.1]:9/client.json",
        "http://client.example/client.json",
        "https://client.example/a/../client.json",
        "https://a:b@client.example/client.json"
      ]) {
        const { reply } = yield* begin(id)
        assert.include([400, 401], reply.status, id)
        assert.isNull(reply.headers.get("location"))
      }
    })
  )
})

const ID = "https://client.example/client.json"
const document = {
  client_id: ID,
  client_name: "Documented",
  redirect_uris: [CALLBACK],
  token_endpoint_auth_method: "none"
}
const documents: Readonly<Record<string, unknown>> = {
  [ID]: document,
  "https://client.example/other.json": document,
  "https://client.example/secret.json": {
    ...document,
    client_id: "https://client.example/secret.json",
    client_secret: "x"
  },
  "https://client.example/large.json": {
    ...document,
    client_id: "https://client.example/large.json",
    tos: "x".repeat(6000)
  }
}
/** A web with four documents in it. */
const web = Layer.succeed(FetchDocument, (input) =>
  Promise.resolve(
    // it is asked for with an address
    new Response(JSON.stringify(documents[input as string] ?? null), {
      headers: { "content-type": "application/json" }
    })
  )
)

layer(serve(behindProxy).pipe(Layer.provide(web)), { excludeTestServices: true, timeout: "60 seconds" })(
  "a client with a metadata document",
  (it) => {
    it.effect("comes in without registering; a document that is another's or has a secret is none", () =>
      Effect.gen(function* () {
        const ines = yield* makeInes
        const begun = yield* begin(ID)
        const { body } = yield* ines.ask("GET", `/consents/${begun.consentId}`, {
          headers: { cookie: `${ines.session}; ${begun.cookie}` }
        })
        assert.deepInclude(body, {
          client: { id: ID, name: "Documented", document_host: "client.example" },
          loopback: true
        })
        const decided = yield* decide(ines.ask, ines.session, begun, allow(ines))
        const { query } = yield* resume(decided.body.redirect_to, begun)
        const given = yield* redeem(begun, query.get("code")!)
        assert.strictEqual((yield* accessBy(given.body.access_token))?.clientId, ID)
        assert.strictEqual((yield* begin(ID, { redirect_uri: "https://evil.example/cb" })).reply.status, 400)
        for (const name of ["other", "secret", "large", "none"]) {
          const { consentId, reply } = yield* begin(`https://client.example/${name}.json`)
          assert.isNull(consentId, name)
          assert.include([400, 401], reply.status, name)
        }
        const stray = yield* token({ grant_type: "client_credentials", client_id: ID })
        assert.include(["unsupported_grant_type", "unauthorized_client"], stray.body.error)
      })
    )
  }
)

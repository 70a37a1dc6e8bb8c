// From nothing to an answered call, as real clients do it: asked who they are, they find the authorization server,
// register, send their person to the consent page, and come back with a code; what they were not given they ask for
// when they need it; and they are out when their person says so.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { mcpMount } from "../../src/mcp/McpLive.ts"
import { allow, type Ines, makeInes, tokensFor } from "../support/http/ines.ts"
import { begin, behindProxy, decide, refresh, resume } from "../support/http/oauth.ts"
import { serve, TestServer } from "../support/http/server.ts"
import { expectStatus } from "../support/http/tracking.ts"
import { clientKinds, rawTool } from "../support/mcp.ts"
import { callOf, setOut } from "../support/sdkClients.ts"

/** The person at the consent page; what the client comes back with. */
const consent = Effect.fnUntraced(function* (ines: Ines, address: URL, scopes: ReadonlyArray<string>) {
  const query = Object.fromEntries(address.searchParams)
  const begun = yield* begin(query["client_id"]!, query, {
    verifier: "",
    challenge: query["code_challenge"]!
  })
  const decided = yield* decide(ines.ask, ines.session, begun, allow(ines, { scopes }))
  assert.strictEqual(decided.status, 200, JSON.stringify(decided.body))
  return (yield* resume(decided.body.redirect_to, begun)).query
})

layer(serve({ ...behindProxy, mounts: [mcpMount] }), { excludeTestServices: true, timeout: "60 seconds" })(
  "a client that nobody knows yet",
  (it) => {
    for (const kind of clientKinds)
      it.effect(`comes in (${kind}), is answered, and is refused what it was not given`, () =>
        Effect.gen(function* () {
          const { url } = yield* TestServer
          const ines = yield* makeInes
          const { address, arrive, keeper } = yield* Effect.promise(() => setOut(kind, new URL(`${url}/mcp`)))
          const back = yield* consent(ines, address, ["project:read"])
          assert.strictEqual(back.get("iss"), url)
          const client = yield* Effect.promise(() => arrive(back))
          const call = (name: string, args: Record<string, unknown> = {}) =>
            Effect.promise(() => callOf(client, name, args))
          assert.include((yield* call("list_projects")).text, ines.grazing)
          assert.notInclude((yield* call("list_projects")).text, ines.reindeer)
          assert.isNotNull((yield* call("query_events", { project_id: ines.reindeer })).error)
          // what it was not given sends the person to the consent page once more
          keeper.address = undefined
          const more = yield* call("search_traces", { project_id: ines.grazing })
          assert.isNotNull(more.error)
          if (keeper.address !== undefined)
            assert.include((keeper.address as URL).searchParams.get("scope"), "traces:read")
          yield* Effect.promise(() => client.close())
          const { items } = yield* expectStatus(200, "GET", "/audit?limit=50")
          const told = items.filter(
            ({ actor }: { readonly actor: { readonly kind: string } }) => actor.kind === "mcp"
          )
          assert.include(JSON.stringify(told), "Field Assistant for Ines Berg")
        })
      )

    for (const kind of ["modern", "legacy"] as const)
      it.effect(`brings no code to a server that it did not ask (${kind})`, () =>
        Effect.gen(function* () {
          const { url } = yield* TestServer
          const ines = yield* makeInes
          const { address, arrive, keeper } = yield* Effect.promise(() => setOut(kind, new URL(`${url}/mcp`)))
          const back = yield* consent(ines, address, ["project:read"])
          // another authorization server has mixed itself in: it answers for ours (RFC 9207)
          back.set("iss", "https://evil.example")
          const refusal = yield* Effect.promise(() => arrive(back).then(() => null, String))
          assert.match(refusal ?? "", /iss/i)
          assert.isUndefined(keeper.tokens())
        })
      )

    it.effect("has an open session ended with the next word, once its person sends it away", () =>
      Effect.gen(function* () {
        const { url } = yield* TestServer
        const ines = yield* makeInes
        for (const kind of clientKinds) {
          const { address, arrive, keeper } = yield* Effect.promise(() => setOut(kind, new URL(`${url}/mcp`)))
          const back = yield* consent(ines, address, ["project:read"])
          const client = yield* Effect.promise(() => arrive(back))
          assert.isNull((yield* Effect.promise(() => callOf(client, "list_projects"))).error)
          const [grant] = (yield* ines.ask("GET", "/auth/clients")).body.items
          assert.strictEqual((yield* ines.ask("DELETE", `/auth/clients/${grant.id}`)).status, 204)
          assert.isNotNull((yield* Effect.promise(() => callOf(client, "list_projects"))).error, kind)
          const { access_token, refresh_token } = keeper.given()
          assert.strictEqual((yield* rawTool(access_token, "list_projects")).status, 401)
          const { client_id } = keeper.known()
          assert.strictEqual((yield* refresh(client_id, refresh_token)).body.error, "invalid_grant")
          yield* Effect.promise(() => client.close())
        }
      })
    )

    it.effect("is let in with a new token, and out with its next call once its person says so", () =>
      Effect.gen(function* () {
        const ines = yield* makeInes
        const { access_token, clientId, refresh_token } = yield* tokensFor(ines)
        const ask = (token: string) => Effect.map(rawTool(token, "list_projects"), ({ status }) => status)
        assert.strictEqual(yield* ask(access_token), 200)
        const next = yield* refresh(clientId, refresh_token)
        assert.strictEqual(next.status, 200, next.text)
        assert.strictEqual(yield* ask(next.body.access_token), 200)
        // a refresh token that comes twice ends all there is
        yield* refresh(clientId, refresh_token)
        assert.strictEqual(yield* ask(next.body.access_token), 401)
        const again = yield* tokensFor(ines)
        yield* expectStatus(200, "PATCH", `/users/${ines.person.id}`, { enabled: false })
        assert.strictEqual(yield* ask(again.access_token), 401)
      })
    )
  }
)

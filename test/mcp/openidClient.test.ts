// A library that knows OAuth and nothing of us or of the protocol of AI clients: it finds its way by what the
// authorization server says of itself.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as client from "openid-client"
import { mcpMount } from "../../src/mcp/McpLive.ts"
import { allow, makeInes } from "../support/http/ines.ts"
import {
  begin,
  behindProxy,
  CALLBACK,
  decide,
  makeVerifier,
  metadataOf,
  resume
} from "../support/http/oauth.ts"
import { serve, TestServer } from "../support/http/server.ts"
import { rawTool } from "../support/mcp.ts"

layer(serve({ ...behindProxy, mounts: [mcpMount] }), { excludeTestServices: true, timeout: "60 seconds" })(
  "an OAuth client of its own making",
  (it) => {
    it.effect(
      "discovers, registers, redeems, renews and gives back; and sees through a server that is not ours",
      () =>
        Effect.gen(function* () {
          const { url } = yield* TestServer
          const ines = yield* makeInes
          const config = yield* Effect.promise(() =>
            client.dynamicClientRegistration(new URL(url), metadataOf(), client.None(), {
              algorithm: "oauth2",
              execute: [client.allowInsecureRequests]
            })
          )
          const { client_id: clientId } = config.clientMetadata()
          const comeBack = Effect.fnUntraced(function* () {
            const own = makeVerifier()
            const begun = yield* begin(clientId, {}, own)
            const decided = yield* decide(ines.ask, ines.session, begun, allow(ines))
            const { query } = yield* resume(decided.body.redirect_to, begun)
            return { own, back: new URL(`${CALLBACK}?${query.toString()}`) }
          })
          const redeem = (back: URL, pkceCodeVerifier: string) =>
            client.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState: "a state" })

          const { back, own } = yield* comeBack()
          const first = yield* Effect.promise(() => redeem(back, own.verifier))
          assert.deepInclude(first, { token_type: "bearer", scope: "project:read" })
          assert.strictEqual((yield* rawTool(first.access_token, "list_projects")).status, 200)
          const second = yield* Effect.promise(() => client.refreshTokenGrant(config, first.refresh_token!))
          assert.strictEqual((yield* rawTool(second.access_token, "list_projects")).status, 200)
          yield* Effect.promise(() => client.tokenRevocation(config, second.refresh_token!))
          assert.strictEqual((yield* rawTool(second.access_token, "list_projects")).status, 401)

          const mixedUp = yield* comeBack()
          mixedUp.back.searchParams.set("iss", "https://evil.example")
          const refusal = yield* Effect.promise(() =>
            redeem(mixedUp.back, mixedUp.own.verifier).then(
              () => null,
              (error: Error) => String(error.cause)
            )
          )
          assert.match(refusal ?? "", /iss/)
        })
    )
  }
)

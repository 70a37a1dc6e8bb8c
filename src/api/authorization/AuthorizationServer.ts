// Gives AI clients their codes and tokens (OAuth 2.1), after the person has agreed in the console. The library
// that knows the protocol is behind this one service: it reads requests and words answers; who somebody is, what
// they agreed to and what is kept is ours.
import { Context, Effect, Layer } from "effect"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { IncomingMessage } from "node:http"
import { Provider } from "oidc-provider"
import { type ClientScope } from "../../domain/access/ClientAccess.ts"
import { isLoopback, plainName, redirectHost } from "../../domain/access/strangers.ts"
import { OauthEntries } from "../../store/access/OauthEntries.ts"
import { InstallationKey } from "../../store/roles/InstallationKey.ts"
import { RequestId } from "../http/RequestId.ts"
import { answerNode } from "./answerNode.ts"
import { askedOf } from "./clientMetadata.ts"
import { makeAdapters } from "./entryAdapter.ts"
import { isProof, makeKeys } from "./keys.ts"
import { ProtectedResource } from "./ProtectedResource.ts"
import { providerOptions } from "./providerOptions.ts"

/** Seconds that a code may be redeemed in. */
export const CodeLifetime = Context.Reference<number>("api/CodeLifetime", { defaultValue: () => 60 })

/** How documents of clients are fetched. */
export const FetchDocument = Context.Reference<typeof globalThis.fetch>("api/FetchDocument", {
  defaultValue: () => globalThis.fetch
})

/** A request of a client that somebody is to decide about. */
export interface PendingConsent {
  readonly clientId: string
  readonly clientName: string
  readonly documentHost: string | null
  readonly redirectHost: string
  readonly loopback: boolean
  readonly scopes: ReadonlyArray<ClientScope>
  /** epoch ms */
  readonly expiresAt: number
}

/** What was decided; null: nothing is given. */
export type Outcome = {
  readonly userId: string
  readonly grantId: string
  readonly scopes: ReadonlyArray<ClientScope>
} | null

export class AuthorizationServer extends Context.Service<
  AuthorizationServer,
  {
    /** The answer to a request of a client or of the browser it has sent; null: AI clients are off. */
    readonly answer: (request: IncomingMessage) => Effect.Effect<HttpServerResponse.HttpServerResponse | null>
    /**
     * What is to be decided; null: the request is unknown, over or decided, or `proof` is not that of the
     * browser it has begun in.
     */
    readonly pending: (id: string, proof: string | undefined) => Effect.Effect<PendingConsent | null>
    /** Tells the protocol; the path at which the browser goes on. */
    readonly settle: (id: string, outcome: Outcome) => Effect.Effect<string>
  }
>()("api/AuthorizationServer") {
  static readonly layer = Layer.effect(
    AuthorizationServer,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const services = yield* Effect.context<OauthEntries>()
  const entries = yield* OauthEntries,
    resourceNow = yield* ProtectedResource,
    codeSeconds = yield* CodeLifetime,
    fetchDocument = yield* FetchDocument
  const keys = makeKeys(yield* InstallationKey)
  const run = Effect.runPromiseWith(services)

  const build = (): Provider | null => {
    const resource = resourceNow()
    if (resource === null) return null
    const provider = new Provider(
      resource.issuer,
      providerOptions({
        resource,
        keys,
        adapters: makeAdapters(services),
        codeSeconds,
        isEnabled: (userId) => run(entries.isEnabled(userId)),
        fetch: fetchDocument
      })
    )
    provider.proxy = true // believes what `answer` says, and nobody else
    provider.silent = true
    provider.on("server_error", (_, error) => {
      void run(Effect.logError("the authorization server failed", error))
    })
    return provider
  }
  let built: Provider | null = null
  const providerNow = () => (built ??= build())

  const answer = Effect.fn("AuthorizationServer.answer")(function* (request: IncomingMessage) {
    const provider = providerNow()
    if (provider === null) return null
    // by whatever name it is asked: the server has one
    const { host, protocol } = new URL(provider.issuer)
    request.headers["x-forwarded-host"] = host
    request.headers["x-forwarded-proto"] = protocol.slice(0, -1)
    return yield* answerNode(provider.callback(), request, yield* RequestId)
  })

  const find = Effect.fnUntraced(function* (id: string) {
    const provider = providerNow()
    const found = provider === null ? undefined : yield* Effect.promise(() => provider.Interaction.find(id))
    return provider === null || found === undefined ? null : { provider, found }
  })

  const pending = Effect.fn("AuthorizationServer.pending")(function* (id: string, proof: string | undefined) {
    const known = isProof(keys, id, proof) ? yield* find(id) : null
    if (known === null || known.found.result !== undefined) return null
    const { found, provider } = known
    const clientId = String(found.params["client_id"]),
      redirect = String(found.params["redirect_uri"])
    // a document may be gone by now
    const client = yield* Effect.promise(() => provider.Client.find(clientId).catch(() => undefined))
    if (client === undefined) return null
    const host = redirectHost(redirect)
    return {
      clientId,
      clientName: plainName(client.clientName ?? "", `A program at ${host}`),
      documentHost: clientId.startsWith("https://") ? new URL(clientId).host : null,
      redirectHost: host,
      loopback: isLoopback(redirect),
      scopes: askedOf(found.params["scope"]),
      expiresAt: found.exp * 1000
    }
  })

  const settle = Effect.fn("AuthorizationServer.settle")(function* (id: string, outcome: Outcome) {
    const known = yield* find(id)
    if (known === null) return yield* Effect.die("a request went away between two looks")
    const { found, provider } = known
    if (outcome === null)
      found.result = { error: "access_denied", error_description: "the person has not agreed" }
    else {
      const grant = new provider.Grant({
        accountId: outcome.userId,
        clientId: String(found.params["client_id"])
      })
      grant.jti = outcome.grantId // the library's record of it and the person's are one
      grant.addResourceScope(resourceNow()!.resource, outcome.scopes.join(" "))
      yield* Effect.promise(() => grant.save())
      found.result = {
        login: { accountId: outcome.userId, remember: false },
        consent: { grantId: outcome.grantId }
      }
    }
    yield* Effect.promise(() => found.persist())
    return new URL(found.returnTo).pathname
  })

  return AuthorizationServer.of({ answer, pending, settle })
})

// Gives AI clients their codes and tokens (OAuth 2.1), after the person has agreed in the console. The library
// that knows the protocol is behind this one service: it reads requests and words answers; who somebody is, what
// they agreed to and what is kept is ours. It is loaded when a client first asks: most services have none.
import { Context, Effect, Layer } from "effect"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { IncomingMessage } from "node:http"
import type { Provider } from "oidc-provider"
import { askedOf, type ClientScope } from "../../domain/access/ClientAccess.ts"
import { isLoopback, plainName, redirectHost } from "../../domain/access/strangers.ts"
import { OauthEntries } from "../../store/access/OauthEntries.ts"
import { InstallationKey } from "../../store/roles/InstallationKey.ts"
import { RequestId } from "../http/RequestId.ts"
import { answerNode } from "./answerNode.ts"
import { isProof, makeKeys } from "./keys.ts"
import { ProtectedResource } from "./ProtectedResource.ts"

/** Seconds that a code may be redeemed in. */
export const CodeLifetime = Context.Reference<number>("api/CodeLifetime", { defaultValue: () => 60 })

/** How documents of clients are fetched; null: from the public internet alone. */
export const FetchDocument = Context.Reference<typeof globalThis.fetch | null>("api/FetchDocument", {
  defaultValue: () => null
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
    /**
     * The answer to a request of a client or of the browser it has sent, whose body has been read; null: AI
     * clients are off.
     */
    readonly answer: (
      request: IncomingMessage,
      body: Uint8Array
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse | null>
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

  const build = async (resource: ProtectedResource): Promise<Provider> => {
    const { makeProvider } = await import("./makeProvider.ts"),
      { makePublicFetch } = await import("./publicFetch.ts")
    return makeProvider(
      {
        resource,
        keys,
        services,
        codeSeconds,
        isEnabled: (userId) => run(entries.isEnabled(userId)),
        fetch: fetchDocument ?? makePublicFetch()
      },
      (error) => void run(Effect.logError("the authorization server failed", error))
    )
  }
  let built: Promise<Provider> | null = null
  const provider = Effect.promise(async () => {
    const resource = resourceNow()
    if (built === null && resource !== null) built = build(resource)
    return built
  })

  const answer = Effect.fn("AuthorizationServer.answer")(function* (
    request: IncomingMessage,
    body: Uint8Array
  ) {
    const server = yield* provider
    if (server === null) return null
    // by whatever name it is asked: the server has one
    const { host, protocol } = new URL(server.issuer)
    request.headers["x-forwarded-host"] = host
    request.headers["x-forwarded-proto"] = protocol.slice(0, -1)
    return yield* answerNode(server.callback(), request, body, yield* RequestId)
  })

  const find = Effect.fnUntraced(function* (id: string) {
    const server = yield* provider
    const found = server === null ? undefined : yield* Effect.promise(() => server.Interaction.find(id))
    return server === null || found === undefined ? null : { server, found }
  })

  const pending = Effect.fn("AuthorizationServer.pending")(function* (id: string, proof: string | undefined) {
    const known = isProof(keys, id, proof) ? yield* find(id) : null
    if (known === null || known.found.result !== undefined) return null
    const { found, server } = known
    const clientId = String(found.params["client_id"]),
      redirect = String(found.params["redirect_uri"])
    // a document may be gone by now
    const client = yield* Effect.promise(() => server.Client.find(clientId).catch(() => undefined))
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
    const { found, server } = known
    if (outcome === null)
      found.result = { error: "access_denied", error_description: "the person has not agreed" }
    else {
      const grant = new server.Grant({
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

// Issues codes and tokens to AI clients (OAuth 2.1) after a user has consented in the console. It wraps the
// protocol library, which reads requests and writes answers; accounts, consents and storage are ours. The
// library is loaded at the first request, since most services have no AI clients.
import { Context, Effect, Layer } from "effect"
import type { IncomingMessage } from "node:http"
import type { Provider } from "oidc-provider"
import { grantableScopes, type ClientScope } from "../../domain/access/ClientAccess.ts"
import { isLocalRedirect, displayName, redirectTarget } from "../../domain/access/clientText.ts"
import { OauthEntries } from "../../store/access/OauthEntries.ts"
import { InstallationKey } from "../../store/roles/InstallationKey.ts"
import { RequestId } from "../http/RequestId.ts"
import { runNodeHandler } from "./runNodeHandler.ts"
import { isProof, makeKeys } from "./authorizationKeys.ts"
import { ProtectedResource } from "./ProtectedResource.ts"

/** `CodeLifetime` is how long a code may be redeemed, in seconds. */
export const CodeLifetime = Context.Reference<number>("api/CodeLifetime", { defaultValue: () => 60 })

/** `FetchDocument` fetches metadata documents of clients; null: from the public internet only. */
export const FetchDocument = Context.Reference<typeof globalThis.fetch | null>("api/FetchDocument", {
  defaultValue: () => null
})

/** `PendingConsent` is a request of a client that waits for the user's decision. */
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

/** `ConsentOutcome` is the user's decision; null: denied. */
type ConsentOutcome = {
  readonly userId: string
  readonly grantId: string
  readonly scopes: ReadonlyArray<ClientScope>
} | null

const make = Effect.gen(function* () {
  const services = yield* Effect.context<OauthEntries>()
  const entries = yield* OauthEntries,
    currentResource = yield* ProtectedResource,
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
    const resource = currentResource()
    if (built === null && resource !== null) built = build(resource)
    return built
  })

  /**
   * Answers a request of a client, or of the browser that it redirected, whose body has been read; null: AI
   * clients are off.
   */
  const answer = Effect.fn("AuthorizationServer.answer")(function* (
    request: IncomingMessage,
    body: Uint8Array
  ) {
    const server = yield* provider
    if (server === null) return null
    // the library builds URLs from the host; it must always be the issuer's
    const { host, protocol } = new URL(server.issuer)
    request.headers["x-forwarded-host"] = host
    request.headers["x-forwarded-proto"] = protocol.slice(0, -1)
    return yield* runNodeHandler(server.callback(), request, body, yield* RequestId)
  })

  const find = Effect.fnUntraced(function* (id: string) {
    const server = yield* provider
    const interaction = server === null ? undefined : yield* Effect.promise(() => server.Interaction.find(id))
    return server === null || interaction === undefined ? null : { server, interaction }
  })

  /**
   * Returns the consent to decide; null if the request is unknown, expired or decided, or `proof` is not of
   * the browser that began it.
   */
  const pending = Effect.fn("AuthorizationServer.pending")(function* (id: string, proof: string | undefined) {
    const entry = isProof(keys, id, proof) ? yield* find(id) : null
    if (entry === null || entry.interaction.result !== undefined) return null
    const { interaction, server } = entry
    const clientId = String(interaction.params["client_id"]),
      redirect = String(interaction.params["redirect_uri"])
    // the metadata document may have been removed meanwhile
    const client = yield* Effect.promise(() => server.Client.find(clientId).catch(() => undefined))
    if (client === undefined) return null
    const host = redirectTarget(redirect)
    const consent: PendingConsent = {
      clientId,
      clientName: displayName(client.clientName ?? "", `A program at ${host}`),
      documentHost: clientId.startsWith("https://") ? new URL(clientId).host : null,
      redirectHost: host,
      loopback: isLocalRedirect(redirect),
      scopes: grantableScopes(interaction.params["scope"]),
      expiresAt: interaction.exp * 1000
    }
    return consent
  })

  /** Records the decision, and returns the path at which the browser continues. */
  const settle = Effect.fn("AuthorizationServer.settle")(function* (id: string, outcome: ConsentOutcome) {
    const entry = yield* find(id)
    if (entry === null) return yield* Effect.die("a request went away between two looks")
    const { interaction, server } = entry
    if (outcome === null)
      interaction.result = { error: "access_denied", error_description: "the person has not agreed" }
    else {
      const grant = new server.Grant({
        accountId: outcome.userId,
        clientId: String(interaction.params["client_id"])
      })
      grant.jti = outcome.grantId // the library's grant and ours share one id
      grant.addResourceScope(currentResource()!.resource, outcome.scopes.join(" "))
      yield* Effect.promise(() => grant.save())
      interaction.result = {
        login: { accountId: outcome.userId, remember: false },
        consent: { grantId: outcome.grantId }
      }
    }
    yield* Effect.promise(() => interaction.persist())
    return new URL(interaction.returnTo).pathname
  })

  return { answer, pending, settle }
})

/** `AuthorizationServer` answers requests of AI clients for authorization. */
export class AuthorizationServer extends Context.Service<AuthorizationServer>()("api/AuthorizationServer", {
  make
}) {
  static readonly layer = Layer.effect(AuthorizationServer, make)
}

// Options of the OAuth library: every feature that is not needed is off.
import { type Adapter, type Configuration, errors, interactionPolicy } from "oidc-provider"
import { grantableScopes, clientScopes, DEFAULT_SCOPE } from "../../domain/access/ClientAccess.ts"
import { GRANT_DAYS } from "../../domain/access/ConnectedClient.ts"
import { clientDefaults, readMetadata } from "./clientMetadata.ts"
import { ERROR_POLICY, errorPage } from "./errorPage.ts"
import { PROOF_COOKIE, type ServerKeys } from "./authorizationKeys.ts"
import type { ProtectedResource } from "./ProtectedResource.ts"

/** `ProviderParts` is what the options are built from. */
export interface ProviderParts {
  readonly resource: ProtectedResource
  readonly keys: ServerKeys
  readonly adapters: (kind: string) => Adapter
  readonly codeSeconds: number
  readonly isEnabled: (userId: string) => Promise<boolean>
  /** fetches metadata documents of clients */
  readonly fetch: typeof globalThis.fetch
}

/** Returns the API path at which a consent is decided. */
const consentPath = (id: string): string => `/api/v1/consents/${id}`

/** Lifetimes of a consent, of an access token, and of a grant, within which tokens are renewed. */
const CONSENT_SECONDS = 600
const ACCESS_SECONDS = 900
const GRANT_SECONDS = GRANT_DAYS * 86_400

/** Consent is always required, also after an earlier one; the console's session identifies the user. */
const policy = () => {
  const { Check, Prompt } = interactionPolicy
  return [
    new Prompt(
      { name: "consent", requestable: true },
      new Check("asked", "the person has to agree", "consent_required", ({ oidc }) =>
        oidc.result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT
      )
    ),
    new Prompt({ name: "login", requestable: true })
  ]
}

/** Returns the options of the library. */
export const providerOptions = (parts: ProviderParts): Configuration => {
  const { adapters, codeSeconds, isEnabled, keys, resource } = parts
  const now = () => Math.floor(Date.now() / 1000)
  return {
    // an arrow function: the library tests whether it is a constructor
    adapter: (kind: string) => adapters(kind),
    routes: {
      authorization: "/oauth/authorize",
      jwks: "/oauth/jwks",
      registration: "/oauth/register",
      revocation: "/oauth/revoke",
      token: "/oauth/token"
    },
    scopes: [...clientScopes],
    claims: {},
    responseTypes: ["code"],
    clientAuthMethods: ["none"],
    clientDefaults: {
      ...clientDefaults,
      grant_types: [...clientDefaults.grant_types],
      response_types: [...clientDefaults.response_types]
    },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    jwks: { keys: [...keys.jwks.keys] },
    cookies: {
      keys: [...keys.cookies],
      names: {
        session: "pugmark_oauth_session",
        interaction: "pugmark_oauth_consent",
        resume: "pugmark_oauth_resume"
      },
      long: { httpOnly: true, sameSite: "lax", overwrite: true, signed: true },
      short: { httpOnly: true, sameSite: "lax", overwrite: true, signed: true }
    },
    ttl: {
      AccessToken: ACCESS_SECONDS,
      AuthorizationCode: codeSeconds,
      Grant: GRANT_SECONDS,
      Interaction: CONSENT_SECONDS,
      // renewals do not extend the grant
      RefreshToken: (_, token) => Math.max(1, (token.iiat ?? now()) + GRANT_SECONDS - now()),
      Session: CONSENT_SECONDS
    },
    rotateRefreshToken: true,
    issueRefreshToken: (_, client) => client.grantTypeAllowed("refresh_token"),
    revokeGrantPolicy: () => true,
    expiresWithSession: () => false,
    findAccount: async (_, id) =>
      (await isEnabled(id)) ? { accountId: id, claims: () => ({ sub: id }) } : undefined,
    loadExistingGrant: async ({ oidc }) => {
      const id = oidc.result?.consent?.grantId
      return id === undefined ? undefined : oidc.provider.Grant.find(id)
    },
    interactions: {
      policy: policy(),
      url: (ctx, { uid }) => {
        ctx.cookies.set(PROOF_COOKIE, keys.proofOf(uid), {
          path: consentPath(uid),
          httpOnly: true,
          sameSite: "strict",
          signed: false,
          maxAge: CONSENT_SECONDS * 1000
        })
        return `/consent/${uid}`
      }
    },
    // clients do not authenticate by cookies, so pages of other origins may send requests
    clientBasedCORS: () => true,
    extraClientMetadata: {
      // any property works: its validator checks the whole metadata
      properties: ["software_id"],
      validator: (_, __, ___, metadata) => readMetadata(metadata)
    },
    renderError: (ctx, { error, error_description: detail }) => {
      if (ctx.accepts("json", "html") === "html") {
        ctx.type = "html"
        ctx.set("content-security-policy", ERROR_POLICY)
        ctx.body = errorPage(error, detail ?? "nothing more is known")
      } else ctx.body = { error, ...(detail === undefined ? {} : { error_description: detail }) }
    },
    fetch: parts.fetch,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: { enabled: true, ack: "draft-02" },
      revocation: {
        enabled: true,
        allowedPolicy: (_, client, token) => token.clientId === client.clientId
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource.resource,
        useGrantedResource: () => true,
        getResourceServerInfo: ({ oidc }, indicator) => {
          if (indicator !== resource.resource)
            throw new errors.InvalidTarget(`tokens are for ${resource.resource} alone`)
          if (oidc.route === "authorization" && oidc.params !== undefined) {
            const asked =
              oidc.params["scope"] === undefined ? [DEFAULT_SCOPE] : grantableScopes(oidc.params["scope"])
            if (asked.length === 0)
              throw new errors.InvalidScope(
                `none of it can be given: ${clientScopes.join(" ")}`,
                String(oidc.params["scope"])
              )
            oidc.params["scope"] = asked.join(" ")
          }
          return {
            scope: clientScopes.join(" "),
            audience: resource.resource,
            accessTokenTTL: ACCESS_SECONDS,
            accessTokenFormat: "opaque"
          }
        }
      }
    }
  }
}

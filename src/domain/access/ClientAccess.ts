// What an AI client may do after a person let it in at the consent page: in their name, and less than they may.
import type { Actor } from "./Actor.ts"
import type { Permission } from "./Permission.ts"

/**
 * clientScopes are all scopes that a client can ever be given, whatever it requests and a person agrees to:
 * the list of what a client can never do, on the consent page, is true by it. The first is what a client gets
 * that requests no scope.
 */
export const clientScopes = [
  "project:read",
  "traces:read",
  "alerts:write",
  "events:write"
] as const satisfies ReadonlyArray<Permission>
/** ClientScope is a scope that a client can be given. */
export type ClientScope = (typeof clientScopes)[number]

/** DEFAULT_SCOPE is what a client gets that requests no scope. */
export const DEFAULT_SCOPE: ClientScope = "project:read"

/** Returns the scopes of a request that can be given at all. */
export const grantableScopes = (scope: unknown): ReadonlyArray<ClientScope> => {
  const told = new Set(typeof scope === "string" ? scope.split(" ") : [])
  return clientScopes.filter((one) => told.has(one))
}

/**
 * ClientAccess is what a valid access token opens: neither expired nor revoked, issued for this service, its
 * person enabled. The person's permissions in a project still limit it, as for every other token
 * (`permissionsIn`).
 */
export interface ClientAccess {
  /** as it registered, or the address of its metadata document */
  readonly clientId: string
  /** as the client calls itself: untrusted text */
  readonly clientName: string
  readonly personId: string
  /** their name, or else their e-mail address */
  readonly personName: string
  readonly serverAdmin: boolean
  /** the agreement of the person: it is listed among their clients, and is what is revoked */
  readonly grantId: string
  readonly scopes: ReadonlySet<ClientScope>
  /** ids of the projects that the person has named; never empty */
  readonly projects: ReadonlySet<string>
  /** when the token ends; RFC 3339 */
  readonly expiresAt: string
}

/**
 * Returns a client as an actor. Its id is the grant's, so that the audit log names the agreement, the client
 * and the person, and the list of connected clients finds what the client did.
 */
export const actorOfClient = (access: ClientAccess, requestId: string): Actor => ({
  kind: "mcp",
  id: access.grantId,
  name: `${access.clientName} for ${access.personName}`,
  userId: access.personId,
  serverAdmin: access.serverAdmin,
  scopes: access.scopes,
  projectIds: access.projects,
  requestId
})

// What an AI client may do that somebody has let in at the consent page: in their name, less than they may.
import type { Actor } from "./Actor.ts"
import type { Permission } from "./Permission.ts"

/**
 * Everything that clients are ever given, whatever they ask for and whoever lets them in: what the consent
 * page says they can never do is true by this list. The first is what a client gets that asks for nothing.
 */
export const clientScopes = [
  "project:read",
  "traces:read",
  "alerts:write",
  "events:write"
] as const satisfies ReadonlyArray<Permission>
export type ClientScope = (typeof clientScopes)[number]

/** The power of a client that does not say what it wants. */
export const LEAST_SCOPE: ClientScope = "project:read"

/** What of the scope of a request can be given at all. */
export const askedOf = (scope: unknown): ReadonlyArray<ClientScope> => {
  const told = new Set(typeof scope === "string" ? scope.split(" ") : [])
  return clientScopes.filter((one) => told.has(one))
}

/**
 * What an access token opens, now: neither expired nor revoked, made for this service, and its person
 * enabled. What the person may in a project still holds above it, as for every other token
 * (`permissionsIn`).
 */
export interface ClientAccess {
  /** as it registered, or the address of its metadata document */
  readonly clientId: string
  /** as it calls itself: text of a stranger */
  readonly clientName: string
  readonly personId: string
  /** their name, or else their e-mail address */
  readonly personName: string
  readonly serverAdmin: boolean
  /** what the person has agreed to, once: it stands in the list of their clients, and is what is revoked */
  readonly grantId: string
  readonly scopes: ReadonlySet<ClientScope>
  /** ids of the projects that the person has named; never empty */
  readonly projects: ReadonlySet<string>
  /** when the token ends; RFC 3339 */
  readonly expiresAt: string
}

/**
 * A client as an actor: the audit log then names what the person agreed to, the client and the person, and
 * the list of connected clients finds what it did by that.
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

// Who acts: the audit log, alert steps and curations name the actor.
import type { Permission } from "./Permission.ts"

/**
 * Author is who an entry of the audit log names; `system` is the program itself, for acts of unidentified
 * clients.
 */
export interface Author {
  readonly kind: "user" | "token" | "mcp" | "system"
  readonly id: string | null
  readonly name: string | null
  readonly requestId: string
}

/**
 * Actor is an authenticated caller. `kind` says how: by session, token or MCP. `id` and `name` are the
 * user's, or the token's; `userId` is the person behind either, `serverAdmin` whether that person is one.
 * `requestId` is the request they act in.
 */
export interface Actor extends Author {
  readonly kind: "user" | "token" | "mcp"
  readonly id: string
  readonly name: string
  readonly userId: string
  readonly serverAdmin: boolean
  /** what of its user's permissions a token carries; null: everything its user may */
  readonly scopes: ReadonlySet<Permission> | null
  /** the projects a token is for; null: all of its user's */
  readonly projectIds: ReadonlySet<string> | null
}

/** Whether an actor has all permissions of the person: by a session, or by a token without limits. */
export const isUnrestricted = ({ projectIds, scopes }: Actor): boolean =>
  scopes === null && projectIds === null

/** Whether an actor's session or token includes a permission in a project; null: outside all projects. */
export const carries = (
  { projectIds, scopes }: Actor,
  permission: Permission,
  projectId: string | null
): boolean =>
  (scopes === null || scopes.has(permission)) &&
  (projectIds === null || (projectId !== null && projectIds.has(projectId)))

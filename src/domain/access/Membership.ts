// The permissions of a caller in a project: those of the person's role, limited by the session or token.
import { type Actor, carries } from "./Actor.ts"
import { allPermissions, wholeProjectPermissions, type Permission } from "./Permission.ts"

/**
 * Membership is a person's place in a project. `permissions` are those of the role; `scoped`: they see a part
 * of it.
 */
export interface Membership {
  readonly projectId: string
  readonly permissions: ReadonlyArray<Permission>
  readonly scoped: boolean
}

/** Returns the permissions of a person in a project; null: they are no member. Server admins have all of them. */
export const permissionsOfPerson = (
  { serverAdmin }: Pick<Actor, "serverAdmin">,
  membership: Membership | null
): ReadonlySet<Permission> => {
  if (serverAdmin) return allPermissions
  if (membership === null) return new Set()
  return new Set(
    membership.scoped
      ? membership.permissions.filter((key) => !wholeProjectPermissions.has(key))
      : membership.permissions
  )
}

/**
 * Returns the permissions of a caller in a project: the person's, as far as their session or token includes
 * them.
 */
export const permissionsIn = (
  actor: Actor,
  projectId: string,
  membership: Membership | null
): ReadonlySet<Permission> =>
  new Set([...permissionsOfPerson(actor, membership)].filter((key) => carries(actor, key, projectId)))

/**
 * Returns the first of `wanted` that the caller does not have; null: the caller has all of them. No caller
 * grants more than they have.
 */
export const firstNotHeld = (
  wanted: Iterable<Permission>,
  may: (permission: Permission) => boolean
): Permission | null => {
  for (const key of wanted) if (!may(key)) return key
  return null
}

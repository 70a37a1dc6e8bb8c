// What a caller may do in a project: what the person is there, and what of it they came in with.
import { type Actor, carries } from "./Actor.ts"
import { allPermissions, ofTheWhole, type Permission } from "./Permission.ts"

/** What somebody is in a project. `permissions` are those of the role; `scoped`: they see a part of it. */
export interface Membership {
  readonly projectId: string
  readonly permissions: ReadonlyArray<Permission>
  readonly scoped: boolean
}

/**
 * What the person may in a project of theirs; null: they are no member. Server admins may everything
 * everywhere.
 */
export const ofPerson = (
  { serverAdmin }: Pick<Actor, "serverAdmin">,
  membership: Membership | null
): ReadonlySet<Permission> => {
  if (serverAdmin) return allPermissions
  if (membership === null) return new Set()
  return new Set(
    membership.scoped ? membership.permissions.filter((key) => !ofTheWhole.has(key)) : membership.permissions
  )
}

/** What a caller may in a project: what the person may, as far as they came in with it. */
export const permissionsIn = (
  actor: Actor,
  projectId: string,
  membership: Membership | null
): ReadonlySet<Permission> =>
  new Set([...ofPerson(actor, membership)].filter((key) => carries(actor, key, projectId)))

/** The first of `wanted` that is not had: nobody gives more than they have. Null: all are had. */
export const firstBeyond = (
  wanted: Iterable<Permission>,
  may: (permission: Permission) => boolean
): Permission | null => {
  for (const key of wanted) if (!may(key)) return key
  return null
}

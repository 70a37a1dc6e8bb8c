// Roles: named sets of permissions. Four are built in, each with all permissions of the one before it; a
// project may have more of its own.
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Name } from "../schemas.ts"
import { addedPermissions, type Permission, permissions } from "./Permission.ts"

/** builtInRoles are the built-in roles, from the least to the most. */
export const builtInRoles = [
  { key: "viewer", label: "Viewer", permissions: addedPermissions.viewer },
  {
    key: "operator",
    label: "Operator",
    permissions: [...addedPermissions.viewer, ...addedPermissions.operator]
  },
  {
    key: "analyst",
    label: "Analyst",
    permissions: [...addedPermissions.viewer, ...addedPermissions.operator, ...addedPermissions.analyst]
  },
  { key: "admin", label: "Admin", permissions }
] as const satisfies ReadonlyArray<{
  readonly key: string
  readonly label: string
  readonly permissions: ReadonlyArray<Permission>
}>

const known: ReadonlySet<string> = new Set(permissions)
const isPermission = (word: string): word is Permission => known.has(word)

/**
 * Returns the permissions of a role; `own` are those of the project's own role of this key, null where it has
 * none. An unknown role has none.
 */
export const permissionsOfRole = (
  key: string,
  own: ReadonlyArray<string> | null
): ReadonlyArray<Permission> =>
  builtInRoles.find((role) => role.key === key)?.permissions ?? (own ?? []).filter(isPermission)

/** Returns the keys of the built-in roles that have a permission. */
export const builtInWith = (permission: Permission): ReadonlyArray<string> =>
  builtInRoles.filter((role) => role.permissions.some((key) => key === permission)).map((role) => role.key)

/** RoleKey names a role in its project; it never changes, because members refer to it. */
export const RoleKey = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9_-]{1,63}$/u, {
    expected: "2 to 64 small letters, digits, _ and -, the first a letter"
  })
)

const written = {
  label: Name,
  permissions: Schema.Array(Schema.Literals(permissions)).check(
    Schema.isMinLength(1),
    Schema.isMaxLength(permissions.length),
    Schema.isUnique()
  )
}

/** NewRole is what makes a role. */
export const NewRole = Schema.Struct({ key: RoleKey, ...written })
/** The decoded form of a `NewRole`. */
export type NewRole = typeof NewRole.Type

/** RoleChange is what updates a role; missing members stay as they are. */
export const RoleChange = Schema.Struct(written).mapFields(Struct.map(Schema.optionalKey))
/** The decoded form of a `RoleChange`. */
export type RoleChange = typeof RoleChange.Type

/** Role is a role as the API shows it. */
export const Role = Schema.Struct({
  key: RoleKey,
  ...written,
  built_in: Schema.Boolean.annotate({ description: "The same in every project, and not to be changed" })
}).annotate({
  identifier: "Role",
  examples: [
    {
      key: "ranger",
      label: "Ranger",
      permissions: ["project:read", "alerts:write", "events:write"],
      built_in: false
    }
  ]
})
/** The decoded form of a `Role`. */
export type Role = typeof Role.Type

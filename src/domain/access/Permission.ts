// The vocabulary of permissions, and of token scopes: what a caller may do in a project.

/** The permissions that each built-in role adds to those of the role before it. */
export const addedPermissions = {
  viewer: ["project:read", "traces:read", "alerts:write"],
  operator: ["events:write", "devices:control", "features:write"],
  analyst: ["exports:create", "views:write", "dashboards:write", "analysis:run"],
  admin: [
    "project:write",
    "members:write",
    "entities:write",
    "devices:write",
    "rules:write",
    "automations:write",
    "integrations:write",
    "data:curate"
  ]
} as const

/** permissions are all keys, in the order of the vocabulary. */
export const permissions = [
  ...addedPermissions.viewer,
  ...addedPermissions.operator,
  ...addedPermissions.analyst,
  ...addedPermissions.admin
] as const
/** Permission is a key of the vocabulary. */
export type Permission = (typeof permissions)[number]

/** allPermissions is the set of all keys. */
export const allPermissions: ReadonlySet<Permission> = new Set(permissions)

/**
 * The permissions of members who see the whole project: its settings and audit log, its members, the
 * destinations of its events, and its places, because rules evaluate every subject on them. A member with a
 * scope does not have them, whatever their role.
 */
export const wholeProjectPermissions: ReadonlySet<Permission> = new Set([
  "project:write",
  "members:write",
  "automations:write",
  "integrations:write",
  "features:write"
])

/**
 * The permissions that no endpoint asks for yet. The specification names them for interfaces that keep views
 * and dashboards (5, 1), and roles and tokens carry them already, so that a later endpoint is not open to
 * more people than intended.
 */
export const reservedPermissions: ReadonlySet<Permission> = new Set([
  "devices:control",
  "views:write",
  "dashboards:write"
])

/** The areas in which permissions are shown. */
export const permissionAreas = [
  "project",
  "tracking",
  "events",
  "rules",
  "exports_and_analysis",
  "analyses"
] as const

/** The title and area of each permission, in the order of the vocabulary. */
export const permissionCatalogue: Readonly<
  Record<Permission, { readonly area: (typeof permissionAreas)[number]; readonly label: string }>
> = {
  "project:read": { area: "project", label: "See the project and what is in it" },
  "traces:read": { area: "events", label: "Read processing traces" },
  "alerts:write": { area: "events", label: "Acknowledge, resolve and snooze alerts" },
  "events:write": { area: "events", label: "Report events" },
  "devices:control": { area: "tracking", label: "Send commands to devices" },
  "features:write": { area: "tracking", label: "Draw fences and other areas" },
  "exports:create": { area: "exports_and_analysis", label: "Export data" },
  "views:write": { area: "exports_and_analysis", label: "Save views" },
  "dashboards:write": { area: "exports_and_analysis", label: "Arrange dashboards" },
  "analysis:run": { area: "analyses", label: "Run analyses" },
  "project:write": { area: "project", label: "Change the project's settings and read its audit log" },
  "members:write": { area: "project", label: "Manage members and roles" },
  "entities:write": { area: "tracking", label: "Manage entities and groups" },
  "devices:write": { area: "tracking", label: "Manage devices and their assignments" },
  "rules:write": { area: "rules", label: "Write rules" },
  "automations:write": { area: "rules", label: "Manage automations" },
  "integrations:write": { area: "rules", label: "Manage integrations" },
  "data:curate": { area: "tracking", label: "Curate data" }
}

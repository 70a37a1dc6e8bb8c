// The vocabulary of permissions, and of token scopes: what someone may do in a project.

/** What each built-in role may besides what the one before it may. */
export const added = {
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

/** Every permission key. */
export const permissions = [...added.viewer, ...added.operator, ...added.analyst, ...added.admin] as const
export type Permission = (typeof permissions)[number]

/** Everything there is. */
export const allPermissions: ReadonlySet<Permission> = new Set(permissions)

/**
 * What only those may who see the whole project: its settings and audit log, its members, what sends its
 * events elsewhere, and its places, on which rules judge everybody. A member with a scope does not have them,
 * whatever their role.
 */
export const ofTheWhole: ReadonlySet<Permission> = new Set([
  "project:write",
  "members:write",
  "automations:write",
  "integrations:write",
  "features:write"
])

/**
 * What nothing of the service asks for yet. The vocabulary has them all the same: the specification names
 * keys of interfaces that keep views and dashboards (5, 1), and roles, tokens and interfaces gate on them, so
 * that what asks one day is not granted to more people than it was meant for.
 */
export const reserved: ReadonlySet<Permission> = new Set([
  "devices:control",
  "views:write",
  "dashboards:write"
])

/** The areas that permissions are shown in. */
export const areas = ["project", "tracking", "events", "rules", "exports_and_analysis", "analyses"] as const

/** What each permission is called, and where it is shown, in the order of the vocabulary. */
export const catalogue: Readonly<
  Record<Permission, { readonly area: (typeof areas)[number]; readonly label: string }>
> = {
  "project:read": { area: "project", label: "See the project and what is in it" },
  "traces:read": { area: "events", label: "Read processing traces" },
  "alerts:write": { area: "events", label: "Acknowledge, resolve and snooze alerts" },
  "events:write": { area: "events", label: "Report events" },
  "devices:control": { area: "tracking", label: "Send commands to devices" },
  "features:write": { area: "tracking", label: "Draw fences, zones and places" },
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

// The vocabulary of permissions, and of token scopes: what someone may do in a project.

/** What viewers may. */
const viewer = ["project:read", "traces:read", "alerts:write"] as const
/** What operators may besides. */
const operator = ["events:write", "devices:control", "features:write"] as const
/** What analysts may besides. */
const analyst = ["exports:create", "views:write", "dashboards:write", "analysis:run"] as const
/** What admins of a project may besides. */
const admin = [
  "project:write", "members:write", "entities:write", "devices:write", "rules:write", "automations:write", "integrations:write", "data:curate"
] as const

/** Every permission key. */
export const permissions = [...viewer, ...operator, ...analyst, ...admin] as const
export type Permission = typeof permissions[number]

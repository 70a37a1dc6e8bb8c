// The alerts that this tab knows, each in its newest copy.
import type { Answer } from "../api/call.ts"
import { entityStore } from "../entityStore.ts"
import { onSignOut } from "../signOut.ts"

/** An alert as lists show it. */
export type Alert = Answer<"GET", "/projects/:project_id/alerts/">["items"][number]
/** The status of an alert. */
export type AlertStatus = Alert["status"]

/** Returns the key of an alert in the store. */
export const keyOf = ({ id, project_id }: Pick<Alert, "id" | "project_id">): string => `${project_id} ${id}`

/** The alerts that are known. Steps are only ever added, so the copy with more steps is the newer one. */
export const alertStore = entityStore<Alert>(keyOf, (a, b) => a.steps.length - b.steps.length)

onSignOut(alertStore.clear)

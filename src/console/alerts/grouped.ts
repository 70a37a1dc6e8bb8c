// The inbox in groups: by what was done about alerts, by whom they are about, or by the rule.
import type { Alert, AlertStatus } from "../queries/alerts.ts"

export const groupings = ["time", "animal", "rule"] as const
export type Grouping = (typeof groupings)[number]

export interface Group {
  readonly name: string
  readonly note: string
  readonly alerts: ReadonlyArray<Alert>
  /** of those that are done with, the last few: the others have a list of their own */
  readonly cut?: true
}

export type Lists = Readonly<Record<AlertStatus, ReadonlyArray<Alert>>>

/** Resolved alerts that are shown below the others. */
const RESOLVED = 8

const nameOf: Readonly<Record<Exclude<Grouping, "time">, (alert: Alert) => string>> = {
  animal: ({ device_name, entity_name }) => entity_name ?? device_name ?? "Nobody",
  rule: ({ rule }) => rule?.name ?? "Without a rule"
}

const byTime = (tab: AlertStatus, { acknowledged, open, resolved }: Lists): ReadonlyArray<Group> => {
  const waiting: Group = { name: "Open", note: "newest first", alerts: open },
    taken: Group = { name: "Acknowledged", note: "somebody is on it", alerts: acknowledged }
  switch (tab) {
    case "open":
      return [waiting, taken, { name: "Resolved", note: "", alerts: resolved.slice(0, RESOLVED), cut: true }]
    case "acknowledged":
      return [taken]
    case "resolved":
      return [{ name: "Resolved", note: "newest first", alerts: resolved }]
  }
}

/** Groups that have an alert: of what waits with what was done below it, or of one status alone. */
export const grouped = (by: Grouping, tab: AlertStatus, lists: Lists): ReadonlyArray<Group> => {
  if (by === "time") return byTime(tab, lists).filter(({ alerts }) => alerts.length > 0)
  const some = tab === "open" ? [...lists.open, ...lists.acknowledged] : lists[tab]
  return [...Map.groupBy(some, nameOf[by])].map(([name, alerts]) => ({
    name,
    note: alerts.length === 1 ? "" : `${alerts.length} alerts`,
    alerts
  }))
}

/**
 * Lists in which the alert that somebody looks at stays where it was when they came to it, whatever becomes
 * of it meanwhile: nothing moves under the pointer, and the next is the one below.
 */
export const held = (lists: Lists, id: string | undefined, status: AlertStatus | undefined): Lists => {
  const all = [...lists.open, ...lists.acknowledged, ...lists.resolved]
  const kept = all.find((one) => one.id === id)
  if (kept === undefined || status === undefined || kept.status === status) return lists
  const without = (some: ReadonlyArray<Alert>) => some.filter((one) => one.id !== id)
  const { acknowledged, open, resolved } = lists
  const others: Lists = {
    open: without(open),
    acknowledged: without(acknowledged),
    resolved: without(resolved)
  }
  const back = [...others[status], kept].sort((a, b) => b.created_at.localeCompare(a.created_at))
  return { ...others, [status]: back }
}

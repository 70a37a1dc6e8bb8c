// The inbox in groups: by status, by subject, or by rule.
import { words } from "../../../words/language.ts"
import type { Alert, AlertStatus } from "../../data/alerts.ts"

/** groupings are the ways to group the inbox; `time` is by status. */
export const groupings = ["time", "animal", "rule"] as const
/** Grouping is a way to group the inbox. */
type Grouping = (typeof groupings)[number]

/** Group is a heading of the inbox with its alerts. */
export interface Group {
  readonly name: string
  readonly note: string
  readonly alerts: ReadonlyArray<Alert>
  /** only the newest alerts are in it; the tab of resolved alerts has all */
  readonly cut?: true
}

/** Lists are the alerts by status. */
export type Lists = Readonly<Record<AlertStatus, ReadonlyArray<Alert>>>

/** Resolved alerts below the open and acknowledged ones. */
const MAX_RESOLVED = 8

const nameOf: Readonly<Record<Exclude<Grouping, "time">, (alert: Alert) => string>> = {
  animal: ({ device_name, entity_name }) => entity_name ?? device_name ?? words.alerts.grouping.noSubject,
  rule: ({ rule }) => rule?.name ?? words.alerts.grouping.noRule
}

const byTime = (tab: AlertStatus, { acknowledged, open, resolved }: Lists): ReadonlyArray<Group> => {
  const { grouping, statuses } = words.alerts
  const waiting: Group = { name: statuses.open, note: grouping.newestFirst, alerts: open },
    taken: Group = { name: statuses.acknowledged, note: grouping.inHand, alerts: acknowledged }
  switch (tab) {
    case "open":
      return [
        waiting,
        taken,
        { name: statuses.resolved, note: "", alerts: resolved.slice(0, MAX_RESOLVED), cut: true }
      ]
    case "acknowledged":
      return [taken]
    case "resolved":
      return [{ name: statuses.resolved, note: grouping.newestFirst, alerts: resolved }]
  }
}

/** grouped returns the groups that are not empty: the open tab has all statuses, the others one. */
export const grouped = (by: Grouping, tab: AlertStatus, lists: Lists): ReadonlyArray<Group> => {
  if (by === "time") return byTime(tab, lists).filter(({ alerts }) => alerts.length > 0)
  const some = tab === "open" ? [...lists.open, ...lists.acknowledged] : lists[tab]
  return [...Map.groupBy(some, nameOf[by])].map(([name, alerts]) => ({
    name,
    note: alerts.length === 1 ? "" : words.alerts.grouping.count({ count: alerts.length }),
    alerts
  }))
}

/**
 * held returns lists in which the selected alert keeps its status from when it was selected, so that it stays
 * in place after a change and the next alert is the row below.
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

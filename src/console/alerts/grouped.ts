// The inbox in groups: by what was done about alerts, by whom they are about, or by the rule.
import type { Alert, AlertStatus } from "../queries/alerts.ts"

export const groupings = ["time", "animal", "rule"] as const
export type Grouping = (typeof groupings)[number]

export interface Group {
  readonly name: string
  readonly note: string
  readonly alerts: ReadonlyArray<Alert>
}

type Lists = Readonly<Record<AlertStatus, ReadonlyArray<Alert>>>

/** Resolved alerts that are shown below the others. */
const RESOLVED = 20

const nameOf: Readonly<Record<Exclude<Grouping, "time">, (alert: Alert) => string>> = {
  animal: ({ device_name, entity_name }) => entity_name ?? device_name ?? "Nobody",
  rule: ({ rule }) => rule?.name ?? "Without a rule"
}

const byTime = ({ acknowledged, open, resolved }: Lists): ReadonlyArray<Group> => [
  { name: "Open", note: "newest first", alerts: open },
  { name: "Acknowledged", note: "somebody is on it", alerts: acknowledged },
  { name: "Resolved", note: "", alerts: resolved.slice(0, RESOLVED) }
]

/** Groups that have an alert. */
export const grouped = (by: Grouping, lists: Lists): ReadonlyArray<Group> => {
  if (by === "time") return byTime(lists).filter(({ alerts }) => alerts.length > 0)
  const waiting = [...lists.open, ...lists.acknowledged]
  return [...Map.groupBy(waiting, nameOf[by])].map(([name, alerts]) => ({
    name,
    note: alerts.length === 1 ? "" : `${alerts.length} alerts`,
    alerts
  }))
}

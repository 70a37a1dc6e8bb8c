// Why an event is not sent because of its alert: a person has acknowledged or resolved it, or it is about the past.
import type { Event } from "../event/Event.ts"
import type { Automation } from "./Automation.ts"
import { type Skipped, skipped } from "./Outcome.ts"

const SKIP_REASONS = { acknowledged: "is acknowledged", resolved: "is resolved" } as const

/** Returns why an event as it stands is not to be sent; null: its alert does not stand against it. */
export const alertSkip = (
  { alert, reminder }: Pick<Event, "alert" | "reminder">,
  { remind_acknowledged }: Pick<Automation, "remind_acknowledged">
): Skipped | null => {
  if (alert === null) return null
  if (alert.history !== undefined && alert.status === "resolved")
    return skipped("HISTORY", "its alert is about the past and was resolved when it was made")
  if (!reminder || remind_acknowledged || alert.status === "open") return null
  return skipped("ALERT_ACKNOWLEDGED", `it is a reminder, and its alert ${SKIP_REASONS[alert.status]}`)
}

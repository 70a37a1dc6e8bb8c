import type { Alert } from "../queries/alerts.ts"
import { span } from "../time/zoneTime.ts"

/** Older samples than this say something about then, not about now. Seconds. */
const OLD = 1800

/** Whether its figure may say something else by now. */
export const isOld = ({ late, sample_age_seconds: age }: Pick<Alert, "late" | "sample_age_seconds">) =>
  late || (age !== null && age > OLD)

interface AgeChipProps {
  readonly alert: Pick<Alert, "late" | "sample_age_seconds"> & Partial<Pick<Alert, "lag_seconds">>
}

/** How long after it happened it was known, where that was long; else how old the sample was that decided. */
export const AgeChip = ({ alert }: AgeChipProps) => {
  const { lag_seconds: lag = 0, sample_age_seconds: age } = alert
  if (lag > OLD) return <span className="chip num late">told {span(lag)} late</span>
  if (age === null) return null
  return <span className={`chip num ${isOld(alert) ? "late" : "on"}`}>sample {span(age)} old</span>
}

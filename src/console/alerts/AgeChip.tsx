import type { Alert } from "../queries/alerts.ts"
import { span } from "../time/zoneTime.ts"

/** Older samples than this say something about then, not about now. Seconds. */
const OLD = 1800

/** Whether its figure may say something else by now. */
export const isOld = ({ late, sample_age_seconds: age }: Pick<Alert, "late" | "sample_age_seconds">) =>
  late || (age !== null && age > OLD)

/** How old the sample was that decided; late where it came in after newer ones. */
export const AgeChip = ({ alert }: { readonly alert: Pick<Alert, "late" | "sample_age_seconds"> }) => {
  const { late, sample_age_seconds: age } = alert
  if (age === null) return null
  return (
    <span className={`chip num ${isOld(alert) ? "late" : "on"}`}>
      {late ? "late: " : ""}sample {span(age)} old
    </span>
  )
}

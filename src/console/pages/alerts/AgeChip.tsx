import { words } from "../../../words/language.ts"
import type { Alert } from "../../data/alerts.ts"
import { span } from "../../time/zoneTime.ts"

/** A sample older than this no longer tells the present state. */
const OLD_SAMPLE_SECONDS = 1800

/** isOld tells whether the values of an alert may be outdated. */
export const isOld = ({ late, sample_age_seconds: age }: Pick<Alert, "late" | "sample_age_seconds">) =>
  late || (age !== null && age > OLD_SAMPLE_SECONDS)

interface AgeChipProps {
  readonly alert: Pick<Alert, "late" | "sample_age_seconds"> & Partial<Pick<Alert, "lag_seconds">>
}

/** AgeChip shows how late an alert was detected, or else the age of the sample that triggered it. */
export const AgeChip = ({ alert }: AgeChipProps) => {
  const { lag_seconds: lag = 0, sample_age_seconds: age } = alert
  if (lag > OLD_SAMPLE_SECONDS)
    return <span className="chip num late">{words.alerts.age.late({ time: span(lag) })}</span>
  if (age === null) return null
  return (
    <span className={`chip num ${isOld(alert) ? "late" : "on"}`}>
      {words.alerts.age.sample({ time: span(age) })}
    </span>
  )
}

// The values of an alert: measured value and limit, distance to the border, age of the sample.
import { words } from "../../../words/language.ts"
import type { ReactNode } from "react"
import { farText } from "./call/callOrder.ts"
import { Figure } from "../../design/Figure.tsx"
import { Parts } from "../../design/Parts.tsx"
import type { Alert } from "../../data/alerts.ts"
import type { Evidence } from "../../data/evidence.ts"
import { span } from "../../time/zoneTime.ts"
import { isOld } from "./AgeChip.tsx"

interface EvidenceFactsProps {
  readonly alert: Alert
  /** undefined: not read yet */
  readonly found: Evidence | undefined
}

/** Returns the newest distance at the time of the event; null: the alert is about no border. */
const distanceAt = ({ event_time: at }: Alert, found: Evidence | undefined) => {
  const { feature, points } = found?.distance ?? { feature: null, points: [] }
  const last = points.findLast(({ time }) => time <= at) ?? points[0]
  return feature === null || last === undefined ? null : { name: feature.name, metres: last.value }
}

/**
 * What shows the value that triggered the alert; without one, what the first condition read, such as the
 * fence that was left.
 */
const What = ({ alert: { event_type, headline }, found }: EvidenceFactsProps) => {
  const seen = found?.values?.[0]
  return (
    <div>
      <dt>
        {headline === null
          ? (seen?.label ?? words.alerts.evidence.whatHappened)
          : words.alerts.evidence.whenJudged(headline)}
      </dt>
      <dd>
        {headline !== null ? (
          <Figure of={headline} />
        ) : (
          <bdi>{typeof seen?.value === "string" ? seen.value : event_type}</bdi>
        )}
      </dd>
    </div>
  )
}

/** EvidenceFacts lists the values of an alert. */
export const EvidenceFacts = ({ alert, found }: EvidenceFactsProps) => {
  const { device_name, late, sample_age_seconds: age } = alert
  const distance = distanceAt(alert, found)
  const ageText = age === null ? "–" : span(age)
  return (
    <dl className="panel facts">
      <What alert={alert} found={found} />
      {distance !== null && (
        <div>
          <dt>
            <Parts of={words.alerts.evidence.from<ReactNode>({ area: <bdi>{distance.name}</bdi> })} />
          </dt>
          <dd className="num">
            {words.alerts.evidence[distance.metres < 0 ? "inside" : "outside"]({
              distance: farText(Math.abs(distance.metres))
            })}
          </dd>
        </div>
      )}
      <div>
        <dt>{words.alerts.evidence.sampleAge}</dt>
        <dd className="num" data-tone={isOld(alert) ? "late" : "well"}>
          {late ? words.alerts.evidence.cameLate({ age: ageText }) : ageText}
        </dd>
      </div>
      <div>
        <dt>{words.alerts.evidence.device}</dt>
        <dd>
          <bdi>{device_name ?? "–"}</bdi>
        </dd>
      </div>
    </dl>
  )
}

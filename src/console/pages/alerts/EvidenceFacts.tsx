// The values of an alert: measured value and limit, distance to the border, age of the sample.
import { farText } from "./call/callOrder.ts"
import { Figure } from "../../design/Figure.tsx"
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
      <dt>{headline === null ? (seen?.label ?? "What happened") : `${headline.label}, when judged`}</dt>
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
  return (
    <dl className="panel facts">
      <What alert={alert} found={found} />
      {distance !== null && (
        <div>
          <dt>
            From <bdi>{distance.name}</bdi>
          </dt>
          <dd className="num">
            {farText(Math.abs(distance.metres))} {distance.metres < 0 ? "inside" : "outside"}
          </dd>
        </div>
      )}
      <div>
        <dt>Sample age</dt>
        <dd className="num" data-tone={isOld(alert) ? "late" : "well"}>
          {age === null ? "–" : span(age)}
          {late && ", came late"}
        </dd>
      </div>
      <div>
        <dt>Device</dt>
        <dd>
          <bdi>{device_name ?? "–"}</bdi>
        </dd>
      </div>
    </dl>
  )
}

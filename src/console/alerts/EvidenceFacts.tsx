// The figures of an alert: what was read beside its limit, how far it was from the border, how old that is.
import { farText } from "../call/callOrder.ts"
import { Figure } from "../look/Figure.tsx"
import type { Alert } from "../queries/alerts.ts"
import type { Evidence } from "../queries/evidence.ts"
import { span } from "../time/zoneTime.ts"
import { isOld } from "./AgeChip.tsx"

interface EvidenceFactsProps {
  readonly alert: Alert
  /** undefined: not read yet */
  readonly found: Evidence | undefined
}

/** The newest distance that was known when the alert was judged; null: it is about no border. */
const distanceAt = ({ event_time: at }: Alert, found: Evidence | undefined) => {
  const { feature, points } = found?.distance ?? { feature: null, points: [] }
  const last = points.findLast(({ time }) => time <= at) ?? points[0]
  return feature === null || last === undefined ? null : { name: feature.name, metres: last.value }
}

/** The figure that decided; without one what the first condition saw, such as which fence was left. */
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

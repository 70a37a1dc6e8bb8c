// The evidence of the selected alert: event, values, map, and the steps taken.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { NearestPerson } from "./call/NearestPerson.tsx"
import type { Alert } from "../../data/alerts.ts"
import { eventRecord } from "../../data/events.ts"
import { evidence } from "../../data/evidence.ts"
import { EventMap } from "../event/EventMap.tsx"
import { Handling } from "../event/Handling.tsx"
import { Series } from "../../charts/evidence/Series.tsx"
import { placeOf } from "../event/placeOf.ts"
import { Key } from "../../design/marks/Key.tsx"
import { Severity } from "../../design/marks/Severity.tsx"
import { Trouble } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"
import { inZone, span } from "../../time/zoneTime.ts"
import { useNow } from "../../time/useNow.ts"
import { useOpenTrace } from "../event/useOpenTrace.ts"
import { AlertActs } from "./AlertActs.tsx"
import { EvidenceFacts } from "./EvidenceFacts.tsx"
import look from "./evidence.module.css"

const HOUR = 3_600_000

interface EvidenceProps {
  readonly alert: Alert
  readonly onResolve: () => void
}

/** Evidence shows the evidence of an alert beside the inbox. */
export const Evidence = ({ alert, onResolve }: EvidenceProps) => {
  const { project, zone } = useProject()
  const now = useNow()
  const { data, error, refetch } = useQuery(eventRecord(project.id, alert.event_id))
  const { data: found } = useQuery(evidence(project.id, alert.event_id))
  const time = Date.parse(alert.event_time)
  useOpenTrace(data?.trace?.id)
  return (
    <section className={look["pane"]} aria-label={words.alerts.evidence.label}>
      <header className={look["title"]}>
        <Severity of={alert.severity} size={22} />
        <div>
          <h2>{alert.title}</h2>
          <p className="soft num">
            {words.alerts.evidence.happened({
              time: inZone(time, zone, "full"),
              age: span((now - time) / 1000)
            })}
          </p>
        </div>
        <AlertActs alert={alert} onResolve={onResolve} />
      </header>
      <EvidenceFacts alert={alert} found={found} />
      <div className={`panel ${look["map"]}`}>
        {data === undefined && error !== null && <Trouble error={error} again={() => void refetch()} />}
        {data !== undefined && (
          <EventMap
            key={alert.event_id}
            id={alert.event_id}
            subject={alert}
            name={alert.entity_name ?? alert.device_name ?? alert.title}
            severity={alert.severity}
            time={time}
            at={placeOf(data.event)}
            before={3 * HOUR}
            after={3 * HOUR}
            others={found?.others ?? null}
          />
        )}
      </div>
      <div className={look["below"]}>
        {data !== undefined && <Series event={data.event} />}
        <div className={`panel ${look["handling"]}`}>
          <Handling alert={alert} told={data?.deliveries ?? []} />
          <NearestPerson alert={alert} />
          <Link
            className={`link ${look["open"]}`}
            to="/p/$slug/events/$event"
            params={{ slug: project.slug, event: alert.event_id }}
          >
            {words.alerts.acts.openPage} <Key of="↵" />
          </Link>
        </div>
      </div>
    </section>
  )
}

// The page of an event: why it fired, where, handling, deliveries, and its processing steps. One column of evidence,
// one of handling, no tabs.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { AlertActs } from "../alerts/AlertActs.tsx"
import { Resolve } from "../alerts/Resolve.tsx"
import { words } from "../../../words/language.ts"
import { useShown } from "../alerts/useShown.ts"
import { NearestPerson } from "../alerts/call/NearestPerson.tsx"
import type { Alert } from "../../data/alerts.ts"
import { useShownAlert } from "../../data/alerts/useAlerts.ts"
import { type Event, eventRecord } from "../../data/events.ts"
import { evidence } from "../../data/evidence.ts"
import { amountOf, limitOf, unitOf } from "../../design/Figure.tsx"
import { Parts } from "../../design/Parts.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import { Severity } from "../../design/marks/Severity.tsx"
import { useActs } from "../../shell/acts.ts"
import { PlaceActs } from "../../shell/place/PlaceActs.tsx"
import { Page } from "../../shell/Page.tsx"
import { TroubledPage, Waiting } from "../../shell/states.tsx"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { SnoozeButton } from "../alerts/snooze/SnoozeButton.tsx"
import { snoozableEvent } from "../alerts/snooze/snoozing.ts"
import { AsOf } from "../../time/AsOf.tsx"
import { inZone, span } from "../../time/zoneTime.ts"
import { iso } from "../../time/iso.ts"
import { useNow } from "../../time/useNow.ts"
import { EventMap } from "./EventMap.tsx"
import { Handling } from "./Handling.tsx"
import { headingOf } from "./headingOf.ts"
import { Neighbours } from "./Neighbours.tsx"
import { placeOf } from "./placeOf.ts"
import { SameRule } from "./SameRule.tsx"
import { Series } from "../../charts/evidence/Series.tsx"
import { Steps } from "./Steps.tsx"
import { Deliveries } from "./Deliveries.tsx"
import { useNeighbours } from "./useNeighbours.ts"
import { useOpenSubject } from "./useOpenSubject.ts"
import { useOpenTrace } from "./useOpenTrace.ts"
import { Verify } from "./Verify.tsx"
import { trackWindow } from "./trackWindow.ts"
import { Why } from "./Why.tsx"
import look from "./event.module.css"

const route = getRouteApi("/known/p/$slug/events/$event")

const HOUR = 3_600_000

const strong = (text: string) => <b>{text}</b>

/** SinceThen shows whether the conditions still hold. */
const SinceThen = ({ event }: { readonly event: Event }) => {
  const { project, zone } = useProject()
  const { data } = useQuery(evidence(project.id, event.id))
  const now = useNow()
  const { duration_seconds: lasted, ended_at: ended } = event
  if (ended !== null)
    return words.event.ended({ time: inZone(ended, zone, "dayClock"), lasted: span(lasted ?? 0) })
  return data?.still_active === true ? (
    <Parts
      of={words.event.stillHolds<ReactNode>({
        strong,
        time: span((now - Date.parse(event.time)) / 1000)
      })}
    />
  ) : null
}

const Remarks = ({ event }: { readonly event: Event }) => {
  const { project, zone } = useProject()
  const remarks = [
    ...(event.superseded ? [words.alerts.supersededHint] : []),
    ...(event.late ? [words.event.late] : []),
    ...(event.snoozed ? [words.event.snoozed(entityWord(project))] : []),
    ...(event.reminder ? [words.event.reminder] : [])
  ]
  return (
    <>
      <p className="soft num">
        {words.event.time({ time: inZone(event.time, zone, "full") })}{" "}
        {event.sample_age_seconds !== null && (
          <>
            <Parts
              of={words.event.sampleAge<ReactNode>({ age: <b>{span(event.sample_age_seconds)}</b> })}
            />{" "}
          </>
        )}
        <SinceThen event={event} />
      </p>
      {remarks.map((remark) => (
        <p key={remark} className={look["remark"]}>
          {remark}
        </p>
      ))}
    </>
  )
}

const Big = ({ alert }: { readonly alert: Alert | null }) => {
  const headline = alert?.headline ?? null
  if (headline === null) return null
  return (
    <div className={look["big"]}>
      <b className="num">{amountOf(headline.value, headline.unit, headline.limit)}</b>
      <span className="num">
        {words.event.limit({
          unit: unitOf(headline.unit) || headline.label,
          limit: limitOf(headline)
        })}
      </span>
    </div>
  )
}

/** Ways links to the hours before on the live map, and to the subject. */
const Ways = ({ event, until }: { readonly event: Event; readonly until: number }) => {
  const { project } = useProject()
  const subject = useShown(event)
  const params = { slug: project.slug }
  const from = iso(Date.parse(event.time) - 12 * HOUR)
  return (
    <>
      {event.entity_id !== null && (
        <Link
          className="btn small"
          to="/p/$slug/animals/$entity"
          params={{ ...params, entity: event.entity_id }}
        >
          {event.entity_name ?? words.event.itsPage}
        </Link>
      )}
      {subject !== null && (
        <Link
          className="btn small"
          to="/p/$slug/live"
          params={params}
          search={{ sel: subject, t: from, w: iso(until) }}
        >
          <Icon name="play" size={13} /> {words.alerts.acts.replay}
        </Link>
      )}
    </>
  )
}

/** EventPage is the page of an event. */
export const EventPage = () => {
  const { may, project, zone } = useProject()
  const { event: id } = route.useParams()
  const navigate = route.useNavigate()
  const { data, dataUpdatedAt, error, refetch } = useQuery(eventRecord(project.id, id))
  const [resolving, setResolving] = useState<Alert | null>(null)
  const { acknowledge } = useActs()
  const now = useNow()
  const alert = useShownAlert(data?.alert ?? null)
  const { data: found } = useQuery(evidence(project.id, id))
  const among = useNeighbours(id, alert)
  useOpenTrace(data?.trace?.id)
  useOpenSubject(data?.event)
  useKeys({
    e: () => {
      if (alert?.status === "open") void acknowledge(alert)
    },
    r: (press) => {
      if (alert === null || !may("alerts:write")) return
      press.preventDefault()
      setResolving(alert)
    },
    Escape: () => void navigate({ to: "/p/$slug/alerts", params: { slug: project.slug } })
  })
  const again = () => void refetch()
  if (data === undefined)
    return error === null ? (
      <Waiting what={words.event.theEvent} />
    ) : (
      <TroubledPage error={error} again={again} />
    )
  const { deliveries, event, trace } = data
  const time = Date.parse(event.time)
  return (
    <Page
      name={event.title}
      title={
        <>
          <Link to="/p/$slug/alerts" params={{ slug: project.slug }}>
            {words.alerts.title}
          </Link>{" "}
          <span className="faint">/</span> {event.title}
        </>
      }
      beside={
        <>
          {alert !== null && <span className="chip">{words.event.status[alert.status]}</span>}
          <span className="code">{event.event_type}</span>
        </>
      }
      acts={
        alert === null ? (
          <SnoozeButton what={snoozableEvent(event)} />
        ) : (
          <>
            <Neighbours among={among} />
            <AlertActs alert={alert} onResolve={() => setResolving(alert)} />
          </>
        )
      }
      said={error !== null && <AsOf at={dataUpdatedAt} error={error} again={again} />}
    >
      <div className={look["body"]}>
        <main className={look["evidence"]} aria-label={words.alerts.evidence.label}>
          <header className={look["title"]}>
            <Severity of={event.severity} size={22} />
            <div>
              <h2>{headingOf(event, alert?.headline ?? null, zone)}</h2>
              <Remarks event={event} />
            </div>
            <Big alert={alert} />
          </header>
          <div className={`panel ${look["two"]}`}>
            <Why event={event} />
            <EventMap
              key={event.id}
              id={event.id}
              subject={event}
              name={event.entity_name ?? event.device_name ?? event.title}
              severity={event.severity}
              time={time}
              at={placeOf(event)}
              before={12 * HOUR}
              after={trackWindow(time, now)}
              others={found?.others ?? null}
              acts={
                <>
                  <PlaceActs name={event.entity_name ?? event.title} at={() => placeOf(event) ?? undefined} />
                  <Ways event={event} until={Math.min(now, time + 12 * HOUR)} />
                </>
              }
            />
          </div>
          <Series event={event} alert={alert} />
        </main>
        <aside className={look["side"]} aria-label={words.event.outcome}>
          {alert !== null && <Handling alert={alert} />}
          {alert !== null && <NearestPerson alert={alert} />}
          <Deliveries deliveries={deliveries} />
          <Steps event={event} trace={trace} />
          {event.source.kind === "rule" && <SameRule event={event} />}
          {event.source.kind === "rule" && <Verify key={event.id} eventId={event.id} />}
        </aside>
      </div>
      <Resolve alert={resolving} onClose={() => setResolving(null)} />
    </Page>
  )
}

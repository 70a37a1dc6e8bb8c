// The selected animal of ⌘K in a few figures: place, speed, battery, neighbours, day, last alerts.
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { Spark } from "../../charts/Spark.tsx"
import { useNights } from "../../charts/useNights.ts"
import { farText } from "../../pages/alerts/call/callOrder.ts"
import { useCallable } from "../../pages/alerts/call/CallAbout.tsx"
import { Parts } from "../../design/Parts.tsx"
import { Mark } from "../../design/marks/Mark.tsx"
import { metricName } from "../../design/metricName.ts"
import { fixedText, numberText } from "../../design/numbers.ts"
import { Severity } from "../../design/marks/Severity.tsx"
import { useAlertsAbout } from "../../data/alerts/useAlerts.ts"
import { animal, entityTypes } from "../../data/animals.ts"
import { Age } from "../../time/Age.tsx"
import { useProject } from "../useProject.ts"
import { useNow } from "../../time/useNow.ts"
import { inZone, span } from "../../time/zoneTime.ts"
import look from "./palette.module.css"

const LAST = 3

const Fact = ({
  name,
  tone,
  value
}: {
  readonly name: string
  readonly value: ReactNode
  readonly tone?: string
}) => (
  <div data-tone={tone}>
    <dt>{name}</dt>
    <dd className="num">{value}</dd>
  </div>
)

/** The pane beside the results. */
export const SidePane = ({ id }: { readonly id: string }) => {
  const { project, zone } = useProject()
  const { data } = useQuery(animal(project.id, id))
  const { data: types = [] } = useQuery(entityTypes)
  const { data: alerts = [] } = useAlertsAbout(project.id, id)
  const near = useCallable({ entity_id: id, acknowledged_by: null })
    .flatMap(({ contact, near: found }) => (found === null ? [] : [{ contact, ...found }]))
    .toSorted((a, b) => a.metres - b.metres)[0]
  const clock = useNow()
  const nights = useNights(clock)
  const now = data?.now
  if (data === undefined || now === undefined) return <aside className={look["side"]} aria-hidden="true" />
  const type = types.find((one) => one.id === data.entity_type_id)
  const { severity } = now.open_alerts
  const inside = now.inside[0]
  const detail = [type?.label ?? type?.key, now.device?.name].filter((one) => one !== undefined)
  return (
    <aside className={look["side"]} aria-label={data.name}>
      <header>
        <Mark
          entityType={type?.key ?? null}
          heading={now.still_since === null ? (now.last_fix?.heading_deg ?? null) : null}
          silent={now.reporting === "silent"}
        />
        <bdi>{data.name}</bdi>
        {severity !== null && <Severity of={severity} />}
      </header>
      <p className="soft">{detail.join(", ")}</p>
      <dl>
        <Fact
          name={words.palette.pane.lastFix}
          value={
            now.last_fix === null ? (
              words.palette.pane.never
            ) : (
              <Parts of={words.common.time.ago<ReactNode>({ age: <Age of={now.last_fix.time} /> })} />
            )
          }
          {...(now.reporting === "on_time" ? {} : { tone: "late" })}
        />
        <Fact
          name={
            inside === undefined && now.last_fix !== null
              ? words.palette.pane.outside
              : words.palette.pane.inside
          }
          value={inside?.name ?? (now.last_fix === null ? "–" : words.palette.pane.everyArea)}
        />
        <Fact
          name={words.palette.pane.speed}
          value={
            now.still_since !== null
              ? words.palette.pane.still({ time: span((clock - Date.parse(now.still_since)) / 1000) })
              : now.speed_kmh === null
                ? "–"
                : `${fixedText(now.speed_kmh, 1)} km/h`
          }
        />
        <Fact
          name={words.palette.pane.battery}
          value={now.battery === null ? "–" : `${numberText(now.battery.value)} ${now.battery.unit ?? ""}`}
        />
        {near !== undefined && (
          <Fact
            name={words.palette.pane.nearest}
            value={words.palette.pane.nearestIs({
              name: near.contact.name ?? near.contact.phone,
              distance: farText(near.metres)
            })}
          />
        )}
        <Fact
          name={words.palette.pane.today}
          value={now.today_km === null ? "–" : `${fixedText(now.today_km, 1)} km`}
        />
      </dl>
      {data.spark !== undefined && data.spark.points.length > 0 && (
        <div className={look["spark"]}>
          <span className="faint">
            {words.palette.pane.lastDay({ metric: metricName(data.spark.metric), unit: data.spark.unit })}
          </span>
          <Spark of={data.spark} now={clock} nights={nights} width={226} height={42} />
        </div>
      )}
      {alerts.length > 0 && (
        <div className={look["last"]}>
          <span className="faint">{words.palette.pane.lastAlerts}</span>
          <ul>
            {alerts.slice(0, LAST).map(({ created_at, id: alert, title }) => (
              <li key={alert}>
                <time className="faint num" dateTime={created_at}>
                  {inZone(created_at, zone, "dayClock")}
                </time>
                <bdi>{title}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </aside>
  )
}

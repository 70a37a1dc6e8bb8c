// The alerts of one animal: the open ones, the first of them in full; the handled ones in a line each.
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { AlertRow } from "../alerts/AlertRow.tsx"
import type { Alert } from "../../data/alerts.ts"
import { useAlertsAbout } from "../../data/alerts/useAlerts.ts"
import { Severity } from "../../design/marks/Severity.tsx"
import { useActs } from "../../shell/acts.ts"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { Ago } from "../../time/Ago.tsx"
import look from "./animal.module.css"

const Past = ({ alert }: { readonly alert: Alert }) => {
  const { project, zone } = useProject()
  return (
    <li className={look["past"]}>
      <Severity of={alert.severity} size={14} />
      <Link to="/p/$slug/events/$event" params={{ slug: project.slug, event: alert.event_id }}>
        <bdi>{alert.title}</bdi>
      </Link>
      <span className="faint">{words.animals.alerts.status[alert.status]}</span>
      <Ago at={alert.event_time} zone={zone} />
    </li>
  )
}

/** AnimalAlerts lists the alerts of an animal. */
export const AnimalAlerts = ({ id }: { readonly id: string }) => {
  const { project } = useProject()
  const { data } = useAlertsAbout(project.id, id)
  const [chosen, choose] = useState<string | null>(null)
  const { acknowledge } = useActs()
  const open = data?.filter(({ status }) => status === "open") ?? [],
    past = data?.filter(({ status }) => status !== "open") ?? []
  const shown = open.find((one) => one.id === chosen) ?? open[0]
  useKeys({ e: () => shown !== undefined && void acknowledge(shown) })
  return (
    <section className="panel" aria-label={words.animals.alerts.title}>
      <h2 className={look["head"]}>
        <b>{words.animals.alerts.title}</b>{" "}
        <span className="soft num">
          {data !== undefined && words.animals.alerts.open({ count: open.length })}
        </span>
      </h2>
      <ul>
        {open.map((alert) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            chosen={alert.id === shown?.id}
            onChoose={() => choose(alert.id)}
          />
        ))}
        {past.map((alert) => (
          <Past key={alert.id} alert={alert} />
        ))}
      </ul>
    </section>
  )
}

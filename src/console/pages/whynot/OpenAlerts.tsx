// The open alerts of an animal, the newest with the values that it was decided on; the answer to "Why these alerts?".
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { AlertRow } from "../alerts/AlertRow.tsx"
import { useAlertsAbout } from "../../data/alerts/useAlerts.ts"
import { useActs } from "../../shell/acts.ts"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import look from "./whynot.module.css"

/** SHOWN_ALERTS is how many alerts are shown; the page of the animal has all. */
const SHOWN_ALERTS = 5

/** OpenAlerts lists the open alerts of an animal. */
export const OpenAlerts = ({ id }: { readonly id: string }) => {
  const { project } = useProject()
  const { acknowledge } = useActs()
  const { data = [] } = useAlertsAbout(project.id, id)
  const [chosen, choose] = useState<string | null>(null)
  const open = data.filter(({ status }) => status === "open")
  const listed = open.slice(0, SHOWN_ALERTS)
  const expanded = listed.find((one) => one.id === chosen) ?? listed[0]
  useKeys({ e: () => expanded !== undefined && void acknowledge(expanded) })
  if (open.length === 0) return null
  const { note, title } = words.whyNot.openAlerts
  return (
    <section aria-label={title}>
      <h2 className={look["group"]}>
        {title} <span className="faint">{note}</span>
      </h2>
      <ul>
        {listed.map((alert) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            chosen={alert === expanded}
            onChoose={() => choose(alert.id)}
          />
        ))}
      </ul>
      {open.length > listed.length && (
        <p className={look["way"]}>
          <Link className="link" to="/p/$slug/animals/$entity" params={{ slug: project.slug, entity: id }}>
            {words.whyNot.openAlerts.all({ count: open.length })}
          </Link>
        </p>
      )}
    </section>
  )
}

import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { alertSummary } from "../../data/alerts.ts"
import { Parts } from "../../design/Parts.tsx"
import { useProject } from "../../shell/useProject.ts"
import { Age } from "../../time/Age.tsx"
import { span } from "../../time/zoneTime.ts"
import look from "./alerts.module.css"

/** Summary shows the age of the oldest open alert and the median time to acknowledge. */
export const Summary = () => {
  const { project } = useProject()
  const { data } = useQuery(alertSummary(project.id))
  if (data === undefined) return null
  const { median_seconds_to_acknowledge_30d: median, oldest_open_at: oldest } = data
  return (
    <span className={`num ${look["summary"]}`}>
      {oldest !== null && (
        <Parts of={words.alerts.summary.oldestOpen<ReactNode>({ age: <Age of={oldest} /> })} />
      )}
      {oldest !== null && median !== null && " · "}
      {median !== null && words.alerts.summary.median({ time: span(median) })}
    </span>
  )
}

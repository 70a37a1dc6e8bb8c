import { useQuery } from "@tanstack/react-query"
import { alertSummary } from "../queries/alerts.ts"
import { useProject } from "../shell/useProject.ts"
import { span } from "../time/zoneTime.ts"
import { useNow } from "../time/useNow.ts"
import look from "./alerts.module.css"

/** How long alerts wait: the oldest that is open, and what is usual. */
export const Summary = () => {
  const { project } = useProject()
  const { data } = useQuery(alertSummary(project.id))
  const now = useNow()
  if (data === undefined) return null
  const parts = [
    ...(data.oldest_open_at === null
      ? []
      : [`oldest open ${span((now - Date.parse(data.oldest_open_at)) / 1000)}`]),
    ...(data.median_seconds_to_acknowledge_30d === null
      ? []
      : [`median to acknowledge, 30 days: ${span(data.median_seconds_to_acknowledge_30d)}`])
  ]
  return <span className={`num ${look["summary"]}`}>{parts.join(" · ")}</span>
}

import { queryOptions, useQuery } from "@tanstack/react-query"
import { call } from "../api/call.ts"
import { useProject } from "../shell/useProject.ts"
import { span } from "../time/zoneTime.ts"
import { useNow } from "../time/useNow.ts"
import look from "./alerts.module.css"

const summary = (projectId: string) =>
  queryOptions({
    queryKey: ["alert summary", projectId],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/alerts/summary", { params: { project_id: projectId }, signal })
  })

/** What the inbox is like: how many, how old, how long until somebody had them. */
export const Summary = () => {
  const { project } = useProject()
  const { data } = useQuery(summary(project.id))
  const now = useNow()
  if (data === undefined) return null
  const parts = [
    `${data.open} open`,
    ...(data.acknowledged > 0 ? [`${data.acknowledged} acknowledged`] : []),
    ...(data.oldest_open_at === null
      ? []
      : [`oldest open ${span((now - Date.parse(data.oldest_open_at)) / 1000)}`]),
    ...(data.median_seconds_to_acknowledge_30d === null
      ? []
      : [`median to acknowledge, 30 days: ${span(data.median_seconds_to_acknowledge_30d)}`])
  ]
  return <span className={`num ${look["summary"]}`}>{parts.join(" · ")}</span>
}

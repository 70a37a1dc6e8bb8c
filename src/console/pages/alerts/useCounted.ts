import { useQuery } from "@tanstack/react-query"
import { type AlertList, type AlertStatus, alertSummary } from "../../data/alerts.ts"
import { useProject } from "../../shell/useProject.ts"

/**
 * useCounted returns the server's count of a status where the list was truncated; undefined: the list is
 * complete, or there is no count (resolved or filtered lists).
 */
export const useCounted = (
  list: AlertList | undefined,
  status: AlertStatus,
  isNarrowed = false
): number | undefined => {
  const { project } = useProject()
  const enabled = list?.isCut === true && status !== "resolved" && !isNarrowed
  const { data } = useQuery({ ...alertSummary(project.id), enabled })
  return enabled ? data?.[status] : undefined
}

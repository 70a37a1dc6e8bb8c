import { useQuery } from "@tanstack/react-query"
import { type AlertList, type AlertStatus, alertSummary } from "../queries/alerts.ts"
import { useProject } from "../shell/useProject.ts"

/**
 * How many alerts of a status there are, as the server counts them, where the list was cut; undefined: it was
 * not, or nobody counts them.
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

// The alerts before and after the one of this event, among those with the same status.
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { useCounted } from "../alerts/useCounted.ts"
import { type Alert, countOf } from "../../data/alerts.ts"
import { useAlerts } from "../../data/alerts/useAlerts.ts"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"

/** Neighbours is the position of an alert among those of its status, with the way to the next. */
export interface Neighbours {
  readonly at: number
  readonly count: number
  readonly status: Alert["status"]
  readonly before: Alert | undefined
  readonly after: Alert | undefined
  readonly go: (to: Alert | undefined) => void
}

/**
 * useNeighbours returns the neighbours of this event's alert, and binds the keys J and K. They also work
 * while an event loads: its neighbours are in the list already, and its status is assumed to be that of the
 * last alert.
 */
export const useNeighbours = (event: string, alert: Alert | null): Neighbours | null => {
  const { project } = useProject()
  const navigate = useNavigate()
  const [status, setStatus] = useState(alert?.status)
  if (alert !== null && alert.status !== status) setStatus(alert.status)
  const { data: list } = useAlerts(project.id, status ?? "open", {}, { enabled: status !== undefined })
  const counted = useCounted(list, status ?? "open")
  const all = list?.items ?? []
  const at = all.findIndex(({ event_id: of }) => of === event)
  const before = at < 0 ? undefined : all[at - 1],
    after = at < 0 ? undefined : all[at + 1]
  const go = (to: Alert | undefined) => {
    if (to !== undefined)
      void navigate({ to: "/p/$slug/events/$event", params: { slug: project.slug, event: to.event_id } })
  }
  useKeys({ k: () => go(before), j: () => go(after) })
  return status === undefined || list === undefined || at < 0
    ? null
    : { at, count: countOf(list, counted), status, before, after, go }
}

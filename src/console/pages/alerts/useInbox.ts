// The data of the inbox: the alerts of its tab in groups, and the selected alert.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { type Alert, type AlertStatus, oneAlert, resolvedAlerts } from "../../data/alerts.ts"
import { useAlerts, useShownAlert } from "../../data/alerts/useAlerts.ts"
import { useProject } from "../../shell/useProject.ts"
import { grouped, held } from "./grouped.ts"
import { useInboxSearch } from "./useInboxSearch.ts"
import { useFrozenList } from "./useFrozenList.ts"

/** The selected alert, and its status when it was selected. */
interface Held {
  readonly id: string
  readonly status: AlertStatus
}

/** useInbox returns the groups of the inbox, the selected alert, and functions that change the selection. */
export const useInbox = () => {
  const { project } = useProject()
  const { change, filter, grouping, sel, tab } = useInboxSearch()
  const open = useAlerts(project.id, "open", filter)
  const acknowledged = useAlerts(project.id, "acknowledged", filter)
  const recent = useAlerts(project.id, "resolved", filter, { enabled: tab !== "resolved" })
  const pages = useInfiniteQuery({ ...resolvedAlerts(project.id, filter), enabled: tab === "resolved" })
  const shown = tab === "resolved" ? pages : tab === "acknowledged" ? acknowledged : open
  // alerts move between the lists, so they are shown together; a list whose first request failed is not waited for
  const isComing = [open, acknowledged, recent].some(
    ({ failureCount, isLoading }) => isLoading && failureCount === 0
  )
  const [looked, look] = useState<Held | null>(null)

  const still = useFrozenList(open.data?.items ?? [])

  const lists = {
    open: still.shown,
    acknowledged: acknowledged.data?.items ?? [],
    resolved:
      tab === "resolved"
        ? (pages.data?.pages.flatMap(({ items }) => items) ?? [])
        : (recent.data?.items ?? [])
  }
  const groups = isComing ? [] : grouped(grouping, tab, held(lists, looked?.id, looked?.status))
  const rows = groups.flatMap(({ alerts }) => alerts)
  const wanted = sel ?? looked?.id
  const listed = rows.find(({ id }) => id === wanted)
  // the address may name an alert that is not in the list
  const elsewhere = useQuery({
    ...oneAlert(project.id, sel ?? ""),
    enabled:
      sel !== undefined && listed === undefined && !isComing && !open.isPending && !acknowledged.isPending
  })
  const shownElsewhere = useShownAlert(elsewhere.data)
  const chosen: Alert | undefined = listed ?? (sel === undefined ? rows[0] : shownElsewhere)
  if (chosen !== undefined && chosen.id !== looked?.id) look({ id: chosen.id, status: chosen.status })

  const choose = (id: string) => change({ sel: id })
  const step = (by: 1 | -1) => {
    const next = listed === undefined ? rows[0] : rows[rows.indexOf(listed) + by]
    if (next !== undefined) choose(next.id)
  }
  // these lists may be truncated
  const read = { open: open.data, acknowledged: acknowledged.data }
  return {
    choose,
    chosen,
    elsewhere,
    groups,
    isPending: isComing || shown.isPending,
    pages: tab === "resolved" ? pages : null,
    read,
    shown,
    step,
    still
  }
}

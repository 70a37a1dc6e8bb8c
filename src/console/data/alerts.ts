// Queries of alerts.
import { queryOptions } from "@tanstack/react-query"
import { type Alert, type AlertStatus, alertStore } from "./alerts/alertStore.ts"
import {
  type AlertFilter,
  type AlertList,
  type EntityAlerts,
  isSpent,
  meanwhileNow,
  NEWEST_OF_ENTITY,
  shownList
} from "./alerts/shownAlerts.ts"
import { call } from "./api/call.ts"
import { everyPage } from "./api/everyPage.ts"
import { invalidate } from "./invalidate.ts"
import { queryClient } from "./queryClient.ts"
import { whileNarrowing } from "./whileNarrowing.ts"
import { pagesOf } from "./pagesOf.ts"

export type { Alert, AlertStatus } from "./alerts/alertStore.ts"
export type { AlertFilter, AlertList } from "./alerts/shownAlerts.ts"

/** MAX_ALERTS is how many alerts of a status a page reads at first, and how many more per request of the user. */
const MAX_ALERTS = 200

/** The alerts of one status, up to `MAX_ALERTS`, as the server answers; `useAlerts` shows them. */
export const alertsOf = (projectId: string, status: AlertStatus, filter: AlertFilter = {}) =>
  queryOptions({
    queryKey: ["alerts", projectId, status, filter],
    queryFn: async ({ queryKey, signal }): Promise<AlertList> => {
      const most = queryClient.getQueryData<AlertList>(queryKey)?.most ?? MAX_ALERTS
      const query = { status, limit: MAX_ALERTS, ...filter } as const
      const params = { project_id: projectId }
      const tick = alertStore.tick()
      const read = await everyPage(
        (place) =>
          call("GET", "/projects/:project_id/alerts/", { params, query: { ...query, ...place }, signal }),
        most
      )
      alertStore.learn(read.items, tick)
      return { ...read, projectId, status, filter, most, tick }
    },
    placeholderData: whileNarrowing(projectId)
  })

/** Notes the newest copy of an alert, from the live stream or a step. Lists that are spent are refetched. */
export const noteAlert = (alert: Alert): void => {
  if (!alertStore.learn([alert])) return
  const meanwhile = meanwhileNow()
  for (const [key, list] of queryClient.getQueriesData<AlertList>({ queryKey: ["alerts", alert.project_id] }))
    if (list?.isCut === true && isSpent(shownList(list, meanwhile))) invalidate(key)
}

/** Reads more of a list that was cut. */
export const readOlder = async (
  projectId: string,
  status: AlertStatus,
  filter: AlertFilter = {}
): Promise<void> => {
  const { queryKey } = alertsOf(projectId, status, filter)
  queryClient.setQueryData(queryKey, (known) => known && { ...known, most: known.most + MAX_ALERTS })
  await queryClient.invalidateQueries({ queryKey, exact: true })
}

/** RESOLVED_PER_PAGE is the number of resolved alerts per page: they have no upper bound. */
const RESOLVED_PER_PAGE = 50

/** Resolved alerts, page by page. */
export const resolvedAlerts = (projectId: string, filter: AlertFilter) =>
  pagesOf(["resolved alerts", projectId, filter], "/projects/:project_id/alerts/", {
    params: { project_id: projectId },
    query: { ...filter, status: "resolved", limit: RESOLVED_PER_PAGE }
  })

/** One alert of any status. */
export const oneAlert = (projectId: string, alertId: string) =>
  queryOptions({
    queryKey: ["alert", projectId, alertId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId, alert_id: alertId }
      const tick = alertStore.tick()
      const alert = await call("GET", "/projects/:project_id/alerts/:alert_id", { params, signal })
      alertStore.learn([alert], tick)
      return alert
    }
  })

/** Counts of open alerts, their age, and how fast they are acknowledged. */
export const alertSummary = (projectId: string) =>
  queryOptions({
    queryKey: ["alert summary", projectId],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/alerts/summary", { params: { project_id: projectId }, signal })
  })

/** Open alerts of an entity, at most `MAX_ALERTS`, and the newest of any status. */
export const alertsAbout = (projectId: string, entityId: string) =>
  queryOptions({
    queryKey: ["alerts about", projectId, entityId],
    queryFn: async ({ signal }): Promise<EntityAlerts> => {
      const params = { project_id: projectId }
      const read = async (query: { readonly limit: number; readonly status?: AlertStatus }) => {
        const all = { entity_id: entityId, ...query }
        return (await call("GET", "/projects/:project_id/alerts/", { params, query: all, signal })).items
      }
      const tick = alertStore.tick()
      const [newest, open] = await Promise.all([
        read({ limit: NEWEST_OF_ENTITY }),
        read({ limit: MAX_ALERTS, status: "open" })
      ])
      const items = [...new Map([...newest, ...open].map((alert) => [alert.id, alert])).values()]
      alertStore.learn(items, tick)
      return { entityId, items, tick }
    }
  })

/** How many alerts a status has: the server's count where the list was cut. */
export const countOf = ({ isCut, items }: AlertList, counted: number | undefined): number =>
  isCut ? Math.max(items.length, counted ?? 0) : items.length

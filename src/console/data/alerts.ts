// Queries of alerts.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { call } from "./api/call.ts"
import { everyPage } from "./api/everyPage.ts"
import {
  ABOUT,
  type Alert,
  type AlertFilter,
  type AlertList,
  type AlertStatus,
  isNewer,
  putAmongThem,
  putIntoList
} from "./alertList.ts"
import { besideNotes } from "./alertNotes.ts"
import { queryClient } from "./queryClient.ts"
import { whileNarrowing } from "./whileNarrowing.ts"

export type { Alert, AlertFilter, AlertList, AlertStatus } from "./alertList.ts"

/** MAX_ALERTS is how many alerts of a status a page reads at first, and how many more per request of the user. */
const MAX_ALERTS = 200

/** The alerts of one status, up to `MAX_ALERTS`. */
export const alertsOf = (projectId: string, status: AlertStatus, filter: AlertFilter = {}) =>
  queryOptions({
    queryKey: ["alerts", projectId, status, filter],
    queryFn: async ({ queryKey, signal }): Promise<AlertList> => {
      const most = queryClient.getQueryData<AlertList>(queryKey)?.most ?? MAX_ALERTS
      const query = { status, limit: MAX_ALERTS, ...filter } as const
      const params = { project_id: projectId }
      const read = async () => ({
        ...(await everyPage(
          (place) =>
            call("GET", "/projects/:project_id/alerts/", { params, query: { ...query, ...place }, signal }),
          most
        )),
        most
      })
      return besideNotes(read, putIntoList(status, filter))
    },
    placeholderData: whileNarrowing(projectId)
  })

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
  infiniteQueryOptions({
    queryKey: ["resolved alerts", projectId, filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call("GET", "/projects/:project_id/alerts/", {
        params: { project_id: projectId },
        query: {
          ...filter,
          status: "resolved",
          limit: RESOLVED_PER_PAGE,
          ...(pageParam === null ? {} : { cursor: pageParam })
        },
        signal
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: whileNarrowing(projectId)
  })

/** One alert of any status. */
export const oneAlert = (projectId: string, alertId: string) =>
  queryOptions({
    queryKey: ["alert", projectId, alertId],
    queryFn: ({ signal }) =>
      besideNotes(
        () =>
          call("GET", "/projects/:project_id/alerts/:alert_id", {
            params: { project_id: projectId, alert_id: alertId },
            signal
          }),
        (known, alert) => (alert.id === alertId && isNewer(alert, known) ? alert : known)
      )
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
    queryKey: ["alerts", projectId, "about", entityId],
    queryFn: async ({ signal }): Promise<ReadonlyArray<Alert>> => {
      const params = { project_id: projectId }
      const read = async (query: { readonly limit: number; readonly status?: AlertStatus }) => {
        const all = { entity_id: entityId, ...query }
        return (await call("GET", "/projects/:project_id/alerts/", { params, query: all, signal })).items
      }
      const both = async () => {
        const [newest, open] = await Promise.all([
          read({ limit: ABOUT }),
          read({ limit: MAX_ALERTS, status: "open" })
        ])
        const known = new Set(newest.map(({ id }) => id))
        return [...newest, ...open.filter(({ id }) => !known.has(id))]
      }
      return besideNotes<ReadonlyArray<Alert>>(both, (known, alert) =>
        alert.entity_id === entityId ? putAmongThem(known, alert) : known
      )
    }
  })

const itemsOf = ({ items }: AlertList) => items

/** Open alerts as an array. */
export const openAlerts = (projectId: string) =>
  queryOptions({ ...alertsOf(projectId, "open"), select: itemsOf })

/** How many alerts a status has: the server's count where the list was cut. */
export const countOf = ({ isCut, items }: AlertList, counted: number | undefined): number =>
  isCut ? Math.max(items.length, counted ?? 0) : items.length

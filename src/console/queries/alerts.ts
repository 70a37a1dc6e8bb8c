// Alerts as pages read them.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../api/call.ts"
import { whileNarrowing } from "./whileNarrowing.ts"

export type Alert = Answer<"GET", "/projects/:project_id/alerts/">["items"][number]
export type AlertStatus = Alert["status"]

/** Most alerts of a status that a page reads. */
export const MAX_ALERTS = 200

/** What narrows a list, by the server's judgement. */
export interface AlertFilter {
  readonly severity?: Alert["severity"]
  readonly rule_id?: string
}

/** Alerts of one status, newest first: all of them, or the newest. */
export interface AlertList {
  readonly items: ReadonlyArray<Alert>
  /** there are older ones that were not read */
  readonly isCut: boolean
}

export const alertsOf = (projectId: string, status: AlertStatus, filter: AlertFilter = {}) =>
  queryOptions({
    queryKey: ["alerts", projectId, status, filter],
    queryFn: async ({ signal }): Promise<AlertList> => {
      const query = { status, limit: MAX_ALERTS, ...filter } as const
      const page = await call("GET", "/projects/:project_id/alerts/", {
        params: { project_id: projectId },
        query,
        signal
      })
      return { items: page.items, isCut: page.next_cursor !== null }
    },
    placeholderData: whileNarrowing(projectId)
  })

/** Of those that are done with, page after page: there is no end of them. */
const PAGE = 50

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
          limit: PAGE,
          ...(pageParam === null ? {} : { cursor: pageParam })
        },
        signal
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: whileNarrowing(projectId)
  })

/** One alert, wherever it stands. */
export const oneAlert = (projectId: string, alertId: string) =>
  queryOptions({
    queryKey: ["alert", projectId, alertId],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/alerts/:alert_id", {
        params: { project_id: projectId, alert_id: alertId },
        signal
      })
  })

/** How many wait, for how long, and how soon people come to them. */
export const alertSummary = (projectId: string) =>
  queryOptions({
    queryKey: ["alert summary", projectId],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/alerts/summary", { params: { project_id: projectId }, signal })
  })

/** Alerts about an entity that a page shows. */
export const ABOUT = 12

/** The newest alerts about an entity, whatever became of them. */
export const alertsAbout = (projectId: string, entityId: string) =>
  queryOptions({
    queryKey: ["alerts", projectId, "about", entityId],
    queryFn: async ({ signal }) => {
      const query = { entity_id: entityId, limit: ABOUT }
      const params = { project_id: projectId }
      return (await call("GET", "/projects/:project_id/alerts/", { params, query, signal })).items
    }
  })

const itemsOf = ({ items }: AlertList) => items

/** As many of them as are read. */
export const openAlerts = (projectId: string) =>
  queryOptions({ ...alertsOf(projectId, "open"), select: itemsOf })

/** How many of a status there are: as the server counts them where the list was cut. */
export const countOf = ({ isCut, items }: AlertList, counted: number | undefined): number =>
  isCut ? Math.max(items.length, counted ?? 0) : items.length

// Alerts as pages read them, and what people do about them.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../api/call.ts"
import { queryClient } from "./queryClient.ts"
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

/** Alerts of one status, newest first. */
export const alertsOf = (projectId: string, status: AlertStatus, filter: AlertFilter = {}) =>
  queryOptions({
    queryKey: ["alerts", projectId, status, filter],
    queryFn: async ({ signal }) => {
      const query = { status, limit: MAX_ALERTS, ...filter } as const
      const page = await call("GET", "/projects/:project_id/alerts/", {
        params: { project_id: projectId },
        query,
        signal
      })
      return page.items
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
const ABOUT = 12

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

export const openAlerts = (projectId: string) => alertsOf(projectId, "open")

const statuses = ["open", "acknowledged", "resolved"] as const

const isWanted = ({ rule, severity }: Alert, filter: AlertFilter): boolean =>
  (filter.severity === undefined || filter.severity === severity) &&
  (filter.rule_id === undefined || filter.rule_id === rule?.id)

const newestFirst = (a: Alert, b: Alert) => b.created_at.localeCompare(a.created_at)

/** Puts an alert where its status belongs, in every list that was read. */
export const noteAlert = (alert: Alert): void => {
  if (alert.entity_id !== null)
    queryClient.setQueryData(alertsAbout(alert.project_id, alert.entity_id).queryKey, (known) =>
      known === undefined
        ? known
        : [alert, ...known.filter(({ id }) => id !== alert.id)].sort(newestFirst).slice(0, ABOUT)
    )
  queryClient.setQueryData(oneAlert(alert.project_id, alert.id).queryKey, (known) => known && alert)
  for (const status of statuses)
    for (const [key, known] of queryClient.getQueriesData<ReadonlyArray<Alert>>({
      queryKey: ["alerts", alert.project_id, status]
    })) {
      if (known === undefined) continue
      const others = known.filter(({ id }) => id !== alert.id)
      const filter = key[3] as AlertFilter // as alertsOf names it
      if (alert.status === status && isWanted(alert, filter))
        queryClient.setQueryData(key, [alert, ...others].sort(newestFirst).slice(0, MAX_ALERTS))
      else if (others.length < known.length) queryClient.setQueryData(key, others)
    }
}

/**
 * Takes back the caller's own last step, as it can be for a minute.
 *
 * @throws Refused once somebody went on from it
 */
export const takeBack = async (alert: Alert): Promise<Alert> => {
  const step = alert.steps.at(-1)
  if (step === undefined) return alert
  const before = await call("POST", "/projects/:project_id/alerts/:alert_id/undo", {
    params: { project_id: alert.project_id, alert_id: alert.id },
    body: { step_at: step.at }
  })
  noteAlert(before)
  return before
}

type Step = "acknowledge" | "resolve" | "reopen"

const leadsTo: Readonly<Record<Step, AlertStatus>> = {
  acknowledge: "acknowledged",
  resolve: "resolved",
  reopen: "open"
}

/**
 * Shown at once, and taken back if the server refuses.
 *
 * @throws Refused as the server said
 */
export const moveAlert = async (alert: Alert, step: Step, note?: string): Promise<Alert> => {
  noteAlert({ ...alert, status: leadsTo[step] })
  try {
    const moved = await call("POST", `/projects/:project_id/alerts/:alert_id/${step}`, {
      params: { project_id: alert.project_id, alert_id: alert.id },
      ...(note === undefined ? {} : { body: { note } })
    })
    noteAlert(moved)
    return moved
  } catch (refusal) {
    noteAlert(alert)
    throw refusal
  }
}

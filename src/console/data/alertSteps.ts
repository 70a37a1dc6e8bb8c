// Steps of users on alerts. A step is shown at once in all cached lists (optimistic update) and replaced by the
// server's answer.
import { type Call, call } from "./api/call.ts"
import { Refused } from "./api/Refused.ts"
import { invalidate } from "./invalidate.ts"
import {
  type Alert,
  type AlertFilter,
  type AlertList,
  type AlertStatus,
  isNewer,
  isSpent,
  putAmongThem,
  putIntoList
} from "./alertList.ts"
import { noteForReads } from "./alertNotes.ts"
import { alertsAbout, oneAlert } from "./alerts.ts"
import { eventRecord } from "./events.ts"
import { queryClient } from "./queryClient.ts"

const statuses = ["open", "acknowledged", "resolved"] as const

const listsOf = (projectId: string, status: AlertStatus) =>
  queryClient
    .getQueriesData<AlertList>({ queryKey: ["alerts", projectId, status] })
    // alertsOf puts the filter at this place of the key
    .flatMap(([key, list]) => (list === undefined ? [] : [{ key, list, filter: key[3] as AlertFilter }]))

/** All cached copies of an alert. */
const rowsOf = ({ entity_id, event_id, id, project_id }: Alert): ReadonlyArray<Alert> =>
  [
    ...statuses.flatMap((status) => listsOf(project_id, status).flatMap(({ list }) => list.items)),
    ...(entity_id === null
      ? []
      : (queryClient.getQueryData(alertsAbout(project_id, entity_id).queryKey) ?? [])),
    queryClient.getQueryData(oneAlert(project_id, id).queryKey),
    queryClient.getQueryData(eventRecord(project_id, event_id).queryKey)?.alert
  ]
    .filter((one) => one != null)
    .filter((one) => one.id === id)

/** Puts an alert into the lists of its status, also those whose read is in flight, and beside its event. */
export const noteAlert = (alert: Alert): void => {
  const { entity_id, event_id, id, project_id } = alert
  if (!rowsOf(alert).every((known) => isNewer(alert, known))) return
  noteForReads(alert)
  if (entity_id !== null)
    queryClient.setQueryData(
      alertsAbout(project_id, entity_id).queryKey,
      (known) => known && putAmongThem(known, alert)
    )
  queryClient.setQueryData(oneAlert(project_id, id).queryKey, (known) => known && alert)
  queryClient.setQueryData(
    eventRecord(project_id, event_id).queryKey,
    (known) => known && { ...known, alert }
  )
  for (const status of statuses)
    for (const { filter, key, list } of listsOf(project_id, status)) {
      const next = putIntoList(status, filter)(list, alert)
      if (next === list) continue
      queryClient.setQueryData(key, next)
      if (next.items.length < list.items.length && isSpent(next)) invalidate(key)
    }
}

/** A step of a user on an alert. */
export type Step = "acknowledge" | "resolve" | "reopen"

const leadsTo: Readonly<Record<Step, AlertStatus>> = {
  acknowledge: "acknowledged",
  resolve: "resolved",
  reopen: "open"
}

/** Shows a step before the server confirms it: the alert has the new status, but no further step. */
export const showStep = (alert: Alert, step: Step): void => noteAlert({ ...alert, status: leadsTo[step] })

type Sent = Call<"POST", "/projects/:project_id/alerts/:alert_id/acknowledge">

/** The calls of the steps. Paths are written out, so that a search for a path finds them. */
const stepCalls = {
  acknowledge: (sent: Sent) => call("POST", "/projects/:project_id/alerts/:alert_id/acknowledge", sent),
  resolve: (sent: Sent) => call("POST", "/projects/:project_id/alerts/:alert_id/resolve", sent),
  reopen: (sent: Sent) => call("POST", "/projects/:project_id/alerts/:alert_id/reopen", sent)
} satisfies Readonly<Record<Step, unknown>>

const readAgain = ({ event_id, id, project_id }: Alert): void => {
  for (const key of ["alerts", "alert summary"]) invalidate([key, project_id])
  invalidate(["alert", project_id, id])
  invalidate(["event", project_id, event_id])
}

/**
 * Reverts the optimistic update, if it is still shown; otherwise something newer has arrived, and the alert
 * is refetched.
 */
export const hideStep = (alert: Alert, step: Step): void => {
  const isShown = ({ status, steps }: Alert) =>
    status === leadsTo[step] && steps.length === alert.steps.length
  if (rowsOf(alert).every(isShown)) noteAlert(alert)
  else readAgain(alert)
}

/**
 * Whether the alert has changed since it was read: another user's step came first, or it is not visible any
 * more.
 */
const isOvertaken = (refusal: unknown): boolean =>
  refusal instanceof Refused && (refusal.status === 409 || refusal.status === 404)

/**
 * Makes a step, shown at once. If the server refuses it, the step is reverted; if the alert has changed
 * meanwhile, it is refetched.
 *
 * @throws Refused
 */
export const moveAlert = async (alert: Alert, step: Step, note?: string): Promise<Alert> => {
  showStep(alert, step)
  try {
    const moved = await stepCalls[step]({
      params: { project_id: alert.project_id, alert_id: alert.id },
      ...(note === undefined ? {} : { body: { note } })
    })
    noteAlert(moved)
    return moved
  } catch (refusal) {
    if (isOvertaken(refusal)) readAgain(alert)
    else hideStep(alert, step)
    throw refusal
  }
}

/**
 * Undoes the user's own last step, which is possible for a minute.
 *
 * @throws Refused where a later step exists
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

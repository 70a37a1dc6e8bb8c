// Alerts as pages show them: as the server answered, with what was learned since and the steps under way. A step is
// shown from the variables of its mutation, so that a refused step disappears with the mutation.
import { queryClient } from "../queryClient.ts"
import { type Alert, type AlertStatus, alertStore, keyOf } from "./alertStore.ts"
import type { Entities } from "../entityStore.ts"

/** The filter of a list, applied by the server. */
export interface AlertFilter {
  readonly severity?: Alert["severity"]
  readonly rule_id?: string
}

/** The alerts of one status, newest first: all of them, or the newest `most`. */
export interface AlertList {
  readonly projectId: string
  readonly status: AlertStatus
  readonly filter: AlertFilter
  readonly items: ReadonlyArray<Alert>
  /** there are older alerts that were not read */
  readonly isCut: boolean
  /** how many alerts were requested */
  readonly most: number
  /** the clock of the store when the read began */
  readonly tick: number
}

/** The alerts of an entity: all open ones and the newest of any status. */
export interface EntityAlerts {
  readonly entityId: string
  readonly items: ReadonlyArray<Alert>
  /** the clock of the store when the read began */
  readonly tick: number
}

/** A step of a user on an alert. */
export type Step = "acknowledge" | "resolve" | "reopen"

/** The variables of a step's mutation. */
export interface StepRequest {
  /** the alert on which the user made the step */
  readonly alert: Alert
  readonly step: Step
  readonly note: string | undefined
  /** id of the user; the step is sent only in this user's session */
  readonly by: string | undefined
  /** how long the step waits before it is sent again; absent: it was not sent yet */
  readonly resendMs?: number
  /** aborted where the user takes the step back before it was sent */
  readonly takenBack: AbortSignal
}

/** STEP_KEY is the key of the steps' mutations. */
export const STEP_KEY = ["alert step"] as const

/** What may differ from the server's answers: the alerts learned since, and the steps under way. */
export interface Meanwhile {
  readonly alerts: Entities<Alert>
  readonly steps: ReadonlyArray<StepRequest>
}

/** Selects the variables of the steps under way, the oldest first. */
export const stepsUnderWay = {
  filters: { mutationKey: STEP_KEY, status: "pending" },
  select: ({ state }: { readonly state: { readonly variables?: unknown } }) => state.variables as StepRequest
} as const

/** Returns the current difference from the server's answers. */
export const meanwhileNow = (): Meanwhile => ({
  alerts: alertStore.read(),
  steps: queryClient.getMutationCache().findAll(stepsUnderWay.filters).map(stepsUnderWay.select)
})

const statusAfter: Readonly<Record<Step, AlertStatus>> = {
  acknowledge: "acknowledged",
  resolve: "resolved",
  reopen: "open"
}

/** Returns an alert as it is shown: its newest copy, with the status of the step that is being made on it. */
export const shownAlert = (alert: Alert, { alerts, steps }: Meanwhile): Alert => {
  const known = alerts.get(keyOf(alert))
  const newest = known !== undefined && known.steps.length >= alert.steps.length ? known : alert
  const step = steps.findLast(
    (one) => one.alert.id === alert.id && one.alert.steps.length === newest.steps.length
  )
  return step === undefined ? newest : { ...newest, status: statusAfter[step.step] }
}

/** Returns the alerts of an answer and those that may have joined them since, as they are shown, newest first. */
const shownItems = (
  { items, tick }: Pick<AlertList, "items" | "tick">,
  meanwhile: Meanwhile,
  belongs: (alert: Alert) => boolean
): ReadonlyArray<Alert> => {
  const alerts = new Map(items.map((alert) => [alert.id, alert]))
  const later = [...meanwhile.alerts.since(tick), ...meanwhile.steps.map(({ alert }) => alert)]
  for (const alert of later) if (!alerts.has(alert.id)) alerts.set(alert.id, alert)
  return [...alerts.values()]
    .map((alert) => shownAlert(alert, meanwhile))
    .filter(belongs)
    .sort((a, b) => b.created_at.localeCompare(a.created_at))
}

/** Returns a list as it is shown. */
export const shownList = (list: AlertList, meanwhile: Meanwhile): AlertList => {
  const { filter, isCut, most, projectId, status } = list
  // where the list is cut, older alerts are below the cut
  const oldest = isCut ? (list.items.at(-1)?.created_at ?? "") : ""
  const items = shownItems(
    list,
    meanwhile,
    (alert) =>
      alert.project_id === projectId &&
      alert.status === status &&
      alert.created_at >= oldest &&
      (filter.severity === undefined || filter.severity === alert.severity) &&
      (filter.rule_id === undefined || filter.rule_id === alert.rule?.id)
  )
  return { ...list, items: items.slice(0, most), isCut: isCut || items.length > most }
}

/** Whether a cut list has lost half of its rows and must be read again; not after every step of a quick user. */
export const isSpent = ({ isCut, items, most }: Pick<AlertList, "isCut" | "items" | "most">): boolean =>
  isCut && items.length < most / 2

/** NEWEST_OF_ENTITY is how many acknowledged and resolved alerts of an entity a page shows. */
export const NEWEST_OF_ENTITY = 12

/** Returns the alerts of an entity as they are shown: all open ones and the newest `NEWEST_OF_ENTITY`. */
export const shownEntityAlerts = (list: EntityAlerts, meanwhile: Meanwhile): ReadonlyArray<Alert> =>
  shownItems(list, meanwhile, ({ entity_id }) => entity_id === list.entityId).filter(
    ({ status }, i) => i < NEWEST_OF_ENTITY || status === "open"
  )

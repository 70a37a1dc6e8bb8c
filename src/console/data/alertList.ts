// Lists of alerts in the query cache, and how an updated alert changes them.
import type { Answer } from "./api/call.ts"

/** An alert as lists show it. */
export type Alert = Answer<"GET", "/projects/:project_id/alerts/">["items"][number]
/** The status of an alert. */
export type AlertStatus = Alert["status"]

/** The filter of a list, applied by the server. */
export interface AlertFilter {
  readonly severity?: Alert["severity"]
  readonly rule_id?: string
}

/** The alerts of one status, newest first: all of them, or the newest `most`. */
export interface AlertList {
  readonly items: ReadonlyArray<Alert>
  /** there are older alerts that were not read */
  readonly isCut: boolean
  /** how many alerts were requested */
  readonly most: number
}

/** Whether an alert is at least as new as the known one. Steps are only ever added, so fewer steps mean older. */
export const isNewer = (alert: Alert, known: Alert | null | undefined): boolean =>
  known == null || known.steps.length <= alert.steps.length

/** Whether an alert is at least as new as its copy in a list, if the list has one. */
const isNewerAmong = (known: ReadonlyArray<Alert>, alert: Alert): boolean =>
  isNewer(
    alert,
    known.find(({ id }) => id === alert.id)
  )

const isWanted = ({ rule, severity }: Alert, filter: AlertFilter): boolean =>
  (filter.severity === undefined || filter.severity === severity) &&
  (filter.rule_id === undefined || filter.rule_id === rule?.id)

const newestFirst = (a: Alert, b: Alert) => b.created_at.localeCompare(a.created_at)

/** Puts an alert into a list where it belongs to it, and removes it where it does not. */
export const listWith = (list: AlertList, alert: Alert, belongs: boolean): AlertList => {
  const others = list.items.filter(({ id }) => id !== alert.id)
  if (!belongs) return others.length < list.items.length ? { ...list, items: others } : list
  const items = [alert, ...others].sort(newestFirst)
  return { ...list, items: items.slice(0, list.most), isCut: list.isCut || items.length > list.most }
}

/** Puts an alert into a list of one status if it belongs there, unless the list has a newer copy. */
export const putIntoList =
  (status: AlertStatus, filter: AlertFilter) =>
  (list: AlertList, alert: Alert): AlertList =>
    isNewerAmong(list.items, alert)
      ? listWith(list, alert, alert.status === status && isWanted(alert, filter))
      : list

/** Whether a cut list has lost half of its rows and must be read again; not after every step of a quick user. */
export const isSpent = ({ isCut, items, most }: AlertList): boolean => isCut && items.length < most / 2

/** ABOUT is how many acknowledged and resolved alerts of an entity a page shows. */
export const ABOUT = 12

/**
 * The alerts of an entity that a page shows, of those given newest first: all open ones and the newest
 * `ABOUT`.
 */
export const aboutThem = (newestFirst: ReadonlyArray<Alert>): ReadonlyArray<Alert> =>
  newestFirst.filter(({ status }, i) => i < ABOUT || status === "open")

/** Replaces an alert in the list of an entity, unless the list has a newer copy. */
export const putAmongThem = (known: ReadonlyArray<Alert>, alert: Alert): ReadonlyArray<Alert> =>
  isNewerAmong(known, alert)
    ? aboutThem([alert, ...known.filter(({ id }) => id !== alert.id)].sort(newestFirst))
    : known

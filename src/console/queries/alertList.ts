// Alerts as lists of them that were read, and what becomes of these by what is said of one.
import type { Answer } from "../api/call.ts"

export type Alert = Answer<"GET", "/projects/:project_id/alerts/">["items"][number]
export type AlertStatus = Alert["status"]

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
  /** so many are read */
  readonly most: number
}

/** Steps are only ever added: of an alert that is known with more of them a note says nothing new. */
export const isNewer = (alert: Alert, known: Alert | null | undefined): boolean =>
  known == null || known.steps.length <= alert.steps.length

/** The same of an alert that may be among others. */
const isNewerAmong = (known: ReadonlyArray<Alert>, alert: Alert): boolean =>
  isNewer(
    alert,
    known.find(({ id }) => id === alert.id)
  )

const isWanted = ({ rule, severity }: Alert, filter: AlertFilter): boolean =>
  (filter.severity === undefined || filter.severity === severity) &&
  (filter.rule_id === undefined || filter.rule_id === rule?.id)

const newestFirst = (a: Alert, b: Alert) => b.created_at.localeCompare(a.created_at)

/** A list with the alert where it belongs to it, and without it where it does not. */
export const listWith = (list: AlertList, alert: Alert, belongs: boolean): AlertList => {
  const others = list.items.filter(({ id }) => id !== alert.id)
  if (!belongs) return others.length < list.items.length ? { ...list, items: others } : list
  const items = [alert, ...others].sort(newestFirst)
  return { ...list, items: items.slice(0, list.most), isCut: list.isCut || items.length > list.most }
}

/** Puts an alert into a list of one status where it belongs, unless the list knows more of it. */
export const putIntoList =
  (status: AlertStatus, filter: AlertFilter) =>
  (list: AlertList, alert: Alert): AlertList =>
    isNewerAmong(list.items, alert)
      ? listWith(list, alert, alert.status === status && isWanted(alert, filter))
      : list

/** So much of a list that was cut is gone that it is read anew: not at every step of somebody who is quick. */
export const isSpent = ({ isCut, items, most }: AlertList): boolean => isCut && items.length < most / 2

/** Of the alerts about an entity that are done with, or in hand, a page shows so many. */
export const ABOUT = 12

/** Of alerts about an entity, newest first, those that a page shows: all that are open, and the newest. */
export const aboutThem = (newestFirst: ReadonlyArray<Alert>): ReadonlyArray<Alert> =>
  newestFirst.filter(({ status }, i) => i < ABOUT || status === "open")

/** Those about an entity with one of them as it is said to be, unless they know more of it. */
export const putAmongThem = (known: ReadonlyArray<Alert>, alert: Alert): ReadonlyArray<Alert> =>
  isNewerAmong(known, alert)
    ? aboutThem([alert, ...known.filter(({ id }) => id !== alert.id)].sort(newestFirst))
    : known

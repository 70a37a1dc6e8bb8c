// What somebody at the console is told: the stream goes to the map and into what was read; React hears of
// alerts and of the connection only.
import { again, gather, readAnew } from "./again.ts"
import { currentMap, isPlace, shownAs } from "./field.ts"
import { isGraver } from "../look/severities.ts"
import { queryClient } from "./queryClient.ts"
import { noteRun } from "./analyses.ts"
import type { Alert } from "./alerts.ts"
import { noteAlert } from "./alertSteps.ts"
import { type Entry, type Fix, follow } from "./stream.ts"
import { session } from "./session.ts"
import { watched } from "../watched.ts"

export interface Desk {
  /** the alert to show on top of the page: of those that came since somebody looked the gravest; null: none */
  readonly toast: Alert | null
  /** how many came besides since then */
  readonly others: number
  readonly connection: "connecting" | "live" | "lost"
  /** since when it is lost, epoch ms: what is shown is of then; null: it is not */
  readonly lostAt: number | null
}

const nobody: Desk = { toast: null, others: 0, connection: "connecting", lostAt: null }

const desk = watched(nobody)
/** When the newest fix was that the stream told of, epoch ms; told at most every few seconds. */
const newestFix = watched(0)
const EVERY_MS = 5000
const movers = new Set<(fixes: ReadonlyArray<Fix>) => void>()

const change = (to: Partial<Desk>): void => desk.set({ ...desk.read(), ...to })

export const { read: readDesk, watch: watchDesk } = desk
export const { read: readNewestFix, watch: watchNewestFix } = newestFix

const noteNewest = (fixes: ReadonlyArray<Fix>): void => {
  const times = fixes.filter(isPlace).map(({ time }) => Date.parse(time))
  const newest = Math.max(0, ...times)
  if (newest >= newestFix.read() + EVERY_MS) newestFix.set(newest)
}

/** The toast goes; of one alert only if it is shown. */
export const dismiss = (id?: string): void => {
  const { toast } = desk.read()
  if (toast !== null && (id === undefined || toast.id === id)) change({ toast: null, others: 0 })
}

/** A new alert comes on top, unless a graver one is there. */
const top = (alert: Alert): void => {
  const { others, toast } = desk.read()
  if (toast === null) return change({ toast: alert, others: 0 })
  change({ toast: isGraver(toast.severity, alert.severity) ? toast : alert, others: others + 1 })
}

/** Hands over the fixes as they come. */
export const watchFixes = (move: (fixes: ReadonlyArray<Fix>) => void): (() => void) => {
  movers.add(move)
  return () => movers.delete(move)
}

/** What is read again when the stream is there: before, it may have said something that nobody heard. */
const refresh = (projectId: string): void => {
  for (const key of [
    "alerts",
    "resolved alerts",
    "alert",
    "alert summary",
    "events",
    "now",
    "event",
    "runs",
    "run",
    "analysis modules"
  ])
    again([key, projectId])
}

const noteInLists = (projectId: string, alert: Alert): void => {
  noteAlert(alert)
  for (const key of ["alert summary", "resolved alerts"]) again([key, projectId])
}

/** Whether anybody is signed in still; who is not is asked to. */
const isSignedIn = async (): Promise<boolean> => {
  try {
    return (await queryClient.fetchQuery({ ...session, staleTime: 0 })) !== null
  } catch {
    return false // nobody answers
  }
}

/** Between two reads of who reports, ms, while those come back who were silent. */
const COUNT_MS = 10_000

const countAnew = gather(readAnew, () => new Promise((done) => setTimeout(done, COUNT_MS)))

/** Somebody who was late, silent or unknown is heard again: the counts that were read are no more true. */
const recount = (projectId: string, fixes: ReadonlyArray<Fix>): void => {
  const { queryKey } = currentMap(projectId)
  const known = queryClient.getQueryData(queryKey)
  if (known === undefined || known.counts.on_time === known.counts.total) return
  const onTime = new Map(known.features.map(({ id, properties: p }) => [id, p.reporting === "on_time"]))
  const isShown = (id: string) => onTime.has(id)
  if (fixes.some((fix) => isPlace(fix) && onTime.get(shownAs(fix, isShown)) !== true)) countAnew(queryKey)
}

const hear = (projectId: string, entry: Entry): void => {
  switch (entry.type) {
    case "fixes":
      for (const move of movers) move(entry.data)
      noteNewest(entry.data)
      return recount(projectId, entry.data)
    case "alert.created":
      noteInLists(projectId, entry.data)
      return entry.data.status === "open" ? top(entry.data) : undefined
    case "alert.updated":
      noteInLists(projectId, entry.data)
      again(["event", projectId, entry.data.event_id])
      return entry.data.status === "open" ? undefined : dismiss(entry.data.id)
    case "event.created":
    case "event.updated":
      again(["events", projectId])
      return again(["event", projectId, entry.data.id])
    case "open":
      refresh(projectId)
      return change({ connection: "live", lostAt: null })
    case "lost":
      return change({ connection: "lost", lostAt: desk.read().lostAt ?? Date.now() })
    case "run.updated":
      return noteRun(projectId, entry.data.id)
  }
}

/** Follows a project until the answer is called. */
export const attend = (userId: string, projectId: string): (() => void) => {
  const leave = follow(userId, projectId, (entry) => hear(projectId, entry), isSignedIn)
  return () => {
    leave()
    change(nobody)
    newestFix.set(0)
  }
}

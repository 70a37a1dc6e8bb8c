// The live store: entries of the stream go to the map and into the query cache; React subscribes only to alerts
// and the connection.
import { invalidate, coalesce, refetchAfterInFlight } from "./invalidate.ts"
import { currentMap, isPlace, shownAs } from "./mapQueries.ts"
import { isGraver } from "../design/marks/severities.ts"
import { queryClient } from "./queryClient.ts"
import { noteRun } from "./analyses.ts"
import { type Alert, noteAlert } from "./alerts.ts"
import { type Entry, type Fix, follow } from "./stream.ts"
import { session } from "./session.ts"
import { watched } from "../watched.ts"

/** The state that the shell shows: toast and connection. */
interface Desk {
  /** the alert to show as a toast: the most severe since the last one was closed; null: none */
  readonly toast: Alert | null
  /** how many further alerts came since then */
  readonly others: number
  readonly connection: "connecting" | "live" | "lost"
  /** since when the connection is lost, epoch ms: the pages show the state of then; null: it is not */
  readonly lostAt: number | null
}

const nobody: Desk = { toast: null, others: 0, connection: "connecting", lostAt: null }

const desk = watched(nobody)
/** The time of the newest fix in the stream, epoch ms; updated at most every few seconds. */
const newestFix = watched(0)
const NEWEST_FIX_INTERVAL_MS = 5000
const movers = new Set<(fixes: ReadonlyArray<Fix>) => void>()

const change = (to: Partial<Desk>): void => desk.set({ ...desk.read(), ...to })

/** Reads and watches the state of the shell. */
export const { read: readLiveState, watch: watchLiveState } = desk
/** Reads and watches the time of the newest fix. */
export const { read: readNewestFix, watch: watchNewestFix } = newestFix

const noteNewest = (fixes: ReadonlyArray<Fix>): void => {
  const times = fixes.filter(isPlace).map(({ time }) => Date.parse(time))
  const newest = Math.max(0, ...times)
  if (newest >= newestFix.read() + NEWEST_FIX_INTERVAL_MS) newestFix.set(newest)
}

/** Closes the toast; with an id, only if it shows that alert. */
export const dismissToast = (id?: string): void => {
  const { toast } = desk.read()
  if (toast !== null && (id === undefined || toast.id === id)) change({ toast: null, others: 0 })
}

/** Shows a new alert as the toast, unless a more severe one is shown. */
const top = (alert: Alert): void => {
  const { others, toast } = desk.read()
  if (toast === null) return change({ toast: alert, others: 0 })
  change({ toast: isGraver(toast.severity, alert.severity) ? toast : alert, others: others + 1 })
}

/** Subscribes to fixes as they arrive. */
export const watchFixes = (move: (fixes: ReadonlyArray<Fix>) => void): (() => void) => {
  movers.add(move)
  return () => movers.delete(move)
}

/** Invalidates what the stream may have changed before it connected. */
const refresh = (projectId: string): void => {
  for (const key of [
    "alerts",
    "alerts about",
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
    invalidate([key, projectId])
}

const noteInLists = (projectId: string, alert: Alert): void => {
  noteAlert(alert)
  for (const key of ["alert summary", "resolved alerts"]) invalidate([key, projectId])
}

/** Whether the session is still valid; if not, the console asks for a new sign-in. */
const isSignedIn = async (): Promise<boolean> => {
  try {
    return (await queryClient.fetchQuery({ ...session, staleTime: 0 })) !== null
  } catch {
    return false // the server does not answer
  }
}

/**
 * RECOUNT_INTERVAL_MS is the shortest time between two reads of the counts while silent subjects report
 * again.
 */
const RECOUNT_INTERVAL_MS = 10_000

const countAnew = coalesce(
  refetchAfterInFlight,
  () => new Promise((done) => setTimeout(done, RECOUNT_INTERVAL_MS))
)

/** Refetches the counts when a late, silent or unknown subject reports again. */
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
      invalidate(["event", projectId, entry.data.event_id])
      return entry.data.status === "open" ? undefined : dismissToast(entry.data.id)
    case "event.created":
    case "event.updated":
      invalidate(["events", projectId])
      return invalidate(["event", projectId, entry.data.id])
    case "open":
      refresh(projectId)
      return change({ connection: "live", lostAt: null })
    case "lost":
      return change({ connection: "lost", lostAt: desk.read().lostAt ?? Date.now() })
    case "run.updated":
      return noteRun(projectId, entry.data.id)
  }
}

/** Follows a project's stream until the returned function is called. */
export const subscribeProject = (userId: string, projectId: string): (() => void) => {
  const leave = follow(userId, projectId, (entry) => hear(projectId, entry), isSignedIn)
  return () => {
    leave()
    change(nobody)
    newestFix.set(0)
  }
}

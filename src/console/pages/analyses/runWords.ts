// Texts about runs: name, status, period, subjects, expiry.
import { words } from "../../../words/language.ts"
import type { RunSummary } from "../../data/analyses.ts"
import { wallTime } from "../../time/wallTime.ts"
import { inZone, rangeInZone, span } from "../../time/zoneTime.ts"

const DAY_MS = 86_400_000

/** runName returns the name of a run, or that it has none. */
export const runName = ({ name }: Pick<RunSummary, "name">): string => name ?? words.analyses.unnamed

/** statusText returns the status in a word; a queued run with its position, counted from 1. */
export const statusText = (
  { cancel_requested, progress, status }: Pick<RunSummary, "status" | "progress" | "cancel_requested">,
  place?: number | null
): string => {
  const texts = words.analyses.status
  if (status === "running") return cancel_requested ? texts.stopping : `${progress} %`
  return status === "queued" && place != null ? texts.queuedAt({ place }) : texts[status]
}

/** periodText returns `1 – 14 May` or `20 Apr – 14 May`; with the year where it is not the current one. */
export const periodText = (from: string, to: string, zone: string, now: number): string => {
  const yearOf = (moment: number) => wallTime(moment, zone).slice(0, 4)
  // the end is exclusive: midnight belongs to the day before
  const first = Date.parse(from),
    last = Date.parse(to) - 1
  const isThisYear = yearOf(first) === yearOf(now) && yearOf(last) === yearOf(now)
  return rangeInZone(first, last, zone, isThisYear ? "day" : "date")
}

/** aboutText returns the number of subjects and areas: `19 cows, 5 areas`. */
export const aboutText = (
  subjects: number,
  areas: number,
  word: { readonly one: string; readonly many: string }
): string => words.analyses.about({ subjects, areas, one: word.one, many: word.many })

/** Keeping is the expiry of a run as text and tone. */
interface Keeping {
  readonly text: string
  readonly tone: "good" | "late" | "soft"
}

/** keepingOf returns the expiry of a finished run; null: it is not finished. */
export const keepingOf = (
  { ends_soon, expires_at, name, status }: Pick<RunSummary, "ends_soon" | "expires_at" | "name" | "status">,
  zone: string,
  now: number
): Keeping | null => {
  if (status === "queued" || status === "running") return null
  if (name !== null) return { text: words.analyses.keeping.kept, tone: "good" }
  if (expires_at === null) return null
  const left = Date.parse(expires_at) - now
  return ends_soon
    ? { text: words.analyses.keeping.endsIn({ time: span(left / 1000) }), tone: "late" }
    : { text: words.analyses.keeping.until({ day: inZone(expires_at, zone, "day") }), tone: "soft" }
}

/** errorText returns why a run failed: its own message, or the meaning of its code. */
export const errorText = ({
  error_message,
  error_title
}: Pick<RunSummary, "error_message" | "error_title">): string | null => error_message ?? error_title

/** runGroup returns the group heading of a run in the list. */
export const runGroup = (
  { created_at, status }: Pick<RunSummary, "created_at" | "status">,
  zone: string,
  now: number
): string => {
  const { groups } = words.analyses
  if (status === "queued" || status === "running") return groups.now
  return inZone(created_at, zone, "date") === inZone(now, zone, "date") ? groups.today : groups.before
}

/** tookText returns the computing time of a run; undefined: not finished, or never started. */
export const tookText = ({
  finished_at,
  started_at
}: Pick<RunSummary, "finished_at" | "started_at">): string | undefined =>
  finished_at === null || started_at === null
    ? undefined
    : span((Date.parse(finished_at) - Date.parse(started_at)) / 1000)

/** startedText returns the start of a run, as precise as useful: time today, weekday, date. */
export const startedText = (moment: string, zone: string, now: number): string => {
  const isToday = inZone(moment, zone, "date") === inZone(now, zone, "date")
  if (isToday) return inZone(moment, zone, "clock")
  return inZone(moment, zone, now - Date.parse(moment) < 6 * DAY_MS ? "dayClock" : "day")
}

/** goneText explains why a run may have disappeared. */
export const goneText = (
  { expires_at, name }: Pick<RunSummary, "expires_at" | "name">,
  now: number,
  dateOf: (moment: string) => string
): string =>
  name === null && expires_at !== null && Date.parse(expires_at) <= now
    ? words.analyses.gone.expired({ date: dateOf(expires_at) })
    : words.analyses.gone.deleted

// Texts about runs: name, status, period, subjects, expiry.
import { counted } from "../../design/numbers.ts"
import type { RunSummary } from "../../data/analyses.ts"
import { inZone, span } from "../../time/zoneTime.ts"

const DAY_MS = 86_400_000

/** runName returns the name of a run, or that it has none. */
export const runName = ({ name }: Pick<RunSummary, "name">): string => name ?? "without a name"

const ordinals = ["next", "second", "third", "fourth", "fifth"]

/** statusText returns the status in a word; a queued run with its position, counted from 1. */
export const statusText = (
  { cancel_requested, progress, status }: Pick<RunSummary, "status" | "progress" | "cancel_requested">,
  place?: number | null
): string => {
  if (status === "running") return cancel_requested ? "stopping" : `${progress} %`
  if (status !== "queued" || place === undefined || place === null) return status
  return `queued, ${ordinals[place - 1] ?? `place ${place}`}`
}

/** periodText returns `1 – 14 May` or `20 Apr – 14 May`; with the year where it is not the current one. */
export const periodText = (from: string, to: string, zone: string, now: number): string => {
  const yearOf = (moment: number | string) => inZone(moment, zone, "date").slice(-4)
  // the end is exclusive: midnight belongs to the day before
  const last = Date.parse(to) - 1
  const first = inZone(from, zone, "day"),
    end = inZone(last, zone, "day")
  const years = [yearOf(from), yearOf(last)]
  const isPresent = years.every((year) => year === yearOf(now))
  const tail = isPresent ? "" : ` ${years[1]}`
  if (years[0] !== years[1]) return `${first} ${years[0]} – ${end} ${years[1]}`
  if (first === end) return `${first}${tail}`
  const month = (day: string) => day.replace(/^\d+ /, "")
  return month(first) === month(end) ? `${first.split(" ")[0]} – ${end}${tail}` : `${first} – ${end}${tail}`
}

/** aboutText returns the number of subjects and areas: `19 cows, 5 areas`. */
export const aboutText = (
  subjects: number,
  areas: number,
  word: { readonly one: string; readonly many: string }
): string =>
  [counted(subjects, word.one, word.many), ...(areas > 0 ? [counted(areas, "area")] : [])].join(", ")

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
  if (name !== null) return { text: "kept", tone: "good" }
  if (expires_at === null) return null
  const left = Date.parse(expires_at) - now
  return ends_soon
    ? { text: `ends in ${span(left / 1000)}`, tone: "late" }
    : { text: `until ${inZone(expires_at, zone, "day")}`, tone: "soft" }
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
  if (status === "queued" || status === "running") return "Now, one at a time"
  return inZone(created_at, zone, "date") === inZone(now, zone, "date") ? "Today" : "Before today"
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
    ? `It expired on ${dateOf(expires_at)}: runs without a name are removed after 30 days.`
    : "It was deleted, or you may not see all of its animals any more."

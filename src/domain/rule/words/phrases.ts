// What sentences about rules are made of: names, durations, lists.
import type { Message } from "../../../words/message.ts"
import { shortNumber } from "./title.ts"

/** Names returns names of what a rule refers to; null: it does not exist, or the reader does not see it. */
export interface Names {
  readonly metric: (key: string) => { readonly label: string | null; readonly unit: string | null }
  readonly feature: (id: string) => string | null
  readonly entity: (id: string) => string | null
  readonly entityType: (id: string) => string | null
  readonly group: (id: string) => string | null
  readonly device: (id: string) => string | null
}

/** Makes a message of data: a name, a number with its unit. `path`: JSON Pointer to it in the document. */
export const data = (text: string, path?: string): Message => (path === undefined ? { text } : { text, path })

const units = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60]
] as const

/** Formats a duration in the largest unit that needs no fraction: `12 h`, `90 s`; a single day is 24 h. */
export const durationWords = (seconds: number): string => {
  const unit = units.find(([name, size]) => seconds >= size * (name === "d" ? 2 : 1) && seconds % size === 0)
  return unit === undefined ? `${shortNumber(seconds)} s` : `${seconds / unit[1]} ${unit[0]}`
}

/** MAX_PLAIN_SECONDS is the duration up to which seconds are not converted to minutes. */
const MAX_PLAIN_SECONDS = 600

/** Formats how long something has lasted, seconds: `312 s`, `12 min`, `23 h 55 min`, `3 d`. */
export const lastingWords = (seconds: number): string => {
  const [, day] = units[0],
    [, hour] = units[1]
  if (seconds <= MAX_PLAIN_SECONDS) return `${shortNumber(seconds)} s`
  if (seconds < hour) return `${Math.floor(seconds / 60)} min`
  if (seconds >= 2 * day) return `${Math.floor(seconds / day)} d`
  const minutes = Math.floor((seconds % hour) / 60)
  return `${Math.floor(seconds / hour)} h${minutes === 0 ? "" : ` ${minutes} min`}`
}

/** Formats how much of a duration has passed: `12` of `30 s`, `4 min` of `12 h`. */
export const partWords = (seconds: number, of: number): { readonly done: string; readonly hold: string } =>
  of <= MAX_PLAIN_SECONDS
    ? { done: shortNumber(seconds), hold: `${of} s` }
    : { done: lastingWords(seconds), hold: durationWords(of) }

/** Formats a number with its unit: `40 km/h`; without a unit the number alone. */
export const amountWords = (value: number, unit: string | null): string =>
  unit === null ? shortNumber(value) : `${shortNumber(value)} ${unit}`

/** SIGNIFICANT_DIGITS of a value are shown, more only if it would otherwise read as its limit. */
const SIGNIFICANT_DIGITS = 3

/** Formats a value beside its limit: `3.91 V` for 3.90712 beside 3.2, and `3.204 V` for 3.2041. */
export const readWords = (value: number, limit: number, unit: string | null): string => {
  const whole = String(Math.trunc(Math.abs(value))).length
  for (let figures = Math.max(SIGNIFICANT_DIGITS, whole); figures < 7; figures++) {
    const short = Number(value.toPrecision(figures))
    if (short !== limit) return amountWords(short, unit)
  }
  return amountWords(value, unit)
}

/** MAX_LISTED_NAMES bounds the names in a list; the others are counted. */
const MAX_LISTED_NAMES = 4

/** Makes a message of a list: `A`, `A or B`, `A, B or 7 others`. */
export const listMessage = (names: ReadonlyArray<Message>, path: string): Message => {
  const listed =
    names.length > MAX_LISTED_NAMES + 1
      ? [
          ...names.slice(0, MAX_LISTED_NAMES),
          { code: "others", args: { count: names.length - MAX_LISTED_NAMES } }
        ]
      : names
  return { code: "or", args: { names: listed }, path }
}

/** Returns the label of a metric within a sentence: `battery voltage`; capitals that are not first stay. */
export const metricWords = (names: Names, metric: string): string => {
  const label = names.metric(metric).label ?? metric
  return /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** Returns the label of a metric at the beginning of a sentence. */
export const metricTitle = (names: Names, metric: string): string => names.metric(metric).label ?? metric

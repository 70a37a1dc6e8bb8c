// Words that sentences about rules are made of: names of what a rule names, comparisons, durations, lists.
import { shortNumber } from "./title.ts"
import type { Comparison } from "../conditions/compare.ts"

/** What things are called; null: there is no such thing, or the reader does not see it. */
export interface Names {
  readonly metric: (key: string) => { readonly label: string | null; readonly unit: string | null }
  readonly feature: (id: string) => string | null
  readonly entity: (id: string) => string | null
  readonly entityType: (id: string) => string | null
  readonly group: (id: string) => string | null
  readonly device: (id: string) => string | null
}

/** Words of a sentence; `strong`: what somebody chose; `path`: JSON Pointer to where they did. */
export interface Part {
  readonly text: string
  readonly strong: boolean
  readonly path: string | null
}

export const plain = (text: string): Part => ({ text, strong: false, path: null })
/** What matters, and stands nowhere in a document. */
export const bold = (text: string): Part => ({ text, strong: true, path: null })
export const strong = (text: string, path: string): Part => ({ text, strong: true, path })

export const comparisonWords: Readonly<Record<Comparison, string>> = {
  "<": "below",
  "<=": "at most",
  ">": "above",
  ">=": "at least",
  "==": "equal to",
  "!=": "other than"
}

const units = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60]
] as const

/** The largest unit that needs no fraction: `12 h`, `90 s`; a single day is 24 h. */
export const durationWords = (seconds: number): string => {
  const unit = units.find(([name, size]) => seconds >= size * (name === "d" ? 2 : 1) && seconds % size === 0)
  return unit === undefined ? `${shortNumber(seconds)} s` : `${seconds / unit[1]} ${unit[0]}`
}

/** Up to so many seconds are told as seconds. */
const FEW_SECONDS = 600

/** How long something has lasted so far, seconds: `312 s`, `12 min`, `23 h 55 min`, `3 d`. */
export const lastingWords = (seconds: number): string => {
  const [, day] = units[0],
    [, hour] = units[1]
  if (seconds <= FEW_SECONDS) return `${shortNumber(seconds)} s`
  if (seconds < hour) return `${Math.floor(seconds / 60)} min`
  if (seconds >= 2 * day) return `${Math.floor(seconds / day)} d`
  const minutes = Math.floor((seconds % hour) / 60)
  return `${Math.floor(seconds / hour)} h${minutes === 0 ? "" : ` ${minutes} min`}`
}

/** What has lasted beside what is asked for: `12 of 30 s`, `4 min of 12 h`. */
export const partWords = (seconds: number, of: number): string =>
  of <= FEW_SECONDS
    ? `${shortNumber(seconds)} of ${of} s`
    : `${lastingWords(seconds)} of ${durationWords(of)}`

/** `40 km/h`; without a unit the number alone. */
export const amountWords = (value: number, unit: string | null): string =>
  unit === null ? shortNumber(value) : `${shortNumber(value)} ${unit}`

/** Figures of a number that count: more say nothing, but where fewer would say that it is its limit. */
const COUNTING = 3

/** What was read, beside its limit: `3.91 V` for 3.90712 beside 3.2, and `3.204 V` for 3.2041. */
export const readWords = (value: number, limit: number, unit: string | null): string => {
  const whole = String(Math.trunc(Math.abs(value))).length
  for (let figures = Math.max(COUNTING, whole); figures < 7; figures++) {
    const short = Number(value.toPrecision(figures))
    if (short !== limit) return amountWords(short, unit)
  }
  return amountWords(value, unit)
}

/** Names in a list that are said; the others are counted. */
const SAID = 4

/** `A`, `A or B`, `A, B or 7 others`. */
export const listWords = (names: ReadonlyArray<string>): string => {
  const said = names.length > SAID + 1 ? [...names.slice(0, SAID), `${names.length - SAID} others`] : names
  return said.length < 2 ? (said[0] ?? "") : `${said.slice(0, -1).join(", ")} or ${said.at(-1)!}`
}

/** The label of a metric as it stands within a sentence: `battery voltage`; capitals that are not first stay. */
export const metricWords = (names: Names, metric: string): string => {
  const label = names.metric(metric).label ?? metric
  return /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** The label of a metric where it stands first. */
export const metricTitle = (names: Names, metric: string): string => names.metric(metric).label ?? metric

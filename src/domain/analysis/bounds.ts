// What a run may ask for at most, and which of it a request crosses. Specification 8.

/** Bound is a limit with the requested number. `subject`: the subject whose number it is. */
export interface Bound {
  readonly code: "subjects" | "days" | "comparison_days" | "areas" | "fixes" | "fixes_per_subject"
  readonly limit: number
  readonly value: number
  readonly crossed: boolean
  readonly subject?: string
}

/** Size is the size of a request. `days` have 24 hours; `fixes` are counted by subject over both periods. */
interface Size {
  readonly subjects: number
  readonly days: number
  readonly comparisonDays: number | null
  readonly areas: number | null
  readonly fixes: ReadonlyArray<{ readonly id: string; readonly fixes: number }>
}

/** Fixes of one subject that a run takes, of whichever module. Specification 8. */
export const MAX_FIXES_PER_SUBJECT = 200_000 as const

/** Limits bound a run of a module. A module with `areas` computes the use of areas. */
export interface Limits extends Readonly<Record<string, number>> {
  readonly subjects: number
  readonly days: number
  readonly fixes_per_subject: typeof MAX_FIXES_PER_SUBJECT
}

/** `ANALYSIS_MAX_FIXES` unless set. Specification 8. */
export const DEFAULT_MAX_FIXES = 500_000

const DAY_MS = 86_400_000

/** Days of a period, begun ones counted as their part. */
export const daysOf = (from: number, to: number): number => (to - from) / DAY_MS

/** Returns every bound of a module, with `fixes` from the setting `ANALYSIS_MAX_FIXES`. */
export const boundsOf = (limits: Limits, size: Size, maxFixes: number): ReadonlyArray<Bound> => {
  const total = size.fixes.reduce((sum, s) => sum + s.fixes, 0)
  const most = size.fixes.reduce<{ readonly id: string; readonly fixes: number } | null>(
    (a, b) => (a === null || b.fixes > a.fixes ? b : a),
    null
  )
  const bound = (code: Bound["code"], limit: number, value: number): Bound => ({
    code,
    limit,
    value,
    crossed: value > limit
  })
  return [
    bound("subjects", limits.subjects, size.subjects),
    bound("days", limits.days, size.days),
    ...(size.comparisonDays === null ? [] : [bound("comparison_days", limits.days, size.comparisonDays)]),
    ...(size.areas === null ? [] : [bound("areas", limits["areas"] ?? 0, size.areas)]),
    bound("fixes", maxFixes, total),
    {
      ...bound("fixes_per_subject", limits.fixes_per_subject, most?.fixes ?? 0),
      ...(most === null ? {} : { subject: most.id })
    }
  ]
}

/** Days of 24 hours, and what is left over: "366 days and 1 h". */
const inDays = (days: number): string => {
  const hours = Math.ceil((days - Math.floor(days)) * 24 - 1e-6)
  return hours === 0 ? `${Math.floor(days)} days` : `${Math.floor(days)} days and ${hours} h`
}

const inWords: Record<Bound["code"], (bound: Bound) => string> = {
  subjects: ({ limit, value }) => `${value} subjects are chosen, and a run takes ${limit}.`,
  days: ({ limit, value }) => `The period has ${inDays(value)}, and a run takes ${limit}.`,
  comparison_days: ({ limit, value }) =>
    `The period to compare with has ${inDays(value)}, and a run takes ${limit}.`,
  areas: ({ limit, value }) => `${value} areas are chosen, and a run takes ${limit}.`,
  fixes: ({ limit, value }) =>
    `The subjects have ${value} fixes in the period, and a run takes ${limit}. Choose fewer subjects ` +
    `or a shorter period.`,
  fixes_per_subject: ({ limit, value }) =>
    `A subject has ${value} fixes in the period, and a run takes ${limit} of one. Choose fewer ` +
    `subjects, without that one, or a shorter period.`
}

/** Returns a crossed bound as a person reads it. */
export const explainBound = (bound: Bound): string => inWords[bound.code](bound)

/** The member of the parameters that a bound is about, as a pointer into them. */
export const memberOf = (code: Bound["code"]): string =>
  code === "subjects"
    ? ""
    : code === "areas"
      ? "/feature_ids"
      : code === "comparison_days"
        ? "/comparison"
        : "/time_to"

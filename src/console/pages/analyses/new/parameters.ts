// Converts the form of a new analysis to the parameters of a run, and says what is still missing.
import { words } from "../../../../words/language.ts"
import type { NewRun } from "../../../data/analyses.ts"
import { iso } from "../../../time/iso.ts"
import { clockAfter, momentOf, wallTime } from "../../../time/wallTime.ts"
import {
  type Comparison,
  type Draft,
  type FormModule,
  type Period,
  propertiesOf,
  type SeasonDays,
  type Span
} from "./draft.ts"

const DAY_MS = 86_400_000

/** Moments is a period in epoch ms. */
export interface Moments {
  readonly from: number
  readonly to: number
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

const beginOf = (text: string, zone: string): number | undefined =>
  isDay(text) ? momentOf(`${text}T00:00`, zone) : Date.parse(text)

const endOf = (text: string, zone: string): number | undefined => {
  if (!isDay(text)) return Date.parse(text)
  const begin = momentOf(`${text}T00:00`, zone)
  return begin === undefined ? undefined : clockAfter(begin, zone, 0, 1)
}

const spanOf = ({ from, to }: Span, zone: string): Moments | undefined => {
  const begin = beginOf(from, zone),
    end = endOf(to, zone)
  return begin === undefined || end === undefined || !Number.isFinite(begin + end)
    ? undefined
    : { from: begin, to: end }
}

/** momentsOf returns the times of a period; undefined: a date is missing. */
export const momentsOf = (period: Period, zone: string, now: number): Moments | undefined =>
  period.kind === "days" ? { from: now - period.days * DAY_MS, to: now } : spanOf(period, zone)

const times = ({ from, to }: Moments) => ({ time_from: iso(from), time_to: iso(to) })

const comparisonOf = (comparison: Comparison, main: Moments, zone: string): object => {
  switch (comparison.kind) {
    case "none":
      return {}
    case "previous":
      return { comparison: times({ from: main.from - (main.to - main.from), to: main.from }) }
    case "span": {
      const moments = spanOf(comparison, zone)
      return moments === undefined ? {} : { comparison: times(moments) }
    }
    case "seasons":
      return { seasons: comparison.seasons }
    case "herd":
      return comparison.ids.length === 0 ? {} : { herd_b_entity_ids: comparison.ids }
  }
}

/** missingIn names what the form still needs before it can be estimated; undefined: nothing. */
export const missingIn = (
  { areas, period, whom }: Draft,
  module: FormModule | undefined,
  zone: string,
  now: number
): string | undefined => {
  const { missing } = words.newAnalysis
  if (whom.kind === "animals" ? whom.ids.length === 0 : whom.id === "") return missing.subjects
  if (module?.asks_about_areas === true && areas.length === 0) return missing.areas
  return momentsOf(period, zone, now) === undefined ? missing.days : undefined
}

/** parametersOf returns the parameters of a complete form. */
export const parametersOf = (
  { areas, comparison, options, period, whom }: Draft,
  module: FormModule,
  zone: string,
  now: number
): NewRun["parameters"] => {
  const moments = momentsOf(period, zone, now) ?? { from: now, to: now }
  const own = propertiesOf(module)
  return {
    ...(whom.kind === "animals"
      ? { entity_ids: whom.ids }
      : { [whom.kind === "group" ? "group_id" : "entity_type_id"]: whom.id }),
    ...times(moments),
    ...(module.asks_about_areas ? { feature_ids: areas } : {}),
    ...Object.fromEntries(Object.entries(options).filter(([name]) => name in own)),
    ...comparisonOf(comparison, moments, zone)
  }
}

/** lastSeason returns the latest season of that name that has begun, as days. */
export const lastSeason = ({ from, to }: SeasonDays, zone: string, now: number): Span => {
  const today = wallTime(now, zone).slice(0, 10)
  const year = Number(today.slice(0, 4))
  const first = `${year}-${from}` <= today ? year : year - 1
  const last = to < from ? first + 1 : first
  return { from: `${first}-${from}`, to: `${last}-${to}` }
}

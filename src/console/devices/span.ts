// Which stretch of time a time line shows, and how finely an edge is moved on it.
import { scaleTime } from "d3-scale"
import { clockAfter } from "../time/wallTime.ts"

const MINUTE = 60_000
const DAY = 86_400_000

export const RANGES = [
  ["day", "1 day"],
  ["week", "1 week"],
  ["month", "1 month"],
  ["quarter", "3 months"]
] as const
export type Range = (typeof RANGES)[number][0]

const DAYS: Readonly<Record<Range, number>> = { day: 1, week: 7, month: 30, quarter: 91 }
/** An edge is dropped on a multiple of it; the arrow keys go as far. */
const STEPS: Readonly<Record<Range, number>> = {
  day: MINUTE,
  week: 15 * MINUTE,
  month: 60 * MINUTE,
  quarter: 180 * MINUTE
}
/** Ticks between which so many days lie. */
const TICK_DAYS: Readonly<Record<Range, number>> = { day: 1, week: 1, month: 5, quarter: 15 }

export interface Window {
  readonly from: number
  readonly to: number
  readonly step: number
  readonly ticks: ReadonlyArray<number>
}

/** `range` undefined: all since `first`, epoch ms. */
export const windowOf = (range: Range | undefined, first: number, now: number, zone: string): Window => {
  const from = range === undefined ? Math.min(first, now - 30 * DAY) : now - DAYS[range] * DAY
  const ticks: Array<number> = []
  if (range === undefined || range === "day")
    ticks.push(...scaleTime([from, now], [0, 1]).ticks(6).map(Number))
  else
    for (let at = clockAfter(from, zone, 0, 1); at < now; at = clockAfter(at, zone, 0, TICK_DAYS[range]))
      ticks.push(at)
  return { from, to: now, step: range === undefined ? DAY : STEPS[range], ticks }
}

/** On a step, away from where it came. */
export const onStep = (at: number, step: number): number => Math.round(at / step) * step

// The period of a time line, and the step in which edges move.
import { scaleTime } from "d3-scale"
import { clockAfter } from "../../time/wallTime.ts"

const MINUTE = 60_000
const DAY = 86_400_000

/** RANGES are the lengths of the time line. */
export const RANGES = ["day", "week", "month", "quarter"] as const
/** Range is a length of the time line. */
export type Range = (typeof RANGES)[number]

const DAYS: Readonly<Record<Range, number>> = { day: 1, week: 7, month: 30, quarter: 91 }
/** Step of an edge by range, for pointer and arrow keys. */
const STEPS: Readonly<Record<Range, number>> = {
  day: MINUTE,
  week: 15 * MINUTE,
  month: 60 * MINUTE,
  quarter: 180 * MINUTE
}
/** Days between two ticks. */
const TICK_DAYS: Readonly<Record<Range, number>> = { day: 1, week: 1, month: 5, quarter: 15 }

/** Window is the visible period with step and ticks. */
export interface Window {
  readonly from: number
  readonly to: number
  readonly step: number
  readonly ticks: ReadonlyArray<number>
}

/** windowOf returns the window of a range up to now; `range` undefined: everything since `first`, epoch ms. */
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

/** onStep rounds a time to a step. */
export const onStep = (at: number, step: number): number => Math.round(at / step) * step

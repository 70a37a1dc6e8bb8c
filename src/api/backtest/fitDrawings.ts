// What is drawn of a rule test, made to fit into an answer: points go first, highs and lows staying, then the
// ends of lists of spans. Sizes are what JSON makes of them, at most.
import type { Drawing } from "../../backtest/Drawings.ts"
import { Series } from "../../backtest/Series.ts"

/** `{"from":"…","to":"…","value":false},` and `{"time":"…","value":-1.2345678901234567e+300},` */
const SPAN_BYTES = 84
const POINT_BYTES = 72
/** the names of members and the brackets around a list, and around a subject */
const LIST_BYTES = 80
const SUBJECT_BYTES = 400

/** The share of the room that points have, however many spans there are. */
const FLOOR = 0.25

export interface Fitted {
  readonly drawn: ReadonlyArray<Drawing>
  readonly cutBy: ReadonlyArray<"spans" | "points">
}

/** The largest number from `least` to `most` whose lists, each cut to it, are no more than `room` in all. */
const longest = (lengths: ReadonlyArray<number>, room: number, least: number, most: number): number => {
  const total = (limit: number) => lengths.reduce((sum, n) => sum + Math.min(n, limit), 0)
  let low = least,
    high = most
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (total(middle) <= room) low = middle
    else high = middle - 1
  }
  return low
}

const thinned = (points: Drawing["series"][number]["points"], most: number) => {
  if (points.length <= most) return points
  const series = new Series(points.length)
  for (const { at, value } of points) series.add(at, value)
  return series.points(most)
}

const spanLists = (d: Drawing) => [d.spans, ...d.conditions.map((c) => c.spans), d.baseline ?? []]

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, n) => total + n, 0)

/** `room`: bytes that are left for it. */
export const fitDrawings = (drawn: ReadonlyArray<Drawing>, room: number): Fitted => {
  const spans = drawn.flatMap(spanLists).map((list) => list.length),
    points = drawn.flatMap((d) => d.series.map((s) => s.points.length))
  const frames =
    drawn.length * SUBJECT_BYTES +
    (spans.length + points.length) * LIST_BYTES +
    sum(
      drawn
        .flatMap((d) => [...d.conditions.map((c) => c.path), ...d.series.map((s) => s.metric)])
        .map((t) => t.length)
    )
  const left = Math.max(0, room - frames)
  if (sum(spans) * SPAN_BYTES + sum(points) * POINT_BYTES <= left) return { drawn, cutBy: [] }

  const forPoints = Math.max(left - sum(spans) * SPAN_BYTES, left * FLOOR)
  const mostPoints = longest(points, forPoints / POINT_BYTES, 2, Math.max(2, ...points))
  const usedByPoints = sum(points.map((n) => Math.min(n, mostPoints))) * POINT_BYTES
  const mostSpans = longest(spans, (left - usedByPoints) / SPAN_BYTES, 1, Math.max(1, ...spans))
  return {
    drawn: drawn.map((d) => ({
      ...d,
      spans: d.spans.slice(0, mostSpans),
      conditions: d.conditions.map((c) => ({ ...c, spans: c.spans.slice(0, mostSpans) })),
      baseline: d.baseline?.slice(0, mostSpans) ?? null,
      series: d.series.map((s) => ({ ...s, points: thinned(s.points, mostPoints) }))
    })),
    cutBy: [
      ...(spans.some((n) => n > mostSpans) ? (["spans"] as const) : []),
      ...(points.some((n) => n > mostPoints) ? (["points"] as const) : [])
    ]
  }
}

// Reduces the drawings of a rule test to the size of an answer: first points are thinned, keeping highs and
// lows, then lists of spans are cut. Sizes are upper bounds of the JSON text.
import type { Drawing } from "../../backtest/Drawings.ts"
import { Series } from "../../backtest/Series.ts"

/** `{"from":"…","to":"…","value":false},` and `{"time":"…","value":-1.2345678901234567e+300},` */
const SPAN_BYTES = 84
const POINT_BYTES = 72
/** bytes of member names and brackets of a list, and of a subject */
const LIST_BYTES = 80
const SUBJECT_BYTES = 400

/** `MIN_POINTS_SHARE` is the share of the bytes that points get, however many spans there are. */
const MIN_POINTS_SHARE = 0.25

/** `FittedDrawings` are the reduced drawings, and what was cut. */
interface FittedDrawings {
  readonly drawn: ReadonlyArray<Drawing>
  readonly cutBy: ReadonlyArray<"spans" | "points">
}

/**
 * Returns the largest limit from `minimum` to `maximum` with which the lists, each cut to it, have at most
 * `maxTotal` elements.
 */
const largestLimit = (
  lengths: ReadonlyArray<number>,
  maxTotal: number,
  minimum: number,
  maximum: number
): number => {
  const total = (limit: number) => lengths.reduce((sum, n) => sum + Math.min(n, limit), 0)
  let low = minimum,
    high = maximum
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (total(middle) <= maxTotal) low = middle
    else high = middle - 1
  }
  return low
}

const thinPoints = (points: Drawing["series"][number]["points"], maximum: number) => {
  if (points.length <= maximum) return points
  const series = new Series(points.length)
  for (const { at, value } of points) series.add(at, value)
  return series.points(maximum)
}

const spanLists = (d: Drawing) => [d.spans, ...d.conditions.map((c) => c.spans), d.baseline ?? []]

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, n) => total + n, 0)

/** Reduces drawings to `maxTotal` bytes. */
export const fitDrawings = (drawn: ReadonlyArray<Drawing>, maxTotal: number): FittedDrawings => {
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
  const availableBytes = Math.max(0, maxTotal - frames)
  if (sum(spans) * SPAN_BYTES + sum(points) * POINT_BYTES <= availableBytes) return { drawn, cutBy: [] }

  const forPoints = Math.max(availableBytes - sum(spans) * SPAN_BYTES, availableBytes * MIN_POINTS_SHARE)
  const maxPoints = largestLimit(points, forPoints / POINT_BYTES, 2, Math.max(2, ...points))
  const usedByPoints = sum(points.map((n) => Math.min(n, maxPoints))) * POINT_BYTES
  const maxSpans = largestLimit(spans, (availableBytes - usedByPoints) / SPAN_BYTES, 1, Math.max(1, ...spans))
  return {
    drawn: drawn.map((d) => ({
      ...d,
      spans: d.spans.slice(0, maxSpans),
      conditions: d.conditions.map((c) => ({ ...c, spans: c.spans.slice(0, maxSpans) })),
      baseline: d.baseline?.slice(0, maxSpans) ?? null,
      series: d.series.map((s) => ({ ...s, points: thinPoints(s.points, maxPoints) }))
    })),
    cutBy: [
      ...(spans.some((n) => n > maxSpans) ? (["spans"] as const) : []),
      ...(points.some((n) => n > maxPoints) ? (["points"] as const) : [])
    ]
  }
}

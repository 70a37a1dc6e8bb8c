// The last 24 hours of one metric as bars over its nights, with its limit; dotted where no value came.
import { words } from "../../words/language.ts"
import { compare, type Comparison } from "../../domain/rule/conditions/compare.ts"
import type { Timeline } from "../data/mapQueries.ts"
import { span } from "../time/zoneTime.ts"
import { numberText } from "../design/numbers.ts"
import { Nights } from "./Nights.tsx"

interface SparkOf {
  readonly metric: string
  readonly unit: string | null
  readonly limit: number | null
  /** the comparison of the rule that watches the metric; absent: not known */
  readonly op?: Comparison | null
  /** whether an alert of that rule is open */
  readonly alert_open?: boolean
  readonly points: ReadonlyArray<{ readonly time: string; readonly value: number }>
}

const DAY_MS = 86_400_000
/** Time that one bar covers: twelve minutes. */
const BAR_MS = 720_000

/** Returns how many of the newest values in a row match the rule, while an alert is open; else 0. */
const countMatching = ({ alert_open: isOpen = false, limit, op, points }: SparkOf): number =>
  !isOpen || limit === null || op == null
    ? 0
    : points.length - 1 - points.findLastIndex(({ value }) => !compare[op](value, limit))

interface SparkProps {
  readonly of: SparkOf
  readonly now: number
  /** nights of the last 24 hours */
  readonly nights?: Timeline["nights"]
  readonly width?: number
  readonly height?: number
}

const sentence = ({ metric, points, unit }: SparkOf, now: number): string => {
  const last = points.at(-1)
  if (last === undefined) return words.charts.spark.none({ metric })
  return words.charts.spark.last({
    metric,
    value: `${numberText(last.value)} ${unit ?? ""}`.trim(),
    age: span((now - Date.parse(last.time)) / 1000)
  })
}

/** Spark draws the last 24 hours of one metric. */
export const Spark = ({ height = 26, nights = [], now, of, width = 126 }: SparkProps) => {
  const top = Math.max(...of.points.map(({ value }) => value), of.limit ?? 0, 0)
  const bottom = Math.min(...of.points.map(({ value }) => value), 0)
  const range = top - bottom || 1
  const x = (time: string) => width * (1 - (now - Date.parse(time)) / DAY_MS)
  const within = (time: string) => Math.min(width, Math.max(0, x(time)))
  const y = (value: number) => height - 1 - ((value - bottom) / range) * (height - 3)
  const bar = Math.max(1, (width * BAR_MS) / DAY_MS - 0.4)
  const sound = of.points.length - countMatching(of)
  const last = of.points.at(-1)
  const end = last === undefined ? 0 : x(last.time) + bar
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="none"
      role="img"
      aria-label={sentence(of, now)}
    >
      <Nights of={nights} x={within} y={0} height={height} />
      {of.points.map(({ time, value }, i) => (
        <rect
          key={time}
          x={x(time)}
          width={bar}
          y={y(Math.max(value, 0))}
          height={Math.max(1, Math.abs(y(value) - y(0)))}
          fill={i >= sound ? "var(--critical)" : "var(--spark)"}
        />
      ))}
      {of.limit !== null && (
        <line
          x1="0"
          x2={width}
          y1={y(of.limit)}
          y2={y(of.limit)}
          stroke="var(--critical)"
          strokeDasharray="3 3"
        />
      )}
      {end < width - 4 && (
        <line
          x1={end + 1}
          x2={width}
          y1={height - 1.5}
          y2={height - 1.5}
          stroke="var(--ink3)"
          strokeDasharray="1 2"
        />
      )}
    </svg>
  )
}

// The plot of an event's chart: axis, line, limit; for a windowed metric also its raw values and the evaluated
// window.
import { words } from "../../../words/language.ts"
import { scaleLinear } from "d3-scale"
import { area, curveStepAfter, line } from "d3-shape"
import { limitText, tickText } from "../../design/numbers.ts"
import type { SeverityName } from "../../design/marks/Severity.tsx"
import type { Evidence } from "../../data/evidence.ts"
import { span } from "../../time/zoneTime.ts"
import look from "./series.module.css"

interface Point {
  readonly time: string
  readonly value: number
}

/** Line is the metric to draw, with its limit. */
export interface Line {
  readonly name: string
  readonly unit: string | null
  readonly limit: number | null
  readonly points: ReadonlyArray<Point>
  /** the evaluated window; null: single values */
  readonly window: NonNullable<Evidence["series"]>[number]["window"]
  /** raw values behind a windowed metric; empty otherwise */
  readonly values: ReadonlyArray<Point>
}

const TOP = 12,
  /** height of the window's label */
  HEAD = 26,
  WORDS_PX = 150

/** If the range starts this close to zero (as a share of the maximum), the axis starts at zero. */
const NEAR_ZERO = 0.25

/** Returns the value range with a small margin; from zero where that is close. */
const rangeOf = (values: ReadonlyArray<number>): readonly [number, number] => {
  const low = Math.min(...values),
    high = Math.max(...values)
  const air = (high - low) * 0.1 || Math.abs(high) * 0.05 || 1
  return low >= 0 && low < high * NEAR_ZERO ? [0, high + air] : [low - air, high + air]
}

interface JudgedProps {
  readonly of: NonNullable<Line["window"]>
  readonly severity: SeverityName
  readonly bottom: number
  readonly x: (moment: string) => number
}

/** Judged marks the evaluated window. */
const Judged = ({ bottom, of, severity, x }: JudgedProps) => {
  const from = x(of.from),
    to = x(of.to)
  const time = span((Date.parse(of.to) - Date.parse(of.from)) / 1000)
  return (
    <g className={look["judged"]} data-severity={severity}>
      <rect x={from} width={Math.max(1, to - from)} y={TOP} height={bottom - TOP} />
      <path d={`M${from} ${TOP + 7}v-7H${to}v7`} />
      <text
        x={to - from > WORDS_PX ? (from + to) / 2 : to}
        y={TOP + 16}
        textAnchor={to - from > WORDS_PX ? "middle" : "end"}
      >
        {to - from > 1.6 * WORDS_PX
          ? words.charts.judged.long({ time, count: of.count })
          : words.charts.judged.short({ time })}
      </text>
    </g>
  )
}

interface PlotProps {
  readonly shown: Line
  readonly severity: SeverityName
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly x: (moment: string) => number
}

/** Plot draws the metric of an event. */
export const Plot = ({ bottom, left, right, severity, shown, x }: PlotProps) => {
  const { limit, points, values, window } = shown
  const shares = [...points, ...values].map(({ value }) => value)
  const top = window === null ? TOP : TOP + HEAD
  const y = scaleLinear(rangeOf([...shares, ...(limit === null ? [] : [limit])]), [bottom, top]).nice()
  const base = y(Math.max(0, y.domain()[0]!))
  const path = line<Point>(
    ({ time }) => x(time),
    ({ value }) => y(value)
  ).curve(curveStepAfter)
  const ground = area<Point>()
    .x(({ time }) => x(time))
    .y0(base)
    .y1(({ value }) => y(value))
    .curve(curveStepAfter)
  const bar = Math.min(6, Math.max(1, (0.4 * (right - left)) / Math.max(1, values.length)))
  const ticks = y.ticks(Math.max(2, bottom / 50))
  const isJudged = (time: string) => window !== null && time > window.from && time <= window.to
  return (
    <>
      {window !== null && <Judged of={window} severity={severity} bottom={bottom} x={x} />}
      {ticks.map((tick) => (
        <g key={tick} transform={`translate(0,${y(tick)})`}>
          <line x1={left} x2={right} stroke="var(--line2)" />
          <text x={left - 8} y="4" textAnchor="end">
            {tickText(tick, ticks)}
          </text>
        </g>
      ))}
      {values.map(({ time, value }) => (
        <rect
          key={time}
          className={look["value"]}
          data-severity={isJudged(time) ? severity : undefined}
          x={x(time) - bar / 2}
          width={bar}
          y={Math.min(base, y(value))}
          height={Math.abs(base - y(value))}
        />
      ))}
      {values.length === 0 && <path d={ground([...points]) ?? ""} fill="var(--bar)" opacity="0.45" />}
      <path d={path([...points]) ?? ""} fill="none" stroke="var(--ink)" strokeWidth="1.5" />
      {limit !== null && (
        <g transform={`translate(0,${y(limit)})`}>
          <line x1={left} x2={right + 3} stroke="var(--critical)" strokeWidth="1.6" />
          <rect x={right + 3} y="-10" width="54" height="20" rx="5" fill="var(--critical)" />
          <text className={look["limit"]} x={right + 30} y="4" textAnchor="middle">
            {limitText(limit, points.at(-1)?.value ?? null)}
          </text>
        </g>
      )}
    </>
  )
}

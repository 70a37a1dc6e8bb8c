// The metric of the selected animal over time, with the limit as a draggable line. During a drag only this line and
// an estimate change; the server is asked on release.
import { scaleLinear } from "d3-scale"
import { curveStepAfter, line } from "d3-shape"
import { useRef, useState } from "react"
import { words } from "../../../../words/language.ts"
import { textScale } from "../../../charts/textScale.ts"
import { numberText } from "../../../design/numbers.ts"
import type { Point, Stretch } from "./approximate.ts"
import { type Axis, LEFT, RIGHT, sizeOf } from "./axis.ts"
import { barsPath } from "./bars.ts"
import { onStep, stepFor } from "../form/numbers.ts"
import look from "./plot.module.css"

/** PLOT_HEIGHT is the height of the chart. */
const PLOT_HEIGHT = 172
const TOP = 26,
  BOTTOM = PLOT_HEIGHT - 10

interface PlotProps {
  readonly axis: Axis
  readonly name: string
  /** lines of the axis label */
  readonly label: ReadonlyArray<string>
  readonly unit: string | null
  readonly points: ReadonlyArray<Point>
  /** when the conditions hold */
  readonly held: ReadonlyArray<Stretch>
  readonly limit: number
  /** the limit in the version to compare with; null: it has none */
  readonly other: { readonly value: number; readonly version: number } | null
  readonly isDragged: boolean
  readonly onDrag: (limit: number) => void
  readonly onDrop: (limit: number) => void
}

/** Returns the value range: all values, both limits, and zero where it is close. */
const rangeOf = ({ limit, other, points }: PlotProps, kept: number): readonly [number, number] => {
  const values = [...points.map(({ value }) => value), kept, limit, ...(other === null ? [] : [other.value])]
  const low = Math.min(...values),
    high = Math.max(...values)
  const floor = low >= 0 && low < high * 0.55 ? 0 : low - (high - low) * 0.15
  return [floor, high === floor ? floor + 1 : high + (high - floor) * 0.06]
}

/** LimitLine is the limit as a slider for pointer and arrow keys. */
const LimitLine = ({
  props,
  range,
  y
}: {
  readonly props: PlotProps
  readonly range: readonly [number, number]
  readonly y: (value: number) => number
}) => {
  const { axis, label, limit, onDrag, onDrop, unit } = props
  const step = stepFor(range[1] - range[0])
  const from = useRef<{ readonly y: number; readonly limit: number } | null>(null)
  const last = useRef(limit)
  const right = axis.width - RIGHT
  const perUnit = (range[1] - range[0]) / (BOTTOM - TOP)
  const moved = (clientY: number): number => {
    const begun = from.current!
    const next = onStep(begun.limit - ((clientY - begun.y) / textScale()) * perUnit, step)
    return Math.min(range[1], Math.max(range[0], next))
  }
  const press = (event: React.KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10 }[
      event.key
    ]
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onDrop(onStep(limit + by * step * (event.shiftKey ? 10 : 1), step))
  }
  const text = numberText(limit)
  return (
    <g
      className={look["limit"]}
      role="slider"
      tabIndex={0}
      aria-label={words.backtest.plot.limit({ of: label.join(", ") })}
      aria-valuenow={limit}
      aria-valuemin={range[0]}
      aria-valuemax={range[1]}
      aria-valuetext={`${text} ${unit ?? ""}`}
      transform={`translate(0,${y(limit)})`}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { y: event.clientY, limit }
        last.current = limit
      }}
      onPointerMove={(event) => {
        if (from.current === null) return
        last.current = moved(event.clientY)
        onDrag(last.current)
      }}
      onPointerUp={() => {
        if (from.current === null) return
        from.current = null
        onDrop(last.current)
      }}
      onPointerCancel={() => {
        if (from.current !== null) onDrop(from.current.limit)
        from.current = null
      }}
    >
      <rect x={LEFT} width={right - LEFT + 58} y="-12" height="24" fill="transparent" />
      <line x1={LEFT} x2={right + 3} stroke="var(--critical)" strokeWidth="1.6" />
      <rect className={look["grip"]} x={right + 3} y="-11" width="56" height="22" rx="5" />
      <path d={`M${right + 8} -3v6M${right + 11} -3v6`} stroke="var(--critical-ink)" opacity="0.7" />
      <text className={look["value"]} x={right + 34} y="4" textAnchor="middle">
        {text}
      </text>
    </g>
  )
}

/** Plot draws the metric and its limit. */
export const Plot = (props: PlotProps) => {
  const { axis, held, isDragged, label, limit, name, other, points, unit } = props
  const [kept, setKept] = useState(limit)
  if (!isDragged && kept !== limit) setKept(limit)
  // the scale does not change during a drag
  const range = rangeOf({ ...props, limit: kept }, kept)
  const y = scaleLinear([...range], [BOTTOM, TOP])
  const path = line<Point>(
    ({ at }) => axis.x(at),
    ({ value }) => y(value)
  ).curve(curveStepAfter)
  const right = axis.width - RIGHT
  const figure = label.join(", ")
  const values = points.map(({ value }) => value)
  const sentence =
    points.length === 0
      ? words.backtest.plot.empty({ figure, name })
      : words.backtest.plot.range({
          figure,
          name,
          from: numberText(Math.min(...values)),
          to: `${numberText(Math.max(...values))} ${unit ?? ""}`.trim(),
          limit: numberText(limit)
        })
  return (
    <svg className={look["plot"]} {...sizeOf(axis, PLOT_HEIGHT)} role="group" aria-label={sentence}>
      <path
        d={barsPath(
          axis,
          held.filter(({ value }) => value === true),
          { top: 0, height: PLOT_HEIGHT }
        )}
        className={look["held"]}
      />
      {y.ticks(4).map((tick) => (
        <g key={tick} transform={`translate(0,${y(tick)})`}>
          <line x1={LEFT} x2={right} stroke="var(--line2)" />
          <text x={LEFT - 8} y="4" textAnchor="end">
            {numberText(tick)}
          </text>
        </g>
      ))}
      <text className={look["name"]} x="14" y="20">
        {name}
      </text>
      {[...label, unit ?? ""].map((one, i) => (
        <text key={one} x="14" y={36 + i * 15}>
          {one}
        </text>
      ))}
      <path d={path([...points]) ?? ""} fill="none" stroke="var(--ink)" strokeWidth="1.5" />
      {other !== null && other.value !== limit && (
        <g transform={`translate(0,${Math.min(BOTTOM, Math.max(TOP, y(other.value)))})`}>
          <line x1={LEFT} x2={right} stroke="var(--ink3)" strokeDasharray="3 4" strokeWidth="1.2" />
          <text x={right + 6} y="4">
            {numberText(other.value)} v{other.version}
          </text>
        </g>
      )}
      <LimitLine props={props} range={range} y={y} />
    </svg>
  )
}

// A line of figures over the hours around an event, its limit across, and below it in lanes what else was then.
import { useQuery } from "@tanstack/react-query"
import { scaleLinear, scaleTime } from "d3-scale"
import { area, curveStepAfter, line } from "d3-shape"
import { Glyph } from "../charts/Glyph.tsx"
import { Nights } from "../charts/Nights.tsx"
import type { Alert } from "../queries/alerts.ts"
import type { Event } from "../queries/events.ts"
import type { Evidence } from "../queries/evidence.ts"
import { nightsBetween } from "../queries/animal.ts"
import { limitText, numberText } from "../look/numbers.ts"
import { useProject } from "../shell/useProject.ts"
import { inZone } from "../time/zoneTime.ts"
import { useNow } from "../time/useNow.ts"
import { ChartLanes, LANE, lanesOf } from "./ChartLanes.tsx"
import look from "./series.module.css"
import type { Charge } from "./useCharge.ts"

const LEFT = 76,
  RIGHT = 64,
  TOP = 12,
  FOOT = 24,
  /** between the figure and the lanes */
  AIR = 8
const MINUTE = 60_000,
  HOUR = 60 * MINUTE
/** Half of what the moment of the event takes on the axis. */
const PILL = 38

interface Point {
  readonly time: string
  readonly value: number
}

export interface Line {
  readonly name: string
  readonly unit: string | null
  readonly limit: number | null
  readonly points: ReadonlyArray<Point>
}

export const sentence = ({ limit, name, points, unit }: Line): string => {
  const values = points.map(({ value }) => value)
  const range = `${numberText(Math.min(...values))} to ${numberText(Math.max(...values))} ${unit ?? ""}`
  return `${name} around the event: ${range}${limit === null ? "" : `, limit ${numberText(limit)}`}`
}

/** What lies so near to zero, as a share of the greatest, is drawn from there. */
const NEAR_ZERO = 0.25

/** What the axis shows: what there is, with a little air; from zero where that is near. */
const rangeOf = (values: ReadonlyArray<number>): readonly [number, number] => {
  const low = Math.min(...values),
    high = Math.max(...values)
  const air = (high - low) * 0.1 || Math.abs(high) * 0.05 || 1
  return low >= 0 && low < high * NEAR_ZERO ? [0, high + air] : [low - air, high + air]
}

interface ChartProps {
  readonly data: Evidence
  readonly event: Event
  /** what was done about it; null: it is told elsewhere, or there is none */
  readonly alert: Alert | null
  readonly charge: Charge | null
  /** null: nothing was measured, and the lanes are all there is */
  readonly shown: Line | null
  readonly width: number
  readonly height: number
}

/** The figure itself, above the lanes. */
const Plot = ({
  bottom,
  right,
  shown,
  x
}: {
  readonly shown: Line
  readonly bottom: number
  readonly right: number
  readonly x: (moment: string) => number
}) => {
  const values = [...shown.points.map(({ value }) => value), ...(shown.limit === null ? [] : [shown.limit])]
  const y = scaleLinear(rangeOf(values), [bottom, TOP]).nice()
  const base = y(Math.max(0, y.domain()[0]!))
  const points = [...shown.points]
  const path = line<Point>(
    ({ time }) => x(time),
    ({ value }) => y(value)
  ).curve(curveStepAfter)
  const ground = area<Point>()
    .x(({ time }) => x(time))
    .y0(base)
    .y1(({ value }) => y(value))
    .curve(curveStepAfter)
  return (
    <>
      {y.ticks(Math.max(2, bottom / 50)).map((tick) => (
        <g key={tick} transform={`translate(0,${y(tick)})`}>
          <line x1={LEFT} x2={right} stroke="var(--line2)" />
          <text x={LEFT - 8} y="4" textAnchor="end">
            {numberText(tick)}
          </text>
        </g>
      ))}
      <path d={ground(points) ?? ""} fill="var(--bar)" opacity="0.45" />
      <path d={path(points) ?? ""} fill="none" stroke="var(--ink)" strokeWidth="1.5" />
      {shown.limit !== null && (
        <g transform={`translate(0,${y(shown.limit)})`}>
          <line x1={LEFT} x2={right + 3} stroke="var(--critical)" strokeWidth="1.6" />
          <rect x={right + 3} y="-10" width="54" height="20" rx="5" fill="var(--critical)" />
          <text className={look["limit"]} x={right + 30} y="4" textAnchor="middle">
            {limitText(shown.limit, points.at(-1)?.value ?? null)}
          </text>
        </g>
      )}
    </>
  )
}

export const Chart = ({ alert, charge, data, event, height, shown, width }: ChartProps) => {
  const { project, zone } = useProject()
  const now = useNow()
  const at = Date.parse(event.time)
  const times = [
    ...(shown?.points ?? charge?.points ?? []),
    ...(data.spans ?? []).map(({ from }) => ({ time: from }))
  ].map(({ time }) => Date.parse(time))
  const from = Math.min(...times, at - HOUR),
    to = Math.max(...times, at + 10 * MINUTE, Math.min(now, at + HOUR))
  // whole hours, so that what was read once is not read again for every fix
  const { data: nights = [] } = useQuery(
    nightsBetween(project.id, Math.floor(from / HOUR) * HOUR, Math.ceil(to / HOUR) * HOUR)
  )
  const bottom = height - lanesOf(data, { alert, charge }).length * LANE - FOOT,
    right = width - RIGHT
  const x = scaleTime([from, to], [LEFT, right])
  const inside = (moment: string) => Math.min(right, Math.max(LEFT, x(Date.parse(moment))))
  const pill = Math.min(right, Math.max(LEFT, x(at)))
  const glyphAt = height - FOOT - LANE / 2 - (alert === null ? 0 : LANE)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={shown === null ? "When the conditions held, and what was done" : sentence(shown)}
    >
      <Nights of={nights} x={inside} y={0} height={height - FOOT} />
      {shown !== null && <Plot shown={shown} bottom={bottom - AIR} right={right} x={inside} />}
      <ChartLanes
        found={data}
        alert={alert}
        charge={charge}
        until={Math.min(now, to)}
        top={bottom}
        width={width}
        right={right}
        x={inside}
      />
      {x
        .ticks(Math.max(2, width / 110))
        .filter((tick) => Math.abs(x(tick) - pill) > 2 * PILL)
        .map((tick) => (
          <text key={+tick} x={x(tick)} y={height - 7} textAnchor="middle">
            {inZone(+tick, zone, inZone(+tick, zone, "clock") === "00:00" ? "dayClock" : "clock")}
          </text>
        ))}
      <line x1={x(at)} x2={x(at)} y1="2" y2={height - FOOT} stroke="var(--brand)" strokeWidth="1.5" />
      <Glyph of={event.severity} x={x(at)} y={glyphAt} />
      <rect x={pill - PILL} y={height - 21} width={2 * PILL} height="18" rx="5" fill="var(--brand)" />
      <text className={look["moment"]} x={pill} y={height - 8} textAnchor="middle">
        {inZone(at, zone, "dayClock")}
      </text>
    </svg>
  )
}

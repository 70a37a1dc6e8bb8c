// A line of figures over the hours around an event, its limit across, and below it when the conditions were true.
import { useQuery } from "@tanstack/react-query"
import { scaleLinear, scaleTime } from "d3-scale"
import { area, curveStepAfter, line } from "d3-shape"
import { Glyph } from "../charts/Glyph.tsx"
import { Nights } from "../charts/Nights.tsx"
import { Spans } from "../charts/Spans.tsx"
import type { Event } from "../queries/events.ts"
import type { Evidence } from "../queries/evidence.ts"
import { nightsBetween } from "../queries/animal.ts"
import { limitText, numberText } from "../look/numbers.ts"
import { useProject } from "../shell/useProject.ts"
import { inZone } from "../time/zoneTime.ts"
import { useNow } from "../time/useNow.ts"
import look from "./series.module.css"

const LEFT = 76,
  RIGHT = 64,
  TOP = 12,
  LANE = 26,
  FOOT = 24
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
  readonly shown: Line
  readonly width: number
  readonly height: number
}

export const Chart = ({ data, event, height, shown, width }: ChartProps) => {
  const { project, zone } = useProject()
  const now = useNow()
  const at = Date.parse(event.time)
  const times = shown.points.map(({ time }) => Date.parse(time))
  const from = Math.min(...times, at - HOUR),
    to = Math.max(...times, at + 10 * MINUTE, Math.min(now, at + HOUR))
  // whole hours, so that what was read once is not read again for every fix
  const { data: nights = [] } = useQuery(
    nightsBetween(project.id, Math.floor(from / HOUR) * HOUR, Math.ceil(to / HOUR) * HOUR)
  )
  const bottom = height - LANE - FOOT,
    right = width - RIGHT
  const x = scaleTime([from, to], [LEFT, right])
  const inside = (moment: string) => Math.min(right, Math.max(LEFT, x(Date.parse(moment))))
  const values = [...shown.points.map(({ value }) => value), ...(shown.limit === null ? [] : [shown.limit])]
  const y = scaleLinear(rangeOf(values), [bottom, TOP]).nice()
  const base = y(Math.max(0, y.domain()[0]!))
  const points = [...shown.points]
  const path = line<Point>(
    ({ time }) => x(Date.parse(time)),
    ({ value }) => y(value)
  ).curve(curveStepAfter)
  const ground = area<Point>()
    .x(({ time }) => x(Date.parse(time)))
    .y0(base)
    .y1(({ value }) => y(value))
    .curve(curveStepAfter)
  const pill = Math.min(right, Math.max(LEFT, x(at)))
  return (
    <svg width={width} height={height} role="img" aria-label={sentence(shown)}>
      <Nights of={nights} x={inside} y={0} height={height - FOOT} />
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
      <text x="14" y={bottom + 17} className={look["lane"]}>
        Condition
      </text>
      <Spans of={data.spans ?? []} x={inside} y={bottom + 7} />
      {x
        .ticks(Math.max(2, width / 110))
        .filter((tick) => Math.abs(x(tick) - pill) > 2 * PILL)
        .map((tick) => (
          <text key={+tick} x={x(tick)} y={height - 7} textAnchor="middle">
            {inZone(+tick, zone, inZone(+tick, zone, "clock") === "00:00" ? "dayClock" : "clock")}
          </text>
        ))}
      <line x1={x(at)} x2={x(at)} y1="2" y2={height - FOOT} stroke="var(--brand)" strokeWidth="1.5" />
      <Glyph of={event.severity} x={x(at)} y={bottom + 13} />
      <rect x={pill - PILL} y={height - 21} width={2 * PILL} height="18" rx="5" fill="var(--brand)" />
      <text className={look["moment"]} x={pill} y={height - 8} textAnchor="middle">
        {inZone(at, zone, "dayClock")}
      </text>
    </svg>
  )
}

// The metric of an event in the hours around it, with its limit; below it lanes of what else happened.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { scaleTime } from "d3-scale"
import { Glyph } from "../Glyph.tsx"
import { Nights } from "../Nights.tsx"
import type { Alert } from "../../data/alerts.ts"
import type { Event } from "../../data/events.ts"
import type { Evidence } from "../../data/evidence.ts"
import { nightsBetween } from "../../data/animal.ts"
import { numberText } from "../../design/numbers.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import { useNow } from "../../time/useNow.ts"
import { ChartLanes, LANE, lanesOf } from "./ChartLanes.tsx"
import { type Line, Plot } from "./Plot.tsx"
import look from "./series.module.css"
import type { Battery } from "./useBattery.ts"

const LEFT = 76,
  RIGHT = 64,
  FOOT = 24,
  /** between the chart and the lanes */
  AIR = 8
const MINUTE = 60_000,
  HOUR = 60 * MINUTE,
  LONGEST = 36 * HOUR
/** Half the width of the event's time label. */
const PILL = 38

/** sentence describes a line for screen readers. */
const sentence = ({ limit, name, points, unit }: Line): string => {
  const values = points.map(({ value }) => value)
  return words.charts.aroundEvent.range({
    name,
    low: numberText(Math.min(...values)),
    high: numberText(Math.max(...values)),
    unit: unit ?? "",
    limit: limit === null ? null : numberText(limit)
  })
}

interface ChartProps {
  readonly data: Evidence
  readonly event: Event
  /** the alert whose steps are shown; null: shown elsewhere, or there is none */
  readonly alert: Alert | null
  readonly charge: Battery | null
  /** null: no values; only lanes are drawn */
  readonly shown: Line | null
  readonly width: number
  readonly height: number
}

/** Chart draws the metric of an event and its lanes. */
export const Chart = ({ alert, charge, data, event, height, shown, width }: ChartProps) => {
  const { project, zone } = useProject()
  const now = useNow()
  const at = Date.parse(event.time)
  const times = [
    ...(shown?.points ?? charge?.points ?? []),
    ...(data.spans ?? []).map(({ from }) => ({ time: from }))
  ].map(({ time }) => Date.parse(time))
  const judged = shown?.window == null ? at : Date.parse(shown.window.from)
  // the evaluated window is shown whole, up to a limit
  const from = Math.min(...times, at - HOUR, Math.max(judged, at - LONGEST)),
    to = Math.max(...times, at + 10 * MINUTE, Math.min(now, at + HOUR))
  // whole hours, so that equal requests hit the cache
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
      aria-label={shown === null ? words.charts.aroundEvent.lanes : sentence(shown)}
    >
      <Nights of={nights} x={inside} y={0} height={height - FOOT} />
      {shown !== null && (
        <Plot
          shown={shown}
          severity={event.severity}
          left={LEFT}
          right={right}
          bottom={bottom - AIR}
          x={inside}
        />
      )}
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

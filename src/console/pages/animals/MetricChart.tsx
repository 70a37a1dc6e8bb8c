// A chart of one metric of an animal over a day, a week or a month, with nights and the limit of a rule.
import { useQuery } from "@tanstack/react-query"
import { scaleLinear, scaleTime } from "d3-scale"
import { line } from "d3-shape"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { useWidth } from "../../charts/useWidth.ts"
import { nightsBetween, seriesOf } from "../../data/animal.ts"
import type { Measured } from "../../data/latest.ts"
import { numberText, tickText } from "../../design/numbers.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import { labelOf } from "../../design/metricName.ts"
import look from "./measured.module.css"

const DAY_MS = 86_400_000
const HEIGHT = 190
const LEFT = 44,
  RIGHT = 14,
  TOP = 12,
  FOOT = 20,
  /** half the width of a time label */
  HALF_WORD = 30
/** Points of the line at most. */
const POINTS = 400
/** A gap of more than so many median intervals breaks the line. */
const GAP = 12

const SPANS = [
  ["24 h", 1],
  ["7 d", 7],
  ["30 d", 30]
] as const

interface Point {
  readonly at: number
  readonly value: number
}

/** Splits points into runs without gaps, so that silence draws no line. */
const runsOf = (points: ReadonlyArray<Point>): ReadonlyArray<ReadonlyArray<Point>> => {
  const waits = points.slice(1).map(({ at }, i) => at - points[i]!.at)
  const usual = waits.toSorted((a, b) => a - b)[waits.length >> 1] ?? 0
  const runs: Array<Array<Point>> = []
  for (const [i, point] of points.entries())
    if (i === 0 || waits[i - 1]! > GAP * usual) runs.push([point])
    else runs.at(-1)!.push(point)
  return runs
}

interface ChartProps {
  readonly points: ReadonlyArray<Point>
  readonly limit: number | null
  readonly from: number
  readonly to: number
  readonly width: number
  readonly label: string
}

const Chart = ({ from, label, limit, points, to, width }: ChartProps) => {
  const { project, zone } = useProject()
  const { data: nights = [] } = useQuery({
    ...nightsBetween(project.id, from, to),
    enabled: to - from <= 7 * DAY_MS
  })
  const x = scaleTime([from, to], [LEFT, width - RIGHT])
  const values = [...points.map(({ value }) => value), ...(limit === null ? [] : [limit])]
  const low = Math.min(...values),
    high = Math.max(...values)
  const pad = high === low ? Math.max(1, Math.abs(high) * 0.1) : 0
  const y = scaleLinear([low - pad, high + pad], [HEIGHT - FOOT, TOP]).nice(4)
  const path = line<Point>(
    ({ at }) => x(at),
    ({ value }) => y(value)
  )
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={label}>
      {nights.map((night) => (
        <rect
          key={night.from}
          x={x(Date.parse(night.from))}
          width={Math.max(0, x(Date.parse(night.to)) - x(Date.parse(night.from)))}
          y={TOP - 6}
          height={HEIGHT - FOOT - TOP + 6}
          fill={night.kind === "night" ? "var(--night)" : "var(--twilight)"}
        />
      ))}
      {y.ticks(4).map((tick) => (
        <g key={tick} transform={`translate(0,${y(tick)})`}>
          <line x1={LEFT} x2={width - RIGHT} stroke="var(--line2)" />
          <text x={LEFT - 7} y="4" textAnchor="end">
            {tickText(tick, y.ticks(4))}
          </text>
        </g>
      ))}
      {limit !== null && (
        <g transform={`translate(0,${y(limit)})`}>
          <line x1={LEFT} x2={width - RIGHT} stroke="var(--critical)" strokeWidth="1.5" />
        </g>
      )}
      {runsOf(points).map((run) =>
        run.length === 1 ? (
          <circle key={run[0]!.at} cx={x(run[0]!.at)} cy={y(run[0]!.value)} r="1.8" fill="var(--ink)" />
        ) : (
          <path key={run[0]!.at} d={path([...run]) ?? ""} fill="none" stroke="var(--ink)" strokeWidth="1.4" />
        )
      )}
      {limit !== null && (
        <text x={width - RIGHT} y={y(limit) - 4} textAnchor="end" className={look["limit"]}>
          {words.animals.measured.limit({ limit: numberText(limit) })}
        </text>
      )}
      {x.ticks(Math.max(2, width / 100)).map((tick) => (
        <text
          key={+tick}
          x={x(tick) > width - HALF_WORD ? width - 2 : x(tick)}
          y={HEIGHT - 5}
          textAnchor={x(tick) > width - HALF_WORD ? "end" : "middle"}
        >
          {inZone(
            +tick,
            zone,
            to - from > 2 * DAY_MS ? "day" : inZone(+tick, zone, "clock") === "00:00" ? "dayClock" : "clock"
          )}
        </text>
      ))}
    </svg>
  )
}

interface MetricChartProps {
  readonly id: string
  readonly value: Measured
  readonly limit: number | null
  /** the right end of the axis, epoch ms */
  readonly now: number
}

/** MetricChart draws one metric of an animal. */
export const MetricChart = ({ id, limit, now, value }: MetricChartProps) => {
  const { project, zone } = useProject()
  const [days, setDays] = useState<number>(1)
  const [width, ref] = useWidth()
  const from = now - days * DAY_MS
  const { data } = useQuery(
    seriesOf(project.id, { entity_id: id }, [value.metric], { from, to: now, points: POINTS })
  )
  const found = data?.find(({ metric }) => metric === value.metric)
  const points =
    found?.points.flatMap(({ time, value: one }) =>
      typeof one === "number" ? [{ at: Date.parse(time), value: one }] : []
    ) ?? []
  const numbers = points.map((p) => p.value)
  const length = SPANS.find(([, many]) => many === days)?.[0] ?? ""
  const unit = value.unit ?? ""
  const label = words.animals.measured.chart({
    metric: labelOf(value),
    span: length,
    range:
      points.length === 0
        ? null
        : { low: numberText(Math.min(...numbers)), high: numberText(Math.max(...numbers)), unit },
    limit: limit === null ? null : numberText(limit)
  })
  return (
    <figure className={look["chart"]} ref={ref}>
      <figcaption>
        <b>{labelOf(value)}</b> <span className="faint">{unit}</span>
        {found?.thinned === true && (
          <span className="faint num">
            {words.animals.measured.thinned({
              shown: numberText(found.returned_points),
              total: numberText(found.total_points)
            })}
          </span>
        )}
        <span className={look["spans"]} role="group" aria-label={words.animals.measured.spans}>
          {SPANS.map(([name, many]) => (
            <button key={name} aria-pressed={many === days} onClick={() => setDays(many)}>
              {name}
            </button>
          ))}
        </span>
      </figcaption>
      {data !== undefined && points.length === 0 && (
        <p className={look["none"]}>{words.animals.measured.noneIn({ span: length })}</p>
      )}
      {width > 0 && points.length > 0 && (
        <Chart points={points} limit={limit} from={from} to={now} width={width} label={label} />
      )}
      {points.length > 0 && (
        <details>
          <summary>{words.animals.measured.table}</summary>
          <table className="table">
            <tbody>
              {points.slice(-60).map((point) => (
                <tr key={point.at}>
                  <td>{inZone(point.at, zone, "full")}</td>
                  <td className="end">{numberText(point.value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </figure>
  )
}

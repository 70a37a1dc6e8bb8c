// The lanes below an event's chart: battery, when the conditions held, steps of the alert.
import { words } from "../../../words/language.ts"
import { scaleLinear } from "d3-scale"
import { line } from "d3-shape"
import type { ReactNode } from "react"
import { Spans } from "../Spans.tsx"
import { fixedText, numberText } from "../../design/numbers.ts"
import type { Alert } from "../../data/alerts.ts"
import type { Evidence } from "../../data/evidence.ts"
import { useProject } from "../../shell/useProject.ts"
import { doerWord } from "../../shell/words.ts"
import { inZone } from "../../time/zoneTime.ts"
import type { Battery } from "./useBattery.ts"
import look from "./series.module.css"

/** LANE is the height of a lane. */
export const LANE = 26
/** Width of a sentence in a lane. */
const WORDS_PX = 190

interface LaneProps {
  readonly name: string
  readonly y: number
  readonly width: number
  /** text at the end */
  readonly end?: string | undefined
  readonly tone?: "active"
  readonly children: ReactNode
}

const Lane = ({ children, end, name, tone, width, y }: LaneProps) => (
  <g transform={`translate(0,${y})`}>
    <line x2={width} stroke="var(--line2)" />
    <text x="14" y="17" className={look["lane"]}>
      {name}
    </text>
    {children}
    {end !== undefined && (
      <text x={width - 10} y="17" textAnchor="end" className={look["end"]} data-tone={tone}>
        {end}
      </text>
    )}
  </g>
)

/** Words places text in a lane: starting at a position, or ending there where space is short. */
const Words = ({
  children,
  right,
  x
}: {
  readonly x: number
  readonly right: number
  readonly children: string
}) =>
  right - x > WORDS_PX ? (
    <text x={x + 7} y="17" className={look["words"]}>
      {children}
    </text>
  ) : (
    <text x={x - 9} y="17" textAnchor="end" className={look["words"]}>
      {children}
    </text>
  )

interface Piece {
  readonly from: string
  readonly to: string
  readonly status: Alert["status"]
}

/** Returns the steps that changed the status; notes of the server do not. */
const movesOf = ({ steps }: Alert) => steps.filter(({ from, to }) => from !== to)

/** Returns the status of an alert over time; a resolved alert ends. */
const piecesOf = (alert: Alert, end: string): ReadonlyArray<Piece> => {
  const turns = [
    { at: alert.created_at, status: "open" as const },
    ...movesOf(alert).map(({ at, to }) => ({ at, status: to }))
  ]
  return turns
    .map(({ at, status }, i) => ({ from: at, to: turns[i + 1]?.at ?? end, status }))
    .filter(({ status }) => status !== "resolved")
}

interface ChartLanesProps {
  readonly found: Evidence
  readonly alert: Alert | null
  /** null: unknown */
  readonly charge: Battery | null
  /** end of the axis, epoch ms */
  readonly until: number
  readonly top: number
  readonly width: number
  readonly right: number
  /** x of a time in pixels, clamped to the axis */
  readonly x: (moment: string) => number
}

/** lanesOf returns the number of lanes, by which the chart above is shorter. */
export const lanesOf = (
  found: Evidence,
  { alert, charge }: Pick<ChartLanesProps, "alert" | "charge">
): ReadonlyArray<"battery" | "condition" | "alert"> => [
  ...(charge === null ? [] : ["battery" as const]),
  ...(found.spans === null ? [] : ["condition" as const]),
  ...(alert === null ? [] : ["alert" as const])
]

const BatteryLane = ({
  of,
  x,
  y
}: {
  readonly of: Battery
  readonly x: ChartLanesProps["x"]
  readonly y: number
}) => {
  const values = of.points.map(({ value }) => value)
  // a battery spans about one volt: a smaller difference is drawn small
  const middle = (Math.min(...values) + Math.max(...values)) / 2,
    half = Math.max((Math.max(...values) - Math.min(...values)) / 2, Math.abs(middle) * 0.1)
  const scale = scaleLinear([middle - half, middle + half], [y + LANE - 5, y + 5])
  const path = line<Battery["points"][number]>(
    ({ time }) => x(time),
    ({ value }) => scale(value)
  )
  return <path d={path([...of.points]) ?? ""} fill="none" stroke="var(--ink2)" strokeWidth="1.3" />
}

/** ChartLanes draws the lanes below a chart. */
export const ChartLanes = (props: ChartLanesProps) => {
  const { alert, charge, found, right, top, until, width, x } = props
  const { zone } = useProject()
  const lanes = lanesOf(found, props)
  const placeOf = (lane: (typeof lanes)[number]) => top + lanes.indexOf(lane) * LANE
  const holds = found.spans?.findLast(({ value }) => value === true)
  const step = alert === null ? undefined : movesOf(alert).at(-1)
  return (
    <>
      {charge !== null && (
        <>
          <Lane
            name={words.charts.lanes.battery}
            y={placeOf("battery")}
            width={width}
            end={`${charge.unit === "V" ? fixedText(charge.last, 2) : numberText(charge.last)} ${charge.unit ?? ""}`}
          >
            {null}
          </Lane>
          <BatteryLane of={charge} x={x} y={placeOf("battery")} />
        </>
      )}
      {found.spans !== null && (
        <Lane
          name={words.charts.lanes.condition}
          y={placeOf("condition")}
          width={width}
          {...(found.still_active === true ? { end: words.charts.lanes.active, tone: "active" } : {})}
        >
          <Spans of={found.spans} x={x} y={7} />
          {found.still_active === true && holds !== undefined && (
            <Words x={x(holds.from) + 5} right={right}>
              {words.charts.lanes.holdsSince({ time: inZone(holds.from, zone, "clock") })}
            </Words>
          )}
        </Lane>
      )}
      {alert !== null && (
        <Lane name={words.charts.lanes.alert} y={placeOf("alert")} width={width}>
          {piecesOf(alert, new Date(until).toISOString()).map(({ from, status, to }) => (
            <rect
              key={from}
              x={x(from)}
              width={Math.max(3, x(to) - x(from))}
              y="7"
              height="12"
              rx="2"
              className={look["piece"]}
              data-status={status}
              data-severity={alert.severity}
            />
          ))}
          {step !== undefined && (
            <Words x={x(step.at)} right={right}>
              {words.charts.lanes[step.to]({
                time: inZone(step.at, zone, "clock"),
                who: doerWord(step.actor)
              })}
            </Words>
          )}
        </Lane>
      )}
    </>
  )
}

// The background of chart and lanes: nights, and the cursor through all of them.
import { useProject } from "../../../shell/useProject.ts"
import { inZone } from "../../../time/zoneTime.ts"
import { type Axis, between, sizeOf } from "./axis.ts"
import look from "./lanes.module.css"

/** Night is a night on the axis. */
interface Night {
  readonly from: number
  readonly to: number
  readonly kind: "night" | "twilight"
}

interface GroundProps {
  readonly axis: Axis
  readonly nights: ReadonlyArray<Night>
  readonly cursor: number | null
}

/** Ground draws nights and cursor. */
export const Ground = ({ axis, cursor, nights }: GroundProps) => (
  <svg
    className={look["ground"]}
    viewBox={`0 0 ${axis.width} 1`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    {nights.map(({ from, kind, to }) => (
      <rect key={`${kind} ${from}`} {...between(axis, from, to)} y="0" height="1" fill={`var(--${kind})`} />
    ))}
    {cursor !== null && (
      <line
        x1={axis.x(cursor)}
        x2={axis.x(cursor)}
        y1="0"
        y2="1"
        stroke="var(--brand)"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    )}
  </svg>
)

/** Foot draws the time axis below the lanes and the time of the cursor. */
export const Foot = ({ axis, cursor }: Pick<GroundProps, "axis" | "cursor">) => {
  const { zone } = useProject()
  const isDays = axis.to - axis.from > 2 * 86_400_000
  return (
    <svg className={look["foot"]} {...sizeOf(axis, 26)} aria-hidden="true">
      {axis.ticks.map((tick) => (
        <g key={tick} transform={`translate(${axis.x(tick)},0)`}>
          <line y2="4" stroke="var(--ink3)" />
          <text x="4" y="18">
            {inZone(tick, zone, isDays ? "day" : "clock")}
          </text>
        </g>
      ))}
      {cursor !== null && (
        <g transform={`translate(${Math.min(axis.width - 52, Math.max(52, axis.x(cursor)))},3)`}>
          <rect x="-50" width="100" height="20" rx="5" fill="var(--brand)" />
          <text className={look["moment"]} y="14" textAnchor="middle">
            {inZone(cursor, zone, "day")} {inZone(cursor, zone, "clock")}
          </text>
        </g>
      )}
    </svg>
  )
}

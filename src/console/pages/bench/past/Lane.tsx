// The lane of one subject: when the conditions held or were unknown, where the rule fires and reminds; hollow marks:
// only the active version fires.
import { words } from "../../../../words/language.ts"
import { memo } from "react"
import { textScale } from "../../../charts/textScale.ts"
import type { SeverityName } from "../../../design/marks/Severity.tsx"
import { type Axis, sizeOf } from "./axis.ts"
import { barsPath } from "./bars.ts"
import type { Fired, Story } from "./story.ts"
import look from "./lanes.module.css"

/** LANE is the height of a lane. */
const LANE = 26
const MIDDLE = LANE / 2
const HELD = { top: MIDDLE - 5, height: 10, radius: 3 }
const UNKNOWN = { top: MIDDLE - 5, height: 10 }
const OTHER = { top: MIDDLE - 3, height: 6, radius: 2 }

const OUTLINES: Readonly<Record<SeverityName, string>> = {
  critical: "M-2.6 -6.2h5.2l3.6 3.6v5.2l-3.6 3.6h-5.2l-3.6 -3.6v-5.2Z",
  warning: "M0 -6l6.2 11h-12.4Z",
  info: "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z"
}

/** Mark draws the shape of a severity on a lane; hollow: only the other version fires. */
export const Mark = ({
  hollow,
  severity,
  size = 1,
  x,
  y
}: {
  readonly severity: SeverityName
  readonly hollow: boolean
  readonly x: number
  readonly y: number
  readonly size?: number
}) => (
  <path
    d={OUTLINES[severity]}
    transform={`translate(${x},${y}) scale(${size})`}
    className={look["mark"]}
    data-severity={severity}
    data-hollow={hollow}
  />
)

const Event = ({
  axis,
  fired,
  severity
}: {
  readonly axis: Axis
  readonly fired: Fired
  readonly severity: SeverityName
}) => {
  const x = axis.x(fired.at)
  return fired.event.reason === "reminder" ? (
    <rect
      x={x - 1.6}
      y={MIDDLE - 6}
      width="3.2"
      height="12"
      rx="1.6"
      className={look["mark"]}
      data-severity={severity}
      data-hollow={fired.by === "baseline"}
    />
  ) : (
    <Mark severity={severity} hollow={fired.by === "baseline"} x={x} y={MIDDLE} />
  )
}

/** Returns the events added and removed against the other version, and the total. */
const totalsOf = ({ drawn, fired }: Story) => {
  const own = fired.filter(({ by, event }) => by !== "baseline" && event.reason === "fired").length
  const { added = 0, removed = 0 } = drawn.totals ?? {}
  return { own, added, removed }
}

interface LaneProps {
  readonly axis: Axis
  readonly of: Story
  readonly severity: SeverityName
  /** number of the version to compare with; null: none */
  readonly version: number | null
  readonly isChosen: boolean
  readonly onChoose: (story: Story, moment: number | null) => void
}

const DrawnLane = ({ axis, isChosen, of, onChoose, severity, version }: LaneProps) => {
  const { added, own, removed } = totalsOf(of)
  const against =
    version === null || (added === 0 && removed === 0) ? null : { version, more: added, fewer: removed }
  return (
    <li className={look["lane"]} data-chosen={isChosen}>
      <button
        type="button"
        className={look["who"]}
        aria-pressed={isChosen}
        aria-label={words.backtest.lane({ name: of.name, fired: own, against })}
        onClick={() => onChoose(of, null)}
      >
        <bdi>{of.name}</bdi>
      </button>
      <svg
        {...sizeOf(axis, LANE)}
        aria-hidden="true"
        onClick={({ clientX, currentTarget }) =>
          onChoose(of, axis.momentAt((clientX - currentTarget.getBoundingClientRect().left) / textScale()))
        }
      >
        <rect width="100%" height={LANE} fill="transparent" />
        <path d={barsPath(axis, of.others, OTHER)} className={look["other"]} />
        {[true, null].map((value) => (
          <path
            key={String(value)}
            d={barsPath(
              axis,
              of.spans.filter((one) => one.value === value),
              value === null ? UNKNOWN : HELD
            )}
            className={look["span"]}
            data-value={String(value)}
            data-severity={severity}
          />
        ))}
        {of.fired.map((one) => (
          <Event key={one.key} axis={axis} fired={one} severity={severity} />
        ))}
        {removed > 0 && (
          <text x={axis.width - 34} y={MIDDLE + 4} textAnchor="end">
            −{removed}
          </text>
        )}
        {own > 0 && (
          <text
            x={axis.width - 14}
            y={MIDDLE + 4}
            textAnchor="end"
            className={look["own"]}
            data-severity={severity}
          >
            {own}
          </text>
        )}
      </svg>
    </li>
  )
}

/** Lane is memoised: dragging a limit leaves other lanes unchanged. */
export const Lane = memo(DrawnLane)

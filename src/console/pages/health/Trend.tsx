// A value over time as a line without axis; the numbers stand beside it. Gaps in monitoring break the line.
import { scaleLinear } from "d3-scale"
import { area, line } from "d3-shape"
import { words } from "../../../words/language.ts"

const WIDTH = 144,
  HEIGHT = 24

interface TrendProps {
  readonly values: ReadonlyArray<number | null>
  /** the axis reaches at least this value, so that small values look small */
  readonly atLeast: number
  /** the axis starts at the smallest value instead of zero */
  readonly fromLeast?: boolean
  /** accessible name */
  readonly label: string
}

/** Trend draws a value over time. */
export const Trend = ({ atLeast, fromLeast = false, label, values }: TrendProps) => {
  const known = values.filter((value) => value !== null)
  const least = fromLeast && known.length > 0 ? Math.min(...known) : 0
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [1, WIDTH - 1])
  const y = scaleLinear([least, Math.max(least + atLeast, ...known)], [HEIGHT - 2, 3])
  const points = values.map((value, i) => ({ i, value }))
  const isKnown = ({ value }: { readonly value: number | null }) => value !== null
  const path = line<(typeof points)[number]>(
    ({ i }) => x(i),
    ({ value }) => y(value ?? 0)
  ).defined(isKnown)
  const ground = area<(typeof points)[number]>()
    .x(({ i }) => x(i))
    .y0(y(least))
    .y1(({ value }) => y(value ?? 0))
    .defined(isKnown)
  const alone = known.length === 1 ? points.find(isKnown) : undefined
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      preserveAspectRatio="none"
      role="img"
      aria-label={known.length === 0 ? words.health.trendUnknown({ label }) : label}
    >
      <path d={ground(points) ?? ""} fill="var(--bar)" opacity="0.5" />
      <path d={path(points) ?? ""} fill="none" stroke="var(--spark)" strokeWidth="1.4" />
      {alone !== undefined && <circle cx={x(alone.i)} cy={y(alone.value ?? 0)} r="1.6" fill="var(--spark)" />}
    </svg>
  )
}

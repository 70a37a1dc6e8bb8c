// Night and twilight behind a time axis; twilight is lighter.
import type { Timeline } from "../data/mapQueries.ts"

interface NightsProps {
  readonly of: Timeline["nights"]
  /** x of a time in pixels, clamped to the axis */
  readonly x: (moment: string) => number
  readonly y: number
  readonly height: number
}

/** Nights draws the nights behind a time axis. */
export const Nights = ({ height, of, x, y }: NightsProps) =>
  of.map(({ from, kind, to }) => (
    <rect
      key={from}
      x={x(from)}
      width={Math.max(0, x(to) - x(from))}
      y={y}
      height={height}
      fill={kind === "night" ? "var(--night)" : "var(--twilight)"}
    />
  ))

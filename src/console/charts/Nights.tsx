// Night behind a time axis, twilight lighter.
import type { Timeline } from "../queries/field.ts"

interface NightsProps {
  readonly of: Timeline["nights"]
  /** pixels of a moment, kept within the axis */
  readonly x: (moment: string) => number
  readonly y: number
  readonly height: number
}

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

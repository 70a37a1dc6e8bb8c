// Bars on a time axis: when a condition was true, false or unknown.
import look from "./spans.module.css"

interface SpansProps {
  readonly of: ReadonlyArray<{ readonly from: string; readonly to: string; readonly value: boolean | null }>
  /** x of a time in pixels, clamped to the axis */
  readonly x: (moment: string) => number
  readonly y: number
}

/** Spans draws the states of a condition over time. */
export const Spans = ({ of, x, y }: SpansProps) =>
  of.map(({ from, to, value }) => (
    <rect
      key={from}
      x={x(from)}
      width={Math.max(1, x(to) - x(from))}
      y={y}
      height="12"
      rx="2"
      className={look["span"]}
      data-value={String(value)}
    />
  ))

// When a condition was true, false or not known, as bars on a time axis.
import look from "./spans.module.css"

interface SpansProps {
  readonly of: ReadonlyArray<{ readonly from: string; readonly to: string; readonly value: boolean | null }>
  /** pixels of a moment, kept within the axis */
  readonly x: (moment: string) => number
  readonly y: number
}

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

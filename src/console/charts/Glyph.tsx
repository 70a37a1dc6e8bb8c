// An event on a time axis, as the shape of its severity.
import type { SeverityName } from "../design/marks/Severity.tsx"

/** Glyph draws an event on a time axis. */
export const Glyph = ({
  of,
  x,
  y
}: {
  readonly of: SeverityName
  readonly x: number
  readonly y: number
}) => {
  switch (of) {
    case "info":
      return <circle cx={x} cy={y} r="3.3" fill="var(--panel)" stroke="var(--info)" strokeWidth="1.5" />
    case "warning":
      return <path d={`M${x} ${y - 5}l5.2 9.2h-10.4Z`} fill="var(--warning)" stroke="var(--panel)" />
    case "critical":
      return (
        <path
          d={`M${x - 2.5} ${y - 6}h5l3.5 3.5v5l-3.5 3.5h-5l-3.5 -3.5v-5Z`}
          fill="var(--critical)"
          stroke="var(--panel)"
        />
      )
  }
}

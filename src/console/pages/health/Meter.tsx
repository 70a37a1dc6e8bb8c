// A bar that shows usage and its limit; the text beside it says the same.
import look from "./health.module.css"

interface MeterProps {
  readonly share: number
  /** the limit, as a share */
  readonly limit?: number
  readonly isWrong: boolean
}

const percent = (share: number): string => `${Math.round(1000 * Math.min(1, Math.max(0, share))) / 10}%`

/** Meter draws usage against a limit. */
export const Meter = ({ isWrong, limit, share }: MeterProps) => (
  <span className={look["meter"]} data-wrong={isWrong} aria-hidden="true">
    <i style={{ width: percent(share) }} />
    {limit !== undefined && <u style={{ left: percent(limit) }} />}
  </span>
)

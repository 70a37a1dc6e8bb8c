import { fixedText, numberText } from "../../design/numbers.ts"
import look from "./animals.module.css"

interface BatteryOf {
  readonly metric: string
  readonly value: number
  readonly unit: string | null
}

/** Voltage of an empty and of a full lithium cell. */
const EMPTY_V = 3.2,
  FULL_V = 4.1

/** Returns the charge, 0 to 1; null: the voltage is not that of a single cell. */
const shareOf = ({ metric, value }: BatteryOf): number | null => {
  if (metric === "battery_percent") return Math.min(1, Math.max(0, value / 100))
  if (value < 2.5 || value > 4.5) return null
  return Math.min(1, Math.max(0, (value - EMPTY_V) / (FULL_V - EMPTY_V)))
}

/** Battery shows a charge or voltage with its level. */
export const Battery = ({ of }: { readonly of: BatteryOf }) => {
  const share = shareOf(of)
  return (
    <span className="row num">
      {share === null ? (
        <span className={look["noShare"]} />
      ) : (
        <svg viewBox="0 0 36 8" width="36" height="8" aria-hidden="true">
          <rect width="36" height="8" rx="1.5" fill="var(--line)" />
          <rect
            width={Math.max(2, 36 * share)}
            height="8"
            rx="1.5"
            fill={share < 0.1 ? "var(--warning)" : "var(--spark)"}
          />
        </svg>
      )}
      <span className={share !== null && share < 0.1 ? look["low"] : ""}>
        {of.unit === "V" ? fixedText(of.value, 2) : numberText(of.value)}{" "}
        <span className="faint">{of.unit}</span>
      </span>
    </span>
  )
}

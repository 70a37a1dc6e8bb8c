import { words } from "../../../../words/language.ts"
import { Choice } from "../form/fields.tsx"

/** Lengths of a test in days. */
const PERIODS = ["1", "7", "14", "30"]

interface PeriodProps {
  readonly days: number
  readonly onDays: (days: number) => void
}

/** Period selects how many days up to now a test covers. */
export const Period = ({ days, onDays }: PeriodProps) => (
  <Choice
    name={words.backtest.period}
    value={PERIODS.find((one) => Number(one) === days) ?? "7"}
    of={PERIODS.map((one) => [one, words.backtest.lastDays({ count: Number(one) })])}
    onChange={(next) => onDays(Number(next))}
  />
)

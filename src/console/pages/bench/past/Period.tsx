import { Choice } from "../form/fields.tsx"
import { PERIODS } from "../words.ts"

interface PeriodProps {
  readonly days: number
  readonly onDays: (days: number) => void
}

/** Period selects how many days up to now a test covers. */
export const Period = ({ days, onDays }: PeriodProps) => (
  <Choice
    name="How much of the past"
    value={PERIODS.find(([one]) => Number(one) === days)?.[0] ?? "7"}
    of={PERIODS.map(([one, words]) => [one, `the last ${words}`])}
    onChange={(next) => onDays(Number(next))}
  />
)

// A select that filters a list of alerts by one value, or shows all.
import { words } from "../../../words/language.ts"
import { severities } from "../../design/marks/severities.ts"
import type { SeverityName } from "../../design/marks/Severity.tsx"
import look from "./choice.module.css"

interface ChoiceProps {
  /** the accessible name: what it filters by */
  readonly label: string
  readonly all: string
  readonly of: ReadonlyArray<readonly [value: string, word: string]>
  readonly value: string | undefined
  readonly onChoose: (value: string | undefined) => void
}

/** Choice selects one value of a filter, or all. */
export const Choice = ({ all, label, of, onChoose, value }: ChoiceProps) => (
  <label className={look["choice"]} data-narrow={value !== undefined}>
    <span className="hidden">{label}</span>
    <select
      className="input"
      value={value ?? ""}
      onChange={({ target }) => onChoose(target.value === "" ? undefined : target.value)}
    >
      <option value="">{all}</option>
      {of.map(([key, word]) => (
        <option key={key} value={key}>
          {word}
        </option>
      ))}
    </select>
  </label>
)

interface SeverityChoiceProps {
  readonly value: SeverityName | undefined
  readonly onChoose: (value: SeverityName | undefined) => void
}

/** SeverityChoice filters by severity. */
export const SeverityChoice = ({ onChoose, value }: SeverityChoiceProps) => (
  <Choice
    label={words.alerts.severity.label}
    all={words.alerts.severity.all}
    of={severities.toReversed().map((one) => [one, words.alerts.severity[one]] as const)}
    value={value}
    onChoose={(chosen) => onChoose(severities.find((one) => one === chosen))}
  />
)

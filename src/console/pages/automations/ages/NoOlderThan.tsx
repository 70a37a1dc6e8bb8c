// The form field for the maximum age, with its effect on the events of thirty days.
import { useId } from "react"
import { words } from "../../../../words/language.ts"
import { Text } from "../../../design/kit.tsx"
import { reasonOf } from "../deliveryWords.ts"
import { ageText } from "../automationSentence.ts"
import type { Preview } from "../useAutomationPreview.ts"
import { AgeBound } from "./AgeBound.tsx"
import { AGE_STOPS_SECONDS, countsOf, skipAt } from "./ageScale.ts"
import look from "./ages.module.css"

interface NoOlderThanProps {
  readonly of: Preview
  readonly bound: number
  readonly disabled: boolean
  readonly onChange: (seconds: number) => void
}

/** Others counts events that are skipped at any age, by reason. */
const Others = ({ of: { answered, preview }, bound }: Pick<NoOlderThanProps, "of" | "bound">) => {
  const codes = (preview?.events ?? []).flatMap((event) => {
    const skip = skipAt(event, bound, answered)
    return skip === null || skip === "STALE" ? [] : [skip]
  })
  if (codes.length === 0) return null
  return (
    <ul className={look["others"]}>
      {[...Map.groupBy(codes, (code) => code)].map(([code, all]) => (
        <li key={code}>
          <span className="num">{all.length}</span> <code className="code">{code}</code> {reasonOf(code).text}
        </li>
      ))}
    </ul>
  )
}

/** NoOlderThan edits the maximum age of events. */
export const NoOlderThan = ({ bound, disabled, of, onChange }: NoOlderThanProps) => {
  const id = useId()
  const text = words.automations.ages
  const { answered, preview } = of
  const stops = AGE_STOPS_SECONDS.includes(bound)
    ? AGE_STOPS_SECONDS
    : [...AGE_STOPS_SECONDS, bound].toSorted((a, b) => a - b)
  const { stale, told } = countsOf(
    (preview?.events ?? []).map((event) => ({ skip: skipAt(event, bound, answered) }))
  )
  return (
    <div className={look["part"]}>
      <div className={look["head"]}>
        <label htmlFor={id}>{text.noOlderThan}</label>
        <select
          id={id}
          className={`input ${look["choice"]}`}
          data-field="age"
          disabled={disabled}
          value={bound}
          onChange={({ target }) => onChange(Number(target.value))}
        >
          {stops.map((seconds) => (
            <option key={seconds} value={seconds}>
              {ageText(seconds)}
            </option>
          ))}
        </select>
        <Text tone="soft">{text.whenLearned}</Text>
        {preview !== undefined && (
          <span className={look["legend"]}>
            <span>
              <i data-told="true" /> {text.told({ count: told })}
            </span>
            <span>
              <i data-stale="true" /> {text.tooOld({ count: stale })}
            </span>
          </span>
        )}
      </div>
      <AgeBound preview={preview} answered={answered} bound={bound} disabled={disabled} onChange={onChange} />
      <Others of={of} bound={bound} />
    </div>
  )
}

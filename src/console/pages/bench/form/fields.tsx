// Small form fields with accessible names, for use inside a line.
import { useState } from "react"
import { words } from "../../../../words/language.ts"
import { secondsOf, typed, type Unit, unitOf, units } from "./numbers.ts"
import look from "./fields.module.css"

interface AmountProps {
  readonly name: string
  readonly value: number | undefined
  readonly unit?: string | null
  readonly onChange: (value: number) => void
  /** called when the field is emptied, to remove the member; absent: a number is required */
  readonly onClear?: () => void
  readonly onFocus?: () => void
  readonly marked?: boolean
  /** placeholder: the default */
  readonly otherwise?: string
}

/** Amount edits a number with a unit. The typed text is not reformatted until the field loses the focus. */
export const Amount = (props: AmountProps) => {
  const { marked = false, name, onChange, onClear, onFocus, otherwise, unit, value } = props
  const [text, setText] = useState<string | null>(null)
  const shown = text ?? (value === undefined ? "" : String(value))
  const isWrong = text !== null && typed(text) === null && !(text.trim() === "" && onClear !== undefined)
  const type = (next: string) => {
    setText(next)
    const number = typed(next)
    if (number !== null) onChange(number)
    else if (next.trim() === "") onClear?.()
  }
  return (
    <label className={look["field"]} data-marked={marked} data-wrong={isWrong}>
      <span className="hidden">{name}</span>
      <input
        className="num"
        inputMode="decimal"
        size={Math.max(3, shown.length)}
        value={shown}
        placeholder={otherwise}
        aria-invalid={isWrong}
        title={isWrong ? words.bench.field.number : name}
        onChange={({ target }) => type(target.value)}
        onFocus={onFocus}
        onBlur={() => setText(null)}
      />
      {unit != null && unit !== "" && <span className={look["unit"]}>{unit}</span>}
    </label>
  )
}

interface DurationProps {
  readonly name: string
  readonly seconds: number
  readonly onChange: (seconds: number) => void
}

/** Duration edits a time span in the unit that suits it. */
export const Duration = ({ name, onChange, seconds }: DurationProps) => {
  const [chosen, setChosen] = useState<Unit | null>(null)
  const unit = chosen ?? unitOf(seconds)
  return (
    <span className={look["pair"]}>
      <Amount
        name={name}
        value={seconds / secondsOf(unit)}
        onChange={(value) => {
          setChosen(unit)
          onChange(Math.round(value * secondsOf(unit)))
        }}
      />
      <Choice
        name={words.bench.field.unitOf({ name })}
        value={unit}
        of={units.map(([one]) => [one, one])}
        onChange={(next) => {
          setChosen(next)
          onChange(Math.round((seconds / secondsOf(unit)) * secondsOf(next)))
        }}
      />
    </span>
  )
}

interface ChoiceProps<T extends string> {
  readonly name: string
  readonly value: T
  readonly of: ReadonlyArray<readonly [value: T, label: string]>
  readonly onChange: (value: T) => void
  readonly onFocus?: () => void
}

/** Choice is a select. */
export const Choice = <T extends string>({ name, of, onChange, onFocus, value }: ChoiceProps<T>) => (
  <label className={look["field"]}>
    <span className="hidden">{name}</span>
    <select
      value={value}
      title={name}
      onFocus={onFocus}
      onChange={({ target }) => {
        const found = of.find(([one]) => one === target.value)
        if (found !== undefined) onChange(found[0])
      }}
    >
      {of.map(([one, label]) => (
        <option key={one} value={one}>
          {label}
        </option>
      ))}
    </select>
  </label>
)

interface SegmentsProps<T extends string> {
  readonly name: string
  readonly value: string | undefined
  readonly of: ReadonlyArray<readonly [value: T, label: string]>
  readonly onChange: (value: T) => void
}

/** Segments is a choice as adjacent buttons. */
export const Segments = <T extends string>({ name, of, onChange, value }: SegmentsProps<T>) => (
  <div className="segments" role="group" aria-label={name}>
    {of.map(([one, label]) => (
      <button
        key={one}
        type="button"
        data-value={one}
        aria-pressed={one === value}
        onClick={() => onChange(one)}
      >
        {label}
      </button>
    ))}
  </div>
)

interface ChipsProps {
  readonly name: string
  readonly chosen: ReadonlyArray<readonly [id: string, label: string]>
  readonly others: ReadonlyArray<readonly [id: string, label: string]>
  readonly add: string
  readonly onChange: (ids: ReadonlyArray<string>) => void
}

/** Chips shows the selected values with remove buttons, and a select to add others. */
export const Chips = ({ add, chosen, name, onChange, others }: ChipsProps) => {
  const ids = chosen.map(([id]) => id)
  return (
    <span className={look["chips"]} role="group" aria-label={name}>
      {chosen.map(([id, label]) => (
        <button
          key={id}
          type="button"
          className={look["tag"]}
          aria-label={words.bench.field.remove({ name: label })}
          onClick={() => onChange(ids.filter((one) => one !== id))}
        >
          <bdi>{label}</bdi> <span aria-hidden="true">×</span>
        </button>
      ))}
      {others.length > 0 && (
        <label className={look["add"]}>
          <span className="hidden">{words.bench.field.add({ list: name, what: add })}</span>
          <select value="" onChange={({ target }) => onChange([...ids, target.value])}>
            <option value="">+ {add}</option>
            {others.map(([id, label]) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
    </span>
  )
}

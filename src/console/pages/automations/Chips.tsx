// Selected values as removable chips, and a field that adds one.
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import look from "./automations.module.css"

/** ChipChoice is a value that can be selected. */
interface ChipChoice {
  readonly id: string
  readonly name: string
}

interface ChipsProps {
  /** accessible name of the field */
  readonly label: string
  /** text for an empty selection, which means all */
  readonly any: string
  readonly placeholder: string
  readonly chosen: ReadonlyArray<ChipChoice>
  readonly choices: ReadonlyArray<ChipChoice>
  /** called with the typed text, where choices are searched on the server */
  readonly onType?: (text: string) => void
  /** makes a choice from free text on Enter */
  readonly free?: (text: string) => ChipChoice | undefined
  readonly code?: boolean
  readonly disabled: boolean
  readonly mistake: string | undefined
  readonly onChange: (ids: ReadonlyArray<string>) => void
}

/** Chips selects several values. */
export const Chips = ({
  any,
  choices,
  chosen,
  code,
  disabled,
  free,
  label,
  mistake,
  onChange,
  onType,
  placeholder
}: ChipsProps) => {
  const [text, setText] = useState("")
  const list = `choices of ${label}`
  const ids = chosen.map(({ id }) => id)
  const take = (one: ChipChoice | undefined): boolean => {
    if (one === undefined) return false
    if (!ids.includes(one.id)) onChange([...ids, one.id])
    setText("")
    onType?.("")
    return true
  }
  const type = (typed: string) => {
    if (take(choices.find(({ name }) => name === typed))) return
    setText(typed)
    onType?.(typed)
  }
  return (
    <div className={look["chips"]}>
      {chosen.length === 0 && <span className="soft">{any}</span>}
      {chosen.map(({ id, name }) => (
        <span key={id} className="chip on">
          <bdi className={code === true ? "mono" : ""}>{name}</bdi>
          {!disabled && (
            <button
              type="button"
              aria-label={words.automations.events.remove({ name })}
              onClick={() => onChange(ids.filter((one) => one !== id))}
            >
              <Icon name="x" size={12} />
            </button>
          )}
        </span>
      ))}
      {!disabled && (
        <>
          <input
            className="input"
            aria-label={label}
            aria-invalid={mistake === undefined ? undefined : true}
            list={list}
            placeholder={placeholder}
            value={text}
            onChange={({ target }) => type(target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || text.trim() === "") return
              event.preventDefault()
              take(free?.(text.trim()))
            }}
            onBlur={() => take(text.trim() === "" ? undefined : free?.(text.trim()))}
          />
          <datalist id={list}>
            {choices
              .filter(({ id }) => !ids.includes(id))
              .map((one) => (
                <option key={one.id} value={one.name} />
              ))}
          </datalist>
        </>
      )}
      {mistake !== undefined && <span className={look["mistake"]}>{mistake}</span>}
    </div>
  )
}

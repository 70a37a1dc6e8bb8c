// What is chosen of a list, as chips that can be taken out, and a field that takes one more.
import { useState } from "react"
import { Icon } from "../look/Icon.tsx"
import look from "./automations.module.css"

export interface ChipChoice {
  readonly id: string
  readonly name: string
}

interface ChipsProps {
  /** names the field, for readers of screens */
  readonly label: string
  /** shown where nothing is chosen: it means all of them */
  readonly any: string
  readonly placeholder: string
  readonly chosen: ReadonlyArray<ChipChoice>
  readonly choices: ReadonlyArray<ChipChoice>
  /** where choices are looked for by what is typed */
  readonly onType?: (text: string) => void
  /** makes a choice of a text that is not among them, once Enter is pressed */
  readonly free?: (text: string) => ChipChoice | undefined
  readonly code?: boolean
  readonly disabled: boolean
  readonly mistake: string | undefined
  readonly onChange: (ids: ReadonlyArray<string>) => void
}

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
              aria-label={`Take out ${name}`}
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

// Keeps the typed text of a controlled field. Half a number is not a value: without this, the field would reset to
// the old number while typing, and further digits would be appended to it.
import { useState } from "react"

/** Typed is a text being typed. */
export interface Typed {
  readonly text: string
  /** the value at the start, and all values reported since */
  readonly told: ReadonlyArray<number>
}

/** Tells whether a value belongs to the typed text: the page may apply reported values with delay. */
const isOf = (typed: Typed | null, value: number): typed is Typed =>
  typed !== null && typed.told.includes(value)

/**
 * typedOn returns the next state after an input, while the page has `value`. `read`: the parsed value; null:
 * not a number yet.
 */
export const typedOn = (before: Typed | null, value: number, text: string, read: number | null): Typed => {
  const told = isOf(before, value) ? before.told : [value]
  return { text, told: read === null ? told : [...told, read] }
}

/** shownOf returns the text of a field: the typed one, until the page receives a value from elsewhere. */
export const shownOf = (typed: Typed | null, value: number, written: string): string =>
  isOf(typed, value) ? typed.text : written

/** numberIn parses a number; null: not a number or out of limits, both of which may be typed. */
export const numberIn = (text: string, least: number, most: number): number | null => {
  const value = Number(text)
  return text.trim() === "" || !Number.isFinite(value) || value < least || value > most ? null : value
}

interface Asked {
  readonly value: number
  readonly write: (value: number) => string
  /** null: the text is not a value yet */
  readonly read: (text: string) => number | null
  readonly onValue: (value: number) => void
}

/** useTyped returns the attributes of an `input`. On blur it shows the page's value. */
export const useTyped = ({ onValue, read, value, write }: Asked) => {
  const [typed, setTyped] = useState<Typed | null>(null)
  const text = shownOf(typed, value, write(value))
  return {
    value: text,
    "aria-invalid": read(text) === null || undefined,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      const next = target.value
      const said = read(next)
      setTyped((before) => typedOn(before, value, next, said))
      if (said !== null) onValue(said)
    },
    onBlur: () => setTyped(null)
  }
}

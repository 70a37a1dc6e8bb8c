// A field whose text stays as it is typed. Half a number is none yet: a field that shows what the page has
// puts the old number back then, and the digits that follow are appended to it.
import { useState } from "react"

/** A text that somebody is typing. */
export interface Typed {
  readonly text: string
  /** what the page had when they began, and all that it was told since */
  readonly told: ReadonlyArray<number>
}

/** The page may have a value later than it is told of it: any that it had of this text lets the text stay. */
const isOf = (typed: Typed | null, value: number): typed is Typed =>
  typed !== null && typed.told.includes(value)

/** What is typed after another text, while the page has `value`. `read`: what it says; null: nothing yet. */
export const typedOn = (before: Typed | null, value: number, text: string, read: number | null): Typed => {
  const told = isOf(before, value) ? before.told : [value]
  return { text, told: read === null ? told : [...told, read] }
}

/** The text of a field: the typed one, until the page has a value from elsewhere. */
export const shownOf = (typed: Typed | null, value: number, written: string): string =>
  isOf(typed, value) ? typed.text : written

/** The number that a text is; null: it is none, or beyond the limits, both of which are allowed. */
export const numberIn = (text: string, least: number, most: number): number | null => {
  const value = Number(text)
  return text.trim() === "" || !Number.isFinite(value) || value < least || value > most ? null : value
}

interface Asked {
  readonly value: number
  readonly write: (value: number) => string
  /** null: the text says nothing yet */
  readonly read: (text: string) => number | null
  readonly onValue: (value: number) => void
}

/** Attributes of an `input`. Once it is left, it shows what the page has. */
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

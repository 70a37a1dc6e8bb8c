// What messages are written with: counts, lists, and sentences that contain elements.

type Forms = { readonly [K in Intl.LDMLPluralRule]?: string } & { readonly other: string }

/**
 * countsIn returns the function of a language that writes a count with its noun. It picks the plural form by
 * the rules of the language, and writes the number for `#`. Spanish has a third form, `many`, from a million
 * on.
 *
 * @example
 *   const counts = countsIn("en-GB")
 *   counts(1204, { one: "# alert", other: "# alerts" }) // "1,204 alerts"
 */
export const countsIn = (locale: string) => {
  const rules = new Intl.PluralRules(locale)
  const numberOf = numbersIn(locale)
  return (count: number, forms: Forms): string =>
    (forms[rules.select(count)] ?? forms.other).replaceAll("#", numberOf(count))
}

/** numbersIn returns the function of a language that writes a number: `1,204`. */
export const numbersIn = (locale: string) => {
  const numbers = new Intl.NumberFormat(locale)
  return (value: number): string => numbers.format(value)
}

/** articleOf returns the English article of a noun: `a` cow, `an` eagle. */
export const articleOf = (noun: string): "a" | "an" => (/^[aeiou]/i.test(noun) ? "an" : "a")

/** capitalized returns a text with a capital letter at its beginning. */
export const capitalized = (text: string): string => {
  const [first = ""] = text
  return first.toUpperCase() + text.slice(first.length)
}

/** listsIn returns the function of a language that writes a list: `A, B or C`. */
export const listsIn = (locale: string, type: "conjunction" | "disjunction") => {
  const format = new Intl.ListFormat(locale, { type })
  return (names: ReadonlyArray<string>): string => format.format(names)
}

/**
 * parts is the template tag of a message that contains elements of React: it returns the texts and elements
 * in their order, for the component `Parts`.
 *
 * @example
 *   parts`That needs ${key}.` // ["That needs ", key, "."]
 */
export const parts = <P>(
  texts: TemplateStringsArray,
  ...values: ReadonlyArray<P | string>
): ReadonlyArray<P | string> =>
  texts.flatMap((text, i): ReadonlyArray<P | string> => {
    const value = i < values.length ? [values[i]!] : []
    return text === "" ? value : [text, ...value]
  })

/** Like is the type of a room in another language: every message of English, with the same parameters. */
export type Like<Room> = {
  readonly [K in keyof Room]: Room[K] extends string
    ? string
    : Room[K] extends (...args: never) => unknown
      ? Room[K]
      : Like<Room[K]>
}

/** joined puts phrases into a row: `A, B or C` with the word `or`. */
export const joined = <P>(phrases: ReadonlyArray<P>, word: string): ReadonlyArray<P | string> =>
  phrases.flatMap((phrase, i) =>
    i === 0 ? [phrase] : [i === phrases.length - 1 ? ` ${word} ` : ", ", phrase]
  )

/** separated puts phrases into a row with a separator between them: `A; B; C`. */
export const separated = <P>(phrases: ReadonlyArray<P>, separator: string): ReadonlyArray<P | string> =>
  phrases.flatMap((phrase, i) => (i === 0 ? [phrase] : [separator, phrase]))

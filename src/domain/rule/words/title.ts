// Titles: one pass over the six placeholders. A title never fails and never expands what it inserted.

/** TitleValues are the values of the placeholders. null: a known placeholder without a value. */
export interface TitleValues {
  readonly entity: string | null
  readonly device: string | null
  readonly feature: string | null
  readonly metric: string | null
  readonly value: number | null
  readonly rule: string | null
}

/** Formats a number with at most six significant digits, without trailing zeros. */
export const shortNumber = (value: number): string => String(Number(value.toPrecision(6)))

const PLACEHOLDER_PATTERN = /\{([^{}]*)\}/g

const isKnown = (name: string): name is keyof TitleValues =>
  ["entity", "device", "feature", "metric", "value", "rule"].includes(name)

/**
 * MAX_TITLE_CHARACTERS bounds a title: names are long and placeholders repeat. Half a character at the cut is
 * replaced, because JSON in the database refuses it.
 */
export const MAX_TITLE_CHARACTERS = 2000

/**
 * Replaces `{entity}`, `{device}`, `{feature}`, `{metric}`, `{value}`, `{rule}`; an unknown placeholder
 * becomes `?` (specification 2.1), an empty one `-`.
 */
export const renderTitle = (template: string, values: TitleValues): string =>
  template
    .replace(PLACEHOLDER_PATTERN, (_, name: string) => {
      if (!isKnown(name)) return "?"
      const value = values[name]
      return value === null ? "-" : typeof value === "number" ? shortNumber(value) : value
    })
    .slice(0, MAX_TITLE_CHARACTERS)
    .toWellFormed()

/** Returns the placeholders of a template that become `?`. */
export const unknownPlaceholders = (template: string): ReadonlyArray<string> =>
  [...template.matchAll(PLACEHOLDER_PATTERN)].flatMap(([, name]) =>
    name === undefined || isKnown(name) ? [] : [name]
  )

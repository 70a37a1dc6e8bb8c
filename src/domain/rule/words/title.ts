// Titles: one pass over the six placeholders. A title never fails and never expands what it inserted.

/** What a title may name. null: a known placeholder with nothing to say. */
export interface TitleValues {
  readonly entity: string | null
  readonly device: string | null
  readonly feature: string | null
  readonly metric: string | null
  readonly value: number | null
  readonly rule: string | null
}

/** At most six significant digits, without trailing zeros. */
export const shortNumber = (value: number): string => String(Number(value.toPrecision(6)))

const PLACEHOLDER = /\{([^{}]*)\}/g

const isKnown = (name: string): name is keyof TitleValues =>
  ["entity", "device", "feature", "metric", "value", "rule"].includes(name)

/**
 * Names are long and placeholders repeat: a title is cut here, and half a character at the cut is replaced,
 * because JSON in the database refuses it.
 */
export const MAX_TITLE = 2000

/**
 * Replaces `{entity}`, `{device}`, `{feature}`, `{metric}`, `{value}`, `{rule}`; an unknown placeholder
 * renders as `?` (specification 2.1), an empty one as `-`.
 */
export const renderTitle = (template: string, values: TitleValues): string =>
  template
    .replace(PLACEHOLDER, (_, name: string) => {
      if (!isKnown(name)) return "?"
      const value = values[name]
      return value === null ? "-" : typeof value === "number" ? shortNumber(value) : value
    })
    .slice(0, MAX_TITLE)
    .toWellFormed()

/** The placeholders of a template that will render as `?`. */
export const unknownPlaceholders = (template: string): ReadonlyArray<string> =>
  [...template.matchAll(PLACEHOLDER)].flatMap(([, name]) =>
    name === undefined || isKnown(name) ? [] : [name]
  )

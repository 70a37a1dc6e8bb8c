// Finds columns by headings in other languages than English.
import type { ColumnField } from "./columnNames.ts"
import { type Headings, languages } from "./languages.ts"

/**
 * Returns a heading in one spelling: `Länge`, `LÄNGE` and `lange` are `lange`, `location.long` is
 * `location-long`.
 */
export const foldHeading = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll("ø", "o")
    .replaceAll("æ", "ae")
    .replaceAll("œ", "oe")
    .replaceAll(/[\s._:-]+/g, "-")
    .replaceAll(/(?<=.)-$/gu, "")

const listed = (headings: Headings): ReadonlyArray<readonly [name: string, field: ColumnField]> =>
  (Object.entries(headings) as ReadonlyArray<[ColumnField, string]>).flatMap(([field, names]) =>
    names.split("|").map((name) => [name, field] as const)
  )

/** Headings that name a quantity in any language, where its unit is said beside them. */
export const unitlessHeadings: ReadonlyMap<string, ColumnField> = new Map(
  languages.flatMap(({ unitless }) => listed(unitless))
)

const dateNames = new Set(languages.flatMap(({ dates }) => dates.split("|")).filter((name) => name !== ""))

const sureHeadings: ReadonlyMap<string, ColumnField> = new Map(languages.flatMap(({ sure }) => listed(sure)))
const axisHeadings: ReadonlyArray<readonly [string, ColumnField]> = languages.flatMap(({ axes }) =>
  listed(axes)
)

/** All names of a language, but those that need another of it beside them. */
const vocabularies = languages.map((language) => ({
  unsure: listed(language.unsure),
  others: new Set([
    ...[...listed(language.sure), ...listed(language.unitless), ...listed(language.axes)].map(
      ([name]) => name
    ),
    // `date` is English too
    ...language.dates.split("|").filter((name) => name !== "" && name !== "date")
  ])
}))

/**
 * What headings say in other languages than English, by their place. `at`: the place of each folded heading.
 * `isFound`: whether a field has a column by its English name.
 */
export const headingsOfLanguages = (
  at: ReadonlyMap<string, number>,
  isFound: (field: ColumnField) => boolean
): ReadonlyMap<ColumnField, ReadonlyArray<number>> => {
  const columns = new Map<ColumnField, Array<number>>()
  const take = (name: string, field: ColumnField): void => {
    const index = at.get(name)
    if (index !== undefined && !isFound(field)) columns.set(field, [...(columns.get(field) ?? []), index])
  }
  for (const [name, field] of sureHeadings) take(name, field)
  for (const { others, unsure } of vocabularies) {
    if (![...others].some((name) => at.has(name))) continue
    for (const [name, field] of unsure)
      if (!columns.has(field) && !(field === "time" && isFound("date"))) take(name, field)
  }
  const hasAxis = (axis: ColumnField): boolean =>
    isFound(axis) || columns.has(axis) || axisHeadings.some(([name, field]) => field === axis && at.has(name))
  if (hasAxis("lon") && hasAxis("lat"))
    for (const [name, field] of axisHeadings) if (!columns.has(field)) take(name, field)
  if (!columns.has("time") && !isFound("date")) for (const name of dateNames) take(name, "time")
  return columns
}

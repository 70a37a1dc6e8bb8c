// Finds columns by heads in other languages than English.
import type { Member } from "./columnNames.ts"
import { type Heads, languages } from "./languages.ts"

/**
 * Returns a head in one spelling: `Länge`, `LÄNGE` and `lange` are `lange`, `location.long` is
 * `location-long`.
 */
export const foldHead = (name: string): string =>
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

const listed = (heads: Heads): ReadonlyArray<readonly [name: string, member: Member]> =>
  (Object.entries(heads) as ReadonlyArray<[Member, string]>).flatMap(([member, names]) =>
    names.split("|").map((name) => [name, member] as const)
  )

/** Heads that name a quantity in any language, where its unit is said beside them. */
export const unitlessHeads: ReadonlyMap<string, Member> = new Map(
  languages.flatMap(({ unitless }) => listed(unitless))
)

const dateNames = new Set(languages.flatMap(({ dates }) => dates.split("|")).filter((name) => name !== ""))

const sureHeads: ReadonlyMap<string, Member> = new Map(languages.flatMap(({ sure }) => listed(sure)))
const axisHeads: ReadonlyArray<readonly [string, Member]> = languages.flatMap(({ axes }) => listed(axes))

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
 * What heads say in other languages than English, by their place. `at`: the place of each folded head.
 * `isFound`: whether a member has a column by its English name.
 */
export const headsOfLanguages = (
  at: ReadonlyMap<string, number>,
  isFound: (member: Member) => boolean
): ReadonlyMap<Member, ReadonlyArray<number>> => {
  const columns = new Map<Member, Array<number>>()
  const take = (name: string, member: Member): void => {
    const index = at.get(name)
    if (index !== undefined && !isFound(member)) columns.set(member, [...(columns.get(member) ?? []), index])
  }
  for (const [name, member] of sureHeads) take(name, member)
  for (const { others, unsure } of vocabularies) {
    if (![...others].some((name) => at.has(name))) continue
    for (const [name, member] of unsure)
      if (!columns.has(member) && !(member === "time" && isFound("date"))) take(name, member)
  }
  const hasAxis = (axis: Member): boolean =>
    isFound(axis) || columns.has(axis) || axisHeads.some(([name, member]) => member === axis && at.has(name))
  if (hasAxis("lon") && hasAxis("lat"))
    for (const [name, member] of axisHeads) if (!columns.has(member)) take(name, member)
  if (!columns.has("time") && !isFound("date")) for (const name of dateNames) take(name, "time")
  return columns
}

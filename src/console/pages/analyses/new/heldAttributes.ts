// The numeric attributes of animals, offered by the option that weights animals by an attribute.
import { words } from "../../../../words/language.ts"

interface Holder {
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
}

/** HeldAttribute is an attribute and how many of the selected animals have a number in it. */
export interface HeldAttribute {
  readonly key: string
  readonly holders: number
  /** number of selected animals */
  readonly of: number
}

/** heldAttributes returns the numeric attributes of the selected animals, the most common first. */
export const heldAttributes = (
  animals: ReadonlyArray<Holder>,
  chosen: ReadonlySet<string>
): ReadonlyArray<HeldAttribute> => {
  const some = animals.filter(({ id }) => chosen.has(id))
  const holders = new Map<string, number>()
  for (const { attributes } of some)
    for (const [key, value] of Object.entries(attributes))
      if (typeof value === "number") holders.set(key, (holders.get(key) ?? 0) + 1)
  return [...holders]
    .map(([key, count]) => ({ key, holders: count, of: some.length }))
    .toSorted((a, b) => b.holders - a.holders || a.key.localeCompare(b.key))
}

/** heldText returns how many animals have the attribute: `22 of 24`. */
export const heldText = ({ holders, of }: HeldAttribute): string =>
  words.newAnalysis.options.share({ count: holders, of })

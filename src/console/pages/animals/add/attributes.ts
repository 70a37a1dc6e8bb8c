// Attributes as typed: a name and a text each. Numbers, yes and no are stored as numbers and booleans; values that a
// line cannot show are left unchanged.
import { words } from "../../../../words/language.ts"

/** AttributeValue is a value that a line can show. */
type AttributeValue = string | number | boolean

/** AttributeLine is one attribute in a form. */
export interface AttributeLine {
  readonly name: string
  readonly text: string
}

type Attributes = Readonly<Record<string, unknown>>

const isLine = (value: unknown): value is AttributeValue =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

const textOf = (value: AttributeValue): string =>
  typeof value === "boolean" ? words.addAnimals.attributes[value ? "yes" : "no"] : String(value)

/** attributeLines returns the attributes that a form shows; lists and objects are left out. */
export const attributeLines = (attributes: Attributes): ReadonlyArray<AttributeLine> =>
  Object.entries(attributes).flatMap(([name, value]) =>
    isLine(value) ? [{ name, text: textOf(value) }] : []
  )

/**
 * attributeOf returns the value of a typed text: `71,5` and `71.5` are numbers, `0452` and `1,234.5` are
 * texts.
 */
export const attributeOf = (text: string): AttributeValue => {
  const typed = text.trim()
  if (typed === "yes" || typed === words.addAnimals.attributes.yes) return true
  if (typed === "no" || typed === words.addAnimals.attributes.no) return false
  return /^-?(?:0|[1-9]\d*)(?:[.,]\d+)?$/.test(typed) ? Number(typed.replace(",", ".")) : typed
}

/** attributesOf returns the attributes of the lines; an unchanged line keeps its value and type. */
export const attributesOf = (
  lines: ReadonlyArray<AttributeLine>,
  before: Attributes = {}
): Record<string, AttributeValue> => {
  const others = Object.entries(before).filter(([, value]) => !isLine(value))
  const shown = lines.flatMap(({ name, text }) => {
    const key = name.trim()
    if (key === "" || text.trim() === "") return []
    const old = before[key]
    return [[key, isLine(old) && textOf(old) === text ? old : attributeOf(text)] as const]
  })
  return Object.fromEntries([...others, ...shown]) as Record<string, AttributeValue>
}

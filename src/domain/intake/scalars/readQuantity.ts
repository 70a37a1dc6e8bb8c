// The one reader of quantities: a speed, a heading, a battery as a sender wrote it, in our unit, or why it is
// none. Without imports of libraries: it runs for every item, and in browsers too.
import { convert } from "../../tracking/units.ts"
import { isUnknownNumberText } from "./notKnown.ts"
import { quantities, type Quantity, type QuantityRule } from "./quantities.ts"
import { type Decimals, parseDecimal, type UnreadReason } from "./readNumber.ts"

/** A value in our unit, or why there is none: the sender does not know it, it is no number, or it cannot be. */
export type QuantityReading = number | UnreadReason | "out of range"

/** Returns a number in the unit that it was written in. */
const judge = (rule: QuantityRule, value: number, unit: string | null): QuantityReading => {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "not known" : "unreadable"
  if (rule.unknown.has(value)) return "not known"
  let own = value
  if (unit !== null && unit !== rule.unit) {
    if (rule.unknownIn.get(unit)?.has(value) === true) return "not known"
    const converted = rule.unit === null ? null : convert(value, unit, rule.unit)
    if (converted === null) return "unreadable"
    own = converted
  }
  if (own < rule.min || own > rule.max) return rule.isUnknown(own) ? "not known" : "out of range"
  return rule.isWhole && !Number.isInteger(own) ? "unreadable" : own
}

/** The number of a text and the unit behind it, as `20 °C` or `-1 km/h`. */
const numberAndUnit = /^([+\-\u2212]?[\d.,]+(?:e[+-]?\d{1,3})?)\s*(\D.*)$/iu

const readText = (rule: QuantityRule, text: string, unit: string | null, decimals: Decimals) => {
  if (isUnknownNumberText(text)) return "not known"
  const trimmed = text.trim(),
    bare = parseDecimal(trimmed, decimals)
  if (bare !== null) return judge(rule, bare, unit)
  const [, digits, behind] = numberAndUnit.exec(trimmed) ?? []
  const named = behind === undefined ? undefined : rule.units.get(behind.trim().toLowerCase()),
    number = digits === undefined || named === undefined ? null : parseDecimal(digits, decimals)
  return number === null ? "unreadable" : judge(rule, number, named!)
}

/**
 * Reads a quantity from a number, a text of one, or a text with its unit.
 *
 * @example
 *   readQuantity("speed_mps", 36, "km/h") // 10
 *   readQuantity("speed_mps", -1) // "not known"
 *   readQuantity("speed_mps", 4000) // "out of range"
 *   readQuantity("temperature_c", "20 °C") // 20
 *
 * @param unit - The unit that a bare number is in, by its name in `domain/tracking/units.ts`; ours unless
 *   given.
 * @param decimals - The mark before the fraction in texts.
 */
export const readQuantity = (
  quantity: Quantity,
  value: unknown,
  unit: string | null = null,
  decimals: Decimals = "point"
): QuantityReading => {
  if (typeof value === "number") return judge(quantities[quantity], value, unit)
  if (typeof value === "string") return readText(quantities[quantity], value, unit, decimals)
  return value === null || value === undefined ? "not known" : "unreadable"
}

/**
 * Converts a sender's value to our unit. What is no number that can be used goes on as it was written, with
 * its unit, for `accept` to judge: `-1` km/h is the text `-1 km/h`.
 */
export const inOwnUnit = (quantity: Quantity, value: unknown, unit: string): unknown => {
  if (value === null || value === undefined) return undefined
  const reading = readQuantity(quantity, value, unit)
  if (typeof reading === "number") return reading
  const isBare =
    typeof value === "number" || (typeof value === "string" && parseDecimal(value.trim()) !== null)
  return isBare ? `${value} ${unit}` : value
}

/** Returns the range of a quantity in words: `between 0 and 3000 m/s`. */
export const rangeOf = (quantity: Quantity): string => {
  const { max, min, unit } = quantities[quantity],
    behind = unit === null ? "" : ` ${unit}`
  return max === Infinity ? `at least ${min}${behind}` : `between ${min} and ${max}${behind}`
}

// Values that a sender counts in other steps than we do: tenths, thousandths, shares of one. Without imports of
// libraries: it runs for every item.
import { quantities, type Quantity } from "./quantities.ts"
import { readNumber } from "./readNumber.ts"

/**
 * The value times its factor, to 12 significant digits. What is no number, or stands for "not known" at its
 * sender, goes on as it is, for the check of items to judge.
 *
 * @example
 *   scaled("speed_mps", 36, 0.277778) // 10.000008
 *   scaled("battery_percent", -1, 100) // -1
 */
export const scaled = (quantity: Quantity | null, raw: unknown, factor: number): unknown => {
  const number = readNumber(raw)
  if (typeof number !== "number") return raw
  if (quantity !== null && quantities[quantity].isUnknownBeforeFactor(number)) return raw
  return Number((number * factor).toPrecision(12))
}

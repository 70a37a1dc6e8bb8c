// Number formatting in the shown language: `1,234.5`, a typographic minus sign, no meaningless digits.
import { localeOf, marked } from "../../words/language.ts"

/** Decimals at most. */
const MAX_DECIMALS = 6
const decimals = Array.from({ length: MAX_DECIMALS + 1 }, (_, digits) => digits)

const formats = new Map<string, Intl.NumberFormat>()

/** Formats with at most `digits` decimals, and at least `least`. */
const format = (value: number, digits: number, least: number): string => {
  const key = `${localeOf()} ${digits} ${least}`
  let numbers = formats.get(key)
  if (numbers === undefined) {
    numbers = new Intl.NumberFormat(localeOf(), {
      maximumFractionDigits: digits,
      minimumFractionDigits: least
    })
    formats.set(key, numbers)
  }
  return marked(numbers.format(value).replace("-", "\u2212"))
}

const told = (value: number, digits: number): string => format(value, digits, 0)

/** Returns the decimals for three significant digits, at most three. */
const digitsFor = (value: number): number => {
  const size = Math.abs(value)
  return Number.isInteger(value) || size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3
}

/** numberText formats a number with at least three significant digits and at most three decimals. */
export const numberText = (value: number): string => told(value, digitsFor(value))

/** fixedText formats with a fixed number of decimals (6 at most), so that numbers of a column align. */
export const fixedText = (value: number, digits: number): string => {
  const most = Math.min(MAX_DECIMALS, digits)
  return format(value, most, most)
}

/** Returns how many decimals a value has that is rounded to `digits` of them. */
const decimalsOf = (value: number, digits: number): number =>
  decimals.find((d) => d === digits || Number(value.toFixed(d)) === Number(value.toFixed(digits))) ?? digits

/** exactText formats a number with all decimals (6 at most). */
export const exactText = (value: number): string => told(value, MAX_DECIMALS)

/** Returns the decimals for a value beside its limit; undefined: 6 are not enough to tell them apart. */
const digitsBeside = (value: number, limit: number): number | undefined => {
  if (value === limit) return MAX_DECIMALS
  const side = Math.sign(value - limit)
  return decimals.find((d) => d >= digitsFor(value) && Math.sign(Number(value.toFixed(d)) - limit) === side)
}

/**
 * besideText formats a value beside its limit: as `numberText`, but with more decimals where rounding would
 * reach or cross the limit: `40.003 > 40`.
 */
export const besideText = (value: number, limit: number): string => {
  const digits = digitsBeside(value, limit)
  return digits === undefined ? String(value) : told(value, digits)
}

/** tickText formats the ticks of an axis with equal decimals: `3.20` below `3.21`. */
export const tickText = (tick: number, of: ReadonlyArray<number>): string =>
  fixedText(tick, Math.max(0, ...of.map((one) => decimalsOf(one, digitsFor(one)))))

/**
 * limitText formats a limit beside a value: an integer as it is, a decimal with the precision of the value:
 * `3.18 < 3.20`.
 */
export const limitText = (limit: number, beside: number | string | boolean | null): string => {
  const own = decimalsOf(limit, MAX_DECIMALS)
  if (typeof beside !== "number" || own === 0) return exactText(limit)
  const digits = digitsBeside(beside, limit)
  return fixedText(limit, Math.max(own, digits === undefined ? MAX_DECIMALS : decimalsOf(beside, digits)))
}

const signs: Readonly<Record<string, string>> = { "<=": "≤", ">=": "≥", "==": "=", "!=": "≠" }

/** signOf returns the typographic sign of a comparison. */
export const signOf = (comparison: string): string => signs[comparison] ?? comparison

// Number formatting: `1,234.5`, a typographic minus sign, no meaningless digits.

/** Decimals at most. */
const MAX_DECIMALS = 6
const decimals = Array.from({ length: MAX_DECIMALS + 1 }, (_, digits) => digits)

const formats = decimals.map(
  (digits) => new Intl.NumberFormat("en-GB", { maximumFractionDigits: digits, minimumFractionDigits: 0 })
)

const told = (value: number, digits: number): string => formats[digits]!.format(value).replace("-", "\u2212")

/** Returns the decimals for three significant digits, at most three. */
const digitsFor = (value: number): number => {
  const size = Math.abs(value)
  return Number.isInteger(value) || size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3
}

/** numberText formats a number with at least three significant digits and at most three decimals. */
export const numberText = (value: number): string => told(value, digitsFor(value))

/** counted formats a count with its noun: `1 alert`, `2 alerts`, `1,204 alerts`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formats[0]!.format(count)} ${count === 1 ? one : many}`

const fixed = decimals.map(
  (digits) => new Intl.NumberFormat("en-GB", { maximumFractionDigits: digits, minimumFractionDigits: digits })
)

/** fixedText formats with a fixed number of decimals (6 at most), so that numbers of a column align. */
export const fixedText = (value: number, digits: number): string =>
  fixed[Math.min(MAX_DECIMALS, digits)]!.format(value).replace("-", "\u2212")

const decimalsOf = (text: string): number => text.split(".")[1]?.length ?? 0

/** exactText formats a number with all decimals (6 at most). */
export const exactText = (value: number): string => told(value, MAX_DECIMALS)

/**
 * besideText formats a value beside its limit: as `numberText`, but with more decimals where rounding would
 * reach or cross the limit: `40.003 > 40`.
 */
export const besideText = (value: number, limit: number): string => {
  if (value === limit) return exactText(value)
  const side = Math.sign(value - limit)
  const digits = decimals.find(
    (d) => d >= digitsFor(value) && Math.sign(Number(value.toFixed(d)) - limit) === side
  )
  return digits === undefined ? String(value) : told(value, digits)
}

/** tickText formats the ticks of an axis with equal decimals: `3.20` below `3.21`. */
export const tickText = (tick: number, of: ReadonlyArray<number>): string =>
  fixedText(tick, Math.max(0, ...of.map((one) => decimalsOf(numberText(one)))))

/**
 * limitText formats a limit beside a value: an integer as it is, a decimal with the precision of the value:
 * `3.18 < 3.20`.
 */
export const limitText = (limit: number, beside: number | string | boolean | null): string => {
  const text = exactText(limit)
  if (typeof beside !== "number" || decimalsOf(text) === 0) return text
  return fixedText(limit, Math.max(decimalsOf(text), decimalsOf(besideText(beside, limit))))
}

const signs: Readonly<Record<string, string>> = { "<=": "≤", ">=": "≥", "==": "=", "!=": "≠" }

/** signOf returns the typographic sign of a comparison. */
export const signOf = (comparison: string): string => signs[comparison] ?? comparison

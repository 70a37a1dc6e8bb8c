// Numbers for people: `1,234.5`, the minus sign of typesetters, no more figures than mean something.

/** No figure of ours is told finer than so many decimals. */
const FINEST = 6
const decimals = Array.from({ length: FINEST + 1 }, (_, digits) => digits)

const formats = decimals.map(
  (digits) => new Intl.NumberFormat("en-GB", { maximumFractionDigits: digits, minimumFractionDigits: 0 })
)

const told = (value: number, digits: number): string => formats[digits]!.format(value).replace("-", "\u2212")

/** Decimals with which three figures count at least; three at most. */
const digitsFor = (value: number): number => {
  const size = Math.abs(value)
  return Number.isInteger(value) || size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3
}

/** Three figures that count at least, three decimals at most. */
export const numberText = (value: number): string => told(value, digitsFor(value))

/** `1 alert`, `2 alerts`, `1,204 alerts`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formats[0]!.format(count)} ${count === 1 ? one : many}`

const fixed = decimals.map(
  (digits) => new Intl.NumberFormat("en-GB", { maximumFractionDigits: digits, minimumFractionDigits: digits })
)

/** Always with as many decimals (6 at most): figures of a column stand under each other. */
export const fixedText = (value: number, digits: number): string =>
  fixed[Math.min(FINEST, digits)]!.format(value).replace("-", "\u2212")

const decimalsOf = (text: string): number => text.split(".")[1]?.length ?? 0

/** A number that is meant as it is, with every decimal (6 at most). */
export const exactText = (value: number): string => told(value, FINEST)

/**
 * What was read beside its limit: as `numberText`, and finer where rounded it would be the limit, or beyond
 * it: `40.003 > 40`.
 */
export const besideText = (value: number, limit: number): string => {
  if (value === limit) return exactText(value)
  const side = Math.sign(value - limit)
  const digits = decimals.find(
    (d) => d >= digitsFor(value) && Math.sign(Number(value.toFixed(d)) - limit) === side
  )
  return digits === undefined ? String(value) : told(value, digits)
}

/** The numbers of an axis: all as fine as the finest, `3.20` below `3.21`. */
export const tickText = (tick: number, of: ReadonlyArray<number>): string =>
  fixedText(tick, Math.max(0, ...of.map((one) => decimalsOf(numberText(one)))))

/** A limit beside what was read: whole, and `3.18 < 3.20`, as fine as the figure where it has decimals itself. */
export const limitText = (limit: number, beside: number | string | boolean | null): string => {
  const text = exactText(limit)
  if (typeof beside !== "number" || decimalsOf(text) === 0) return text
  return fixedText(limit, Math.max(decimalsOf(text), decimalsOf(besideText(beside, limit))))
}

const signs: Readonly<Record<string, string>> = { "<=": "≤", ">=": "≥", "==": "=", "!=": "≠" }

/** A comparison as it is set in print. */
export const signOf = (comparison: string): string => signs[comparison] ?? comparison

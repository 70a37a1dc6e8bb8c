// Numbers for people: `1,234.5`, the minus sign of typesetters, no more figures than mean something.

const formats = [0, 1, 2, 3].map(
  (digits) => new Intl.NumberFormat("en-GB", { maximumFractionDigits: digits, minimumFractionDigits: 0 })
)

/** Three figures that count at least, three decimals at most. */
export const numberText = (value: number): string => {
  const size = Math.abs(value)
  const digits = Number.isInteger(value) || size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3
  return formats[digits]!.format(value).replace("-", "\u2212")
}

/** `1 alert`, `2 alerts`, `1,204 alerts`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formats[0]!.format(count)} ${count === 1 ? one : many}`

const fixed = [0, 1, 2, 3].map(
  (digits) => new Intl.NumberFormat("en-GB", { maximumFractionDigits: digits, minimumFractionDigits: digits })
)

/** Always with as many decimals (3 at most): figures of a column stand under each other. */
export const fixedText = (value: number, digits: number): string =>
  fixed[Math.min(3, digits)]!.format(value).replace("-", "\u2212")

const decimalsOf = (text: string): number => text.split(".")[1]?.length ?? 0

/** A number that is meant as it is, with every decimal (3 at most). */
export const exactText = (value: number): string => formats[3]!.format(value).replace("-", "\u2212")

/** The numbers of an axis: all as fine as the finest, `3.20` below `3.21`. */
export const tickText = (tick: number, of: ReadonlyArray<number>): string =>
  fixedText(tick, Math.max(0, ...of.map((one) => decimalsOf(numberText(one)))))

/** A limit beside what was read: `3.18 < 3.20`, as fine as the figure where it has decimals itself. */
export const limitText = (limit: number, beside: number | string | boolean | null): string => {
  const text = numberText(limit)
  if (typeof beside !== "number" || decimalsOf(text) === 0) return text
  return fixedText(limit, Math.max(decimalsOf(text), decimalsOf(numberText(beside))))
}

const signs: Readonly<Record<string, string>> = { "<=": "≤", ">=": "≥", "==": "=", "!=": "≠" }

/** A comparison as it is set in print. */
export const signOf = (comparison: string): string => signs[comparison] ?? comparison

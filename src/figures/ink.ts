// What drawings share: the classes of their colours, numbers as an axis has them, texts that fit.

/** Classes `ink-0` to `ink-49`: as many as a chart has lines at most (areas of a grazing run). */
export const INK_COUNT = 50

/** The class of what is not chosen. */
export const QUIET_INK = "ink-quiet"

/** Returns the class that colours the n-th of something. */
export const inkOf = (at: number): string => `ink-${Math.max(0, at) % INK_COUNT}`

/** The width of a letter at the size of a chart's labels. */
export const LETTER_PX = 6

/** Cuts a text where more than `most` letters stand. */
export const short = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`

/** Made once: to make one takes a hundred times as long as to write with it. */
const decimal = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 })

/** Writes a number as an axis has it. */
export const brief = (value: number, digits = 4): string => {
  const rounded = Number(value.toPrecision(digits))
  return rounded === 0
    ? "0"
    : Math.abs(rounded) >= 1e6 || Math.abs(rounded) < 1e-3
      ? rounded.toExponential().replace("e+", "e")
      : decimal.format(rounded)
}

/** Writes numbers with as many digits as tell neighbours apart. */
export const briefs = (values: ReadonlyArray<number>, digits: number): ReadonlyArray<string> => {
  const labels = values.map((value) => brief(value, digits))
  const isTwice = labels.some(
    (label, at) => at > 0 && label === labels[at - 1] && values[at] !== values[at - 1]
  )
  return isTwice && digits < 12 ? briefs(values, digits + 1) : labels
}

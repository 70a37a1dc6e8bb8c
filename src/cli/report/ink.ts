// What the drawings of a report share: colours, escaped text, numbers and dates as people read them.

/** Told apart by people who see colours otherwise, too (Okabe and Ito 2008). */
const named = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a6a00", "#444444"]

/** The colour of the n-th of something; after the named ones the hue goes on by the golden angle. */
export const colourOf = (at: number): string => named[at] ?? `hsl(${Math.round(at * 137.5) % 360} 55% 42%)`

export const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** A text that fits where `most` letters do. */
export const short = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`

/** A number as an axis has it. */
export const brief = (value: number, digits = 4): string => {
  const rounded = Number(value.toPrecision(digits))
  return rounded === 0
    ? "0"
    : Math.abs(rounded) >= 1e6 || Math.abs(rounded) < 1e-3
      ? rounded.toExponential().replace("e+", "e")
      : rounded.toLocaleString("en-US", { maximumFractionDigits: 6 })
}

/** A place in a drawing. */
export const px = (value: number): string => String(Number(value.toFixed(1)))

/** Round steps of an axis from `low` to `high`, about four of them. */
export const ticksOf = (low: number, high: number): ReadonlyArray<number> => {
  const rough = (high - low) / 4 || 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough * 0.999)!
  const first = Math.ceil(low / step - 1e-9)
  return Array.from(
    { length: Math.max(0, Math.floor(high / step + 1e-9) - first + 1) },
    (_, n) => (first + n) * step
  )
}

const DAY_MS = 86_400_000
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

export interface DateTick {
  readonly at: number
  readonly label: string
}

/**
 * Days or first days of months between two times (epoch ms, UTC), at most about `most`; the first and each
 * new year say the year.
 */
export const dateTicks = (low: number, high: number, most = 6): ReadonlyArray<DateTick> => {
  const days = (high - low) / DAY_MS
  const everyDays = [1, 2, 7, 14].find((n) => days / n <= most)
  const ats: Array<number> = []
  if (everyDays !== undefined) {
    for (let at = Math.ceil(low / DAY_MS) * DAY_MS; at <= high; at += everyDays * DAY_MS) ats.push(at)
  } else {
    const everyMonths = [1, 2, 3, 6, 12, 24, 60, 120].find((n) => days / 30.4 / n <= most) ?? 600
    const from = new Date(low)
    for (
      let month = Math.ceil((from.getUTCFullYear() * 12 + from.getUTCMonth()) / everyMonths) * everyMonths;
      ;
      month += everyMonths
    ) {
      const at = Date.UTC(Math.floor(month / 12), month % 12)
      if (at > high) break
      if (at >= low) ats.push(at)
    }
  }
  return ats.map((at, i) => {
    const date = new Date(at),
      year = date.getUTCFullYear()
    const isNew = i === 0 || new Date(ats[i - 1]!).getUTCFullYear() !== year
    const day = everyDays === undefined ? "" : `${date.getUTCDate()} `
    return { at, label: `${day}${MONTHS[date.getUTCMonth()]}${isNew ? ` ${year}` : ""}` }
  })
}

// Parses numbers as typed: decimal comma or point, and a sign.

/** typed parses a number; null: not a number, or ambiguous. */
export const typed = (text: string): number | null => {
  const plain = text.trim().replaceAll("\u2212", "-").replaceAll("\u00a0", "")
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(plain)) return null
  const value = Number(plain.replace(",", "."))
  return Number.isFinite(value) ? value : null
}

/** units are the time units with their seconds. */
export const units = [
  ["s", 1],
  ["min", 60],
  ["h", 3600],
  ["d", 86_400]
] as const
/** Unit is a time unit. */
export type Unit = (typeof units)[number][0]

/** secondsOf returns the seconds of a unit. */
export const secondsOf = (unit: Unit): number => units.find(([name]) => name === unit)![1]

/** unitOf returns the largest unit without a fraction; one day is 24 h, zero is in hours. */
export const unitOf = (seconds: number): Unit => {
  if (seconds === 0) return "h"
  const fits = units.findLast(
    ([name, size]) => seconds % size === 0 && seconds >= size * (name === "d" ? 2 : 1)
  )
  return fits?.[0] ?? "s"
}

/**
 * stepFor returns the step of a limit moved by keys: about a hundredth of the range, rounded up to 1, 2 or 5
 * times a power of ten.
 */
export const stepFor = (range: number): number => {
  if (!(range > 0)) return 1
  const raw = range / 100
  const size = 10 ** Math.floor(Math.log10(raw))
  const [fits = 10] = [1, 2, 5, 10].filter((times) => times * size >= raw * 0.999)
  return fits * size
}

/** onStep rounds to a multiple of a step, without floating-point residue. */
export const onStep = (value: number, step: number): number => {
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  return Number((Math.round(value / step) * step).toFixed(Math.min(digits, 12)))
}

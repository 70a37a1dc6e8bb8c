// Numbers as somebody types them: a comma or a point, a sign, and nothing else.

/** What was typed as a number; null: it is none, or nobody can say which. */
export const typed = (text: string): number | null => {
  const plain = text.trim().replaceAll("\u2212", "-").replaceAll("\u00a0", "")
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(plain)) return null
  const value = Number(plain.replace(",", "."))
  return Number.isFinite(value) ? value : null
}

export const units = [
  ["s", 1],
  ["min", 60],
  ["h", 3600],
  ["d", 86_400]
] as const
export type Unit = (typeof units)[number][0]

export const secondsOf = (unit: Unit): number => units.find(([name]) => name === unit)![1]

/** The largest unit that needs no fraction; a single day is 24 h, nothing is in hours. */
export const unitOf = (seconds: number): Unit => {
  if (seconds === 0) return "h"
  const fits = units.findLast(
    ([name, size]) => seconds % size === 0 && seconds >= size * (name === "d" ? 2 : 1)
  )
  return fits?.[0] ?? "s"
}

/** The step of a limit that is moved by keys: a hundredth of what is shown, as one, two or five. */
export const stepFor = (range: number): number => {
  if (!(range > 0)) return 1
  const raw = range / 100
  const size = 10 ** Math.floor(Math.log10(raw))
  const [fits = 10] = [1, 2, 5, 10].filter((times) => times * size >= raw * 0.999)
  return fits * size
}

/** A number on the grid of a step, without what binary fractions leave behind. */
export const onStep = (value: number, step: number): number => {
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  return Number((Math.round(value / step) * step).toFixed(Math.min(digits, 12)))
}

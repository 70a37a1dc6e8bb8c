// The six ways to compare a number with a value. Imports nothing, because the console imports it too.

/** The comparisons as documents write them. */
export const comparisons = ["<", "<=", ">", ">=", "==", "!="] as const

/** Comparison is the operator of a comparison with a limit. */
export type Comparison = (typeof comparisons)[number]

/** The comparisons as functions. */
export const compare: Readonly<Record<Comparison, (a: number, b: number) => boolean>> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b
}

/** The comparison that is true when another is false. */
export const contrary: Readonly<Record<Comparison, Comparison>> = {
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  "==": "!=",
  "!=": "=="
}

// The six ways to compare a number with a value. The console has them from here too: imports nothing.

export const comparisons = ["<", "<=", ">", ">=", "==", "!="] as const

/** How a number may lie to a value. */
export type Comparison = (typeof comparisons)[number]

export const compare: Readonly<Record<Comparison, (a: number, b: number) => boolean>> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b
}

/** What a number had to be where the contrary of the condition was asked for. */
export const contrary: Readonly<Record<Comparison, Comparison>> = {
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  "==": "!=",
  "!=": "=="
}

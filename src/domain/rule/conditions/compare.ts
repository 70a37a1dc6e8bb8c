// The six ways to compare a number with a value.
import * as Schema from "effect/Schema"

export const comparisons = ["<", "<=", ">", ">=", "==", "!="] as const

/** How a number may lie to a value. */
export const Comparison = Schema.Literals(comparisons).annotate({
  title: "Comparison",
  description: "How the number lies to the value: below it, at most, above it, at least, equal or not",
  examples: [">"]
})

export type Comparison = typeof Comparison.Type

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

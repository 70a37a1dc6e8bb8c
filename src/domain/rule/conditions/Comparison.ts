// The comparison in a condition, as documents write it.
import * as Schema from "effect/Schema"
import { comparisons } from "./compare.ts"

/** Comparison is how a number is compared with a value. */
export const Comparison = Schema.Literals(comparisons).annotate({
  title: "Comparison",
  description: "How the number lies to the value: below it, at most, above it, at least, equal or not",
  examples: [">"]
})

export type Comparison = typeof Comparison.Type

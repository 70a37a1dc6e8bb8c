// A way to compare, as documents say it.
import * as Schema from "effect/Schema"
import { comparisons } from "./compare.ts"

export const Comparison = Schema.Literals(comparisons).annotate({
  title: "Comparison",
  description: "How the number lies to the value: below it, at most, above it, at least, equal or not",
  examples: [">"]
})

export type Comparison = typeof Comparison.Type

// What a rule compares a metric with: the line in a chart of its values.
import type { Compared } from "../conditions/ConditionKind.ts"
import { comparedIn } from "../conditions/registry.ts"
import type { CanonicalDocument } from "../Document.ts"
import { conditionsIn } from "../leaves.ts"

/** A comparison at its place. */
export interface Limit extends Compared {
  /** JSON Pointer into the document */
  readonly path: string
}

/** In document order; `metric`: those of one alone. */
export const limitsIn = ({ conditions }: CanonicalDocument, metric?: string): ReadonlyArray<Limit> =>
  conditionsIn(conditions, "/conditions").flatMap(({ condition, pointer }) => {
    const compared = comparedIn(condition)
    return compared === null || (metric !== undefined && compared.metric !== metric)
      ? []
      : [{ ...compared, path: pointer }]
  })

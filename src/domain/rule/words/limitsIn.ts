// The limits with which a rule compares a metric: lines in a chart of its values.
import type { ComparedMetric } from "../conditions/ConditionKind.ts"
import { comparedMetricOf } from "../conditions/registry.ts"
import type { CanonicalDocument } from "../Document.ts"
import { conditionsIn } from "../leaves.ts"

/** Limit is a comparison at its place. */
interface Limit extends ComparedMetric {
  /** JSON Pointer into the document */
  readonly path: string
}

/** Returns the limits in document order; `metric`: those of one metric alone. */
export const limitsIn = ({ conditions }: CanonicalDocument, metric?: string): ReadonlyArray<Limit> =>
  conditionsIn(conditions, "/conditions").flatMap(({ condition, pointer }) => {
    const compared = comparedMetricOf(condition)
    return compared === null || (metric !== undefined && compared.metric !== metric)
      ? []
      : [{ ...compared, path: pointer }]
  })

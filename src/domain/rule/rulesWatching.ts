// Which rules watch a feature: those that name it, and those that read every feature of its kind.
import type { FeatureType } from "../tracking/featureTypes.ts"
import type { CanonicalDocument } from "./Document.ts"
import { selectionsIn } from "./leaves.ts"
import { references } from "./references.ts"

/** WatchedFeature is the feature that rules may watch. */
interface WatchedFeature {
  readonly id: string
  readonly name: string
  readonly feature_type: FeatureType
}

/** RulesOfFeature are the rules by how they stand to a feature. */
interface RulesOfFeature<R> {
  /** by its name, or as any of its kind */
  readonly watching: ReadonlyArray<{ readonly rule: R; readonly watches: "named" | "any" }>
  /** those that name other features, and how many */
  readonly others: ReadonlyArray<{ readonly rule: R; readonly named: number }>
}

/** Sorts rules by how they stand to a feature, in the same order; rules that read no features are left out. */
export const rulesWatching = <R>(
  { feature_type: featureType, id, name }: WatchedFeature,
  rules: ReadonlyArray<R>,
  documentOf: (rule: R) => CanonicalDocument
): RulesOfFeature<R> => {
  const feature = { id, name, featureType, revision: 0, changedAt: 0 }
  const watching: Array<RulesOfFeature<R>["watching"][number]> = []
  const others: Array<RulesOfFeature<R>["others"][number]> = []
  for (const rule of rules) {
    const document = documentOf(rule)
    const isWatching = selectionsIn(document.conditions).some((select) => select([feature]).has(id))
    const named = new Set(references(document).flatMap((one) => (one.kind === "feature" ? [one.id] : [])))
    if (isWatching) watching.push({ rule, watches: named.has(id) ? "named" : "any" })
    else if (named.size > 0) others.push({ rule, named: named.size })
  }
  return { watching, others }
}

// The summary of a tolerance test, for the API and for rule tests in code.
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import { type VariantResult, verdictsOf } from "./tryVariant.ts"
import { verdictWords } from "./verdictWords.ts"

/** Returns the numbers of one variant. */
export const summarizeVariant = ({ added, events, kind, moved, removed, same, size }: VariantResult) => ({
  kind,
  size,
  same,
  events,
  added: added.length,
  removed: removed.length,
  moved: moved.length
})

/** Returns the verdicts in words. */
export const summarizeStress = (tried: ReadonlyArray<VariantResult>, document: CanonicalDocument) => {
  const verdicts = verdictsOf(tried)
  return {
    /** no variant added or removed an event */
    tolerant: verdicts.every((v) => v.changesAt === null),
    verdicts: verdicts.map((v) => ({
      kind: v.kind,
      /** the smallest size that did; null: none that was tried */
      changes_at: v.changesAt,
      says: verdictWords(v, document)
    }))
  }
}

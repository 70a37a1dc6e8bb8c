// Conditions as they were evaluated at a moment: a tree like the document's.
import type { Truth } from "../Facts.ts"
import { type Finding, write } from "./registry.ts"

/** Evaluated is what one evaluation read, as a tree: stored with a firing, shown by the rule test. */
export type Evaluated =
  | { readonly type: "all" | "any"; readonly truth: Truth; readonly parts: ReadonlyArray<Evaluated> }
  | { readonly type: "not"; readonly truth: Truth; readonly part: Evaluated }
  | Finding

/** Returns the leaves of the tree, in document order. */
export const findingsIn = (e: Evaluated): ReadonlyArray<Finding> => {
  switch (e.type) {
    case "all":
    case "any":
      return e.parts.flatMap(findingsIn)
    case "not":
      return findingsIn(e.part)
    default:
      return [e]
  }
}

/**
 * Returns a tree as clients read it: moments as RFC 3339, values to 12 significant digits; with `at` also the
 * age of each sample at that moment.
 */
export const writtenEvaluation = (e: Evaluated, at: number | null = null): object => {
  switch (e.type) {
    case "all":
    case "any":
      return { ...e, parts: e.parts.map((part) => writtenEvaluation(part, at)) }
    case "not":
      return { ...e, part: writtenEvaluation(e.part, at) }
    default:
      return write(e, at)
  }
}

// Conditions as they were found at a moment: a tree like the document's.
import type { Truth } from "../Facts.ts"
import { type Finding, write } from "./registry.ts"

/** What one evaluation read, as a tree: stored with a firing, shown by the rule test. */
export type Evaluated =
  | { readonly type: "all" | "any"; readonly truth: Truth; readonly parts: ReadonlyArray<Evaluated> }
  | { readonly type: "not"; readonly truth: Truth; readonly part: Evaluated }
  | Finding

/** The conditions at the ends of the tree, in document order. */
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
 * A tree as people and clients read it: moments as RFC 3339, values to 12 significant digits; with `at` also
 * the age that each sample has then.
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

// Which version of a rule is in force, and what it means when that changes. Versions are numbered from 1 and
// never edited; the store keeps them, the engine judges with the one in force.
import { beginsBlank, type CanonicalDocument } from "./Document.ts"

/** The version that rules; null: the rule is disabled, archived, or not there yet. */
export type InForce = { readonly version: number; readonly document: CanonicalDocument } | null

/** What the rule set has to say about a rule from its next edition on. */
export interface Activation {
  /** the version in force from here on; null: none */
  readonly version: number | null
  /** what was remembered of subjects means nothing any more */
  readonly blank: boolean
}

/** null: the same version stays in force, and the rule set says nothing new. */
export const activation = (before: InForce, after: InForce): Activation | null => {
  if (before?.version === after?.version) return null
  return {
    version: after?.version ?? null,
    blank: after !== null && (before === null || beginsBlank(before.document, after.document))
  }
}

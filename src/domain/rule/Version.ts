// Which version of a rule is in force, and what a change of it means. Versions are numbered from 1 and never
// edited; the store keeps them, the engine evaluates with the one in force.
import { beginsBlank, type CanonicalDocument } from "./Document.ts"

/** InForce is the version in force; null: the rule is disabled, archived, or does not exist yet. */
export type InForce = { readonly version: number; readonly document: CanonicalDocument } | null

/** Activation is what the next edition of the rule set says about a rule. */
interface Activation {
  /** the version in force from here on; null: none */
  readonly version: number | null
  /** states of subjects begin blank */
  readonly blank: boolean
}

/** Returns what changes; null: the same version stays in force. */
export const activation = (before: InForce, after: InForce): Activation | null => {
  if (before?.version === after?.version) return null
  return {
    version: after?.version ?? null,
    blank: after !== null && (before === null || beginsBlank(before.document, after.document))
  }
}

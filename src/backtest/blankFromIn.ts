// Since when a version of a rule keeps states.
import type { Activation } from "./ports.ts"

/** Returns the edition since which a version kept its states in an edition; null: it was not in force in it. */
export const blankFromIn = (
  activations: ReadonlyArray<Activation>,
  edition: number | null,
  version: number
): number | null => {
  const activation = edition === null ? undefined : activations.findLast((a) => a.edition <= edition)
  return activation?.version === version ? activation.blankFrom : null
}

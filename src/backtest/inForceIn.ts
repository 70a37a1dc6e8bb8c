// When a version of a rule was in force.
import type { Activation } from "./ports.ts"

/**
 * Since which edition a version had remembered what it remembers in an edition; null: it was not in force in
 * it.
 */
export const inForceIn = (
  activations: ReadonlyArray<Activation>,
  edition: number | null,
  version: number
): number | null => {
  const activation = edition === null ? undefined : activations.findLast((a) => a.edition <= edition)
  return activation?.version === version ? activation.blankFrom : null
}

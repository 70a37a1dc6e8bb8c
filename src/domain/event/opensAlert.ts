// Which firings of a rule open an alert: one an episode, whatever the cooldown says.
import type { Kind } from "../rule/Outcome.ts"

interface Firing {
  readonly kind: Kind
  /** the id that its alert would get; null: the rule asks for none */
  readonly alertId: string | null
}

/**
 * Returns whether a firing opens an alert, supposing that no alert is resolved during an episode: a reminder
 * is counted on the alert of its episode.
 */
export const opensAlert = ({ alertId, kind }: Firing): boolean => alertId !== null && kind !== "reminder"

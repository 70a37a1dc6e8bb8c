// What was read and what decided, as people and clients read it: moments as RFC 3339, values without the noise
// of binary fractions.
import { type Evaluated, findingsIn } from "../rule/conditions/Evaluated.ts"
import { evidenceIn } from "../rule/conditions/registry.ts"
import type { Kind } from "../rule/Outcome.ts"
import { displayValue } from "../rule/words/displayValue.ts"
import { formatInstant } from "../time.ts"

/** A firing, as far as its context goes. */
interface Firing {
  readonly kind: Kind
  readonly trigger: { readonly kind: string; readonly record_id: number | null; readonly at: number }
  readonly metric: string | null
  readonly value: number | null
  readonly feature: { readonly id: string; readonly name: string } | null
  readonly evaluated: Evaluated
}

/** `context` of an event, for people and automations. */
export const contextOf = (e: Firing) => {
  const findings = findingsIn(e.evaluated)
  return {
    // by the name of its metric; a window's by what was made of it
    values: Object.fromEntries(findings.flatMap((f) => evidenceIn(f).values ?? [])),
    trigger: { ...e.trigger, at: formatInstant(e.trigger.at) },
    kind: e.kind,
    metric: e.metric,
    value: displayValue(e.value),
    feature: e.feature === null ? null : { id: e.feature.id, name: e.feature.name },
    missing: findings.flatMap((f) => f.missing ?? [])
  }
}

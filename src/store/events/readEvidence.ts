// Reads the evidence of an event as it is stored, that written by version 0.1 included.
import type { Claim } from "../../backtest/ports.ts"
import { readHolds, type StoredHold } from "../../domain/rule/storedHolds.ts"
import { blank, type RuleState } from "../../domain/rule/RuleState.ts"

type Evidence = Claim["evidence"]

/**
 * StoredEvidence is evidence as it is stored: the state without its blank members. Version 0.1 named the
 * edition of the rule set `book_version`.
 */
export type StoredEvidence = Omit<Evidence, "rule_set_version" | "state_before"> & {
  readonly state_before: Partial<Omit<RuleState, "holds">> & { readonly holds?: ReadonlyArray<StoredHold> }
} & ({ readonly rule_set_version: number } | { readonly book_version: number })

/** Returns stored evidence by its present names, with a whole state. */
export const readEvidence = (stored: StoredEvidence): Evidence => {
  const { state_before, ...others } = stored
  return {
    ...others,
    rule_set_version: "rule_set_version" in stored ? stored.rule_set_version : stored.book_version,
    state_before: { ...blank, ...state_before, holds: readHolds(state_before.holds ?? []) }
  }
}

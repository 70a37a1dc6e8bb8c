// The memory of a subject for a tested version: the facts at the beginning and, if the version was in force
// then, its state.
import type { Placement } from "../domain/rule/Facts.ts"
import type { RuleSet } from "../engine/evaluate/RuleSet.ts"
import { FORGOTTEN_VERSION } from "../engine/evaluate/place.ts"
import type { Memory, RuleRow } from "../engine/ports.ts"

/** Candidate is a version that is tested. */
export interface Candidate {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly document: unknown
}

/**
 * FIRST_EDITION is the edition at which tested versions begin to keep states; older states were filtered
 * before.
 */
const FIRST_EDITION = 0

/**
 * Returns the version as a row of a rule set. It evaluates whatever it is given: `memoryForBacktest` decides
 * whether it was in force.
 */
export const ruleRowOf = ({ document, id, name, version }: Candidate): RuleRow => ({
  id,
  name,
  version,
  document,
  blankFrom: FIRST_EDITION,
  activeFrom: 0,
  failedSubject: null
})

/**
 * Returns a subject's memory for the tested versions of a rule set. `inForceSince`: the edition since which
 * the rule kept states by then; null: it was not in force, and begins blank.
 */
export const memoryForBacktest = (
  ruleSet: RuleSet,
  ruleId: string,
  memory: Memory,
  inForceSince: number | null
): Memory => {
  const placements = new Map<string, Placement>()
  for (const { key } of ruleSet.needs.positionFilters) {
    const stored = memory.placements.get(key)
    if (stored === undefined) continue
    const isSeen = inForceSince !== null && stored.version >= inForceSince
    placements.set(key, isSeen ? stored : { ...stored, version: FORGOTTEN_VERSION })
  }
  const own = memory.states.filter((s) => s.ruleId === ruleId && s.blankFrom === inForceSince)
  return {
    ...memory,
    placements,
    states: own.map((s) => ({ ...s, blankFrom: FIRST_EDITION, episode: null }))
  }
}

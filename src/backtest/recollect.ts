// What a subject brings along when one version is asked about the past: the facts of that moment and, where
// the version was in force for it then, what it remembered of it.
import type { Placement } from "../domain/rule/Facts.ts"
import type { RuleSet } from "../engine/evaluate/RuleSet.ts"
import { FORGOTTEN_VERSION } from "../engine/evaluate/place.ts"
import type { Memory, RuleRow } from "../engine/ports.ts"

/** A version that is tested. */
export interface Candidate {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly document: unknown
}

/**
 * The edition at which tested versions begin to remember: what a subject brings along was sorted out
 * before.
 */
const BEGINNING = 0

/**
 * The version as a rule set takes it. It judges whatever it is given: when it came into force is decided by
 * what is recollected.
 */
export const ruleRowOf = ({ document, id, name, version }: Candidate): RuleRow => ({
  id,
  name,
  version,
  document,
  blankFrom: BEGINNING,
  activeFrom: 0,
  failedSubject: null
})

/**
 * A subject's memory for the tested versions in a rule set. `inForceSince`: the edition since which the
 * rule remembered the subject by then; null: it was not in force, and begins blank.
 */
export const recollect = (
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
  return { ...memory, placements, states: own.map((s) => ({ ...s, blankFrom: BEGINNING, episode: null })) }
}

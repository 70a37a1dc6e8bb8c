// Facts for a rule of another edition than the one whose features place the subject. The features of an
// edition place from its first record on, while schedules and evaluated deadlines leave an older version in
// force. A subject placed before that version used the filter is placed by its own edition, as it was live.
import type { Facts } from "../../domain/rule/Facts.ts"
import type { SubjectActor } from "../evaluate/SubjectActor.ts"
import type { RuleSet } from "../evaluate/RuleSet.ts"
import { placementsFor } from "../evaluate/place.ts"

/** Returns the facts for a rule of the rule set `own`. */
export const factsForRuleSet = (
  facts: Facts,
  own: RuleSet,
  { latestGnss, subject }: SubjectActor
): Facts => ({
  at: facts.at,
  trigger: facts.trigger,
  latest: (metric) => facts.latest(metric),
  window: (metric, seconds) => facts.window(metric, seconds),
  lastSeen: () => facts.lastSeen(),
  unheard: (since) => facts.unheard(since),
  fix: (recordTypes) => facts.fix(recordTypes),
  before: (filterKey) => facts.before(filterKey),
  now: (filterKey) => {
    const placed = facts.now(filterKey)
    return placed === null || placed.version >= (own.filterInUseSince.get(filterKey) ?? -Infinity)
      ? placed
      : placementsFor(own, subject, latestGnss, new Map([[filterKey, placed]])).get(filterKey)!
  }
})

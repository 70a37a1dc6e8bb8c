// Where a rule finds a subject while another edition's features place it. The features of an edition place
// from its first record on, and schedules and judged deadlines leave an older version in force for a while.
// Who was placed before the rules began to look is where its own edition draws that place, as it was live.
import type { Facts } from "../../domain/rule/Facts.ts"
import type { SubjectActor } from "../evaluate/SubjectActor.ts"
import type { RuleSet } from "../evaluate/RuleSet.ts"
import { placedFor } from "../evaluate/place.ts"

/** The facts as a rule of the rule set `own` finds them. */
export const ownPlaces = (facts: Facts, own: RuleSet, { gnss, subject }: SubjectActor): Facts => ({
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
    return placed === null || placed.version >= (own.looksSince.get(filterKey) ?? -Infinity)
      ? placed
      : placedFor(own, subject, gnss, new Map([[filterKey, placed]])).get(filterKey)!
  }
})

// no_data: true when nothing of the subject was received for so long. It looks at the times of receipt, which
// never change, so its past never does either. A subject that was never seen does not count (specification
// 2.1): false.
import type { NoData } from "../ConditionNode.ts"
import type { Facts } from "../Facts.ts"
import type { Level } from "./Condition.ts"

export const noData = (c: NoData): Level => {
  const silence = c.for_seconds * 1000
  const holds = (facts: Facts) => {
    const seen = facts.lastSeen()
    return seen !== null && facts.at - seen >= silence
  }
  return {
    spatialOnly: false,
    holds,
    evaluate: (facts) => ({
      type: "no_data",
      truth: holds(facts),
      for_seconds: c.for_seconds,
      last_seen_at: facts.lastSeen()
    })
  }
}

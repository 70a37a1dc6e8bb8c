// window: an aggregate of a metric over the last so many seconds, compared with a value (specification 2.1).
// The window is (t - seconds, t] in effective time. Fewer samples than `min_samples` leave it unknown; the
// count of an empty window is 0.
import type { Aggregate, WindowAggregate } from "../ConditionNode.ts"
import type { Facts, Truth, WindowFigures } from "../Facts.ts"
import { compare } from "./compare.ts"
import type { Level } from "./Condition.ts"

const figure: Readonly<Record<Aggregate, (w: WindowFigures) => number>> = {
  avg: (w) => w.sum / w.count,
  min: (w) => w.min,
  max: (w) => w.max,
  sum: (w) => w.sum,
  count: (w) => w.count
}

export const windowAggregate = (c: WindowAggregate): Level => {
  const { aggregate, metric, op, seconds } = c
  const least = c.min_samples ?? (aggregate === "count" ? 0 : 1)
  const holds = compare[op],
    of = figure[aggregate]
  const truth = (w: WindowFigures): Truth => (w.count < least ? null : holds(of(w), c.value))
  return {
    spatialOnly: false,
    holds: (facts) => truth(facts.window(metric, seconds)),
    evaluate: (facts: Facts) => {
      const w = facts.window(metric, seconds)
      return {
        type: "window",
        truth: truth(w),
        metric,
        aggregate,
        seconds,
        op,
        limit: c.value,
        value: w.count < least || (w.count === 0 && aggregate !== "count") ? null : of(w),
        count: w.count,
        from: facts.at - seconds * 1000,
        to: facts.at,
        first_id: w.oldest?.recordId ?? null,
        last_id: w.newest?.recordId ?? null,
        ...(w.count < least
          ? { missing: `${w.count} of at least ${least} samples of ${metric} in ${seconds} s` }
          : {})
      }
    }
  }
}

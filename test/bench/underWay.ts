// A hundred thousand rule actors that have a hold under way: what their fibers cost beside the same actors as
// values, in this process, and what is left of the rate of judging while they sleep.
import { Clock, Effect } from "effect"
import { v7 } from "uuid"
import { partitionOf } from "../../src/domain/intake/LogEntry.ts"
import { type Subject, subjectKey } from "../../src/domain/rule/Observation.ts"
import { blank } from "../../src/domain/rule/RuleState.ts"
import { DEFAULT_TIMER_LIMITS } from "../../src/engine/live/TimerWindow.ts"
import type { Actor } from "../../src/engine/evaluate/BatchResult.ts"
import { makeRuleSet } from "../../src/engine/evaluate/RuleSet.ts"
import type { Deadline } from "../../src/engine/live/DueActors.ts"
import { makeRuleActors } from "../../src/engine/live/RuleActors.ts"
import { collect } from "./collect.ts"
import { judging } from "./judging.ts"
import { quantile } from "./measures.ts"
import type { Line } from "./report.ts"

const ACTORS = 100_000
const RULES = 10
const FENCES = 100
const POSITIONS = 400_000
const ROUNDS = 5

const heap = (): number => {
  collect()
  return process.memoryUsage().heapUsed
}

/** Heap in bytes, times in ms, rates in positions a second of a processor. */
const measured = Effect.gen(function* () {
  const actors = yield* makeRuleActors(DEFAULT_TIMER_LIMITS),
    now = yield* Clock.currentTimeMillis
  actors.load({ after: -Infinity, until: now + DEFAULT_TIMER_LIMITS.aheadMs, most: 1 }, [])
  const { rules } = makeRuleSet("project", {
    version: 1,
    features: [],
    rules: Array.from({ length: RULES }, (_, i) => ({
      id: v7(),
      name: `Rule ${i}`,
      version: 1,
      blankFrom: 1,
      activeFrom: 0,
      failedSubject: null,
      document: {
        trigger: { kind: "position" },
        conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
        for_seconds: 600,
        event: { event_type: "BENCH", severity: "info", title: "{entity}", create_alert: false }
      }
    }))
  })
  const underWay = Array.from(
    { length: ACTORS },
    (_, i): { readonly deadline: Deadline; readonly actor: Actor } => {
      const id = v7()
      const subject: Subject = { id, entityId: id, deviceId: v7(), projectId: "project" }
      const rule = rules[i % RULES]!
      return {
        deadline: {
          at: now + 60_000 + ((i * 7919) % 780_000),
          partition: partitionOf(id),
          subject,
          key: subjectKey(subject),
          ruleId: rule.id
        },
        actor: { rule, state: { ...blank, since: now, arrivedAt: now }, episode: null }
      }
    }
  )
  const rateOf = () => judging(FENCES, POSITIONS).positionsPerSecond
  rateOf() // warms up
  const round = Effect.gen(function* () {
    heap() // both rates begin on a heap that was just collected: that alone costs some hundredths
    const alone = rateOf(),
      before = heap(),
      began = performance.now()
    for (const one of underWay) actors.give(one.deadline, one.actor)
    const forked = performance.now() - began,
      bytes = heap() - before,
      beside = rateOf(),
      ended = performance.now()
    for (const { deadline } of underWay) actors.end(deadline.partition, deadline.ruleId, deadline.key)
    const interrupted = performance.now() - ended
    yield* Effect.sleep("1 second") // what is interrupted is let go of
    return { bytes, forked, interrupted, rate: beside / alone }
  })
  // one pair of rates differs from the next by a tenth
  const rounds = yield* Effect.replicateEffect(round, ROUNDS)
  const median = (what: "bytes" | "forked" | "interrupted" | "rate") =>
    quantile(
      rounds.map((each) => each[what]),
      0.5
    )
  return {
    bytes: median("bytes"),
    forked: median("forked"),
    interrupted: median("interrupted"),
    rate: median("rate")
  }
}).pipe(Effect.scoped)

export const underWayLines: Effect.Effect<ReadonlyArray<Line>> = Effect.map(
  measured,
  ({ bytes, forked, interrupted, rate }): ReadonlyArray<Line> => [
    {
      key: "underway",
      label: "100,000 rule actors with a hold under way, heap beside the same as values",
      value: bytes / 1e6,
      unit: "MB",
      target: { below: 300 }
    },
    {
      key: "underway_rate",
      label: "  judging while they sleep, of it alone",
      value: rate,
      unit: "",
      digits: 2,
      target: { atLeast: 0.95 }
    },
    { key: "underway_forked", label: "  all begin", value: forked, unit: "ms" },
    { key: "underway_interrupted", label: "  all end", value: interrupted, unit: "ms" }
  ]
)

// The bench beside the engine: what the test of each version in force makes of a random past, and what the engine
// had made of it. The two are the same events (I11), wherever the test begins and however the past is read.
import { Schema } from "effect"
import { Backtest } from "../../../src/backtest/Backtest.ts"
import { contextOf } from "../../../src/domain/event/context.ts"
import type { Observation } from "../../../src/domain/rule/Observation.ts"
import type { Reads } from "../../../src/domain/rule/Reads.ts"
import type { NewEvent } from "../../../src/engine/evaluate/NewEvent.ts"
import type { RuleRow } from "../../../src/engine/ports.ts"
import { lastBefore, live, memoryAt, REST_MS } from "./lived.ts"
import { cow, PROJECT, START } from "./timeline.ts"
import { alma, firstRuleSet, World } from "./worlds.ts"

/** Where the engine takes several arrivals at once. */
export const Cuts = Schema.Array(Schema.Boolean).check(Schema.isMaxLength(40))

/** A world with its rules and its past, and how that past is asked; seconds. */
export const BenchStory = Schema.Struct({
  world: World,
  cuts: Cuts,
  /** after the start: where the tests begin */
  from: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 150 })),
  /** how much is read at a time */
  slice: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 300 }))
})
export type BenchStory = typeof BenchStory.Type

/** A rule's events as lines, sorted: those the engine made, and those of its test. */
export interface Benched {
  readonly rule: RuleRow
  readonly made: ReadonlyArray<string>
  readonly tested: ReadonlyArray<string>
  /** codes of evaluations that failed in the test */
  readonly failures: ReadonlyArray<string>
}

/**
 * Without what started the evaluation: live, a record that the rule does not read may come at the instant of
 * a deadline, and is judged in its place; at such an instant (`unread`) holds and firings come in another
 * order.
 */
export const linesOf = (events: ReadonlyArray<NewEvent>, unread: ReadonlySet<number>) =>
  events
    .map((e) =>
      JSON.stringify([
        e.at,
        e.key,
        e.title,
        e.evaluated,
        unread.has(e.at) ? null : { ...e.stateBefore, judgedTo: null },
        { ...contextOf(e), trigger: null }
      ])
    )
    .sort()

/** Whether a record is one that rules read. */
export const readsOne =
  ({ metrics, positions, states }: Reads) =>
  (o: Observation): boolean =>
    o._tag === "Position"
      ? positions.includes(o.recordType)
      : o._tag === "Measurement"
        ? (metrics?.includes(o.metric) ?? true)
        : (states?.includes(o.key) ?? true)

export const benched = ({ cuts, from, slice, world }: BenchStory): ReadonlyArray<Benched> => {
  const { all, end, records } = live(world, cuts)
  const { features, rules } = firstRuleSet(world)
  const receipts = records.map((r) => r.receivedAt).sort((a, b) => a - b)
  const begin = START + from * 1000
  return rules.map((rule) => {
    const test = new Backtest({
      projectId: PROJECT,
      candidate: rule,
      baseline: null,
      features,
      edition: 1,
      from: begin,
      to: end,
      now: end + REST_MS,
      devices: new Map(),
      draw: false
    })
    const reads = readsOne(test.reads)
    const unread = new Set(records.filter((o) => !reads(o)).map((o) => o.at))
    const memory = memoryAt(all, records, rule, begin)
    test.addSubject({
      subject: cow,
      who: alma,
      memory,
      lastSeen: lastBefore(receipts, begin),
      begins: memory.watermark === null ? (records.find((r) => r.at >= begin)?.at ?? null) : null,
      inForceSince: rule.blankFrom
    })
    for (let at = begin; at < test.reach; at += slice * 1000) {
      const until = Math.min(test.reach, at + slice * 1000)
      const arrivals = receipts.filter((r) => r >= at && r < until).map((r) => ({ subjectId: cow.id, at: r }))
      for (const _ of test.evaluate(
        { records: records.filter((r) => r.at >= at && r.at < until && reads(r)), arrivals },
        until
      ));
    }
    const { events, failures } = test.result()
    const own = all.events.filter((e) => e.rule.id === rule.id && e.at >= begin && e.at < end)
    return {
      rule,
      made: linesOf(own, unread),
      tested: linesOf(events, unread),
      failures: failures.map((f) => f.code)
    }
  })
}

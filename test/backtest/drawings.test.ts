// What the bench draws over random rules and tracks: firings of both versions are those that a live engine
// makes of the same records, and every span says what the evaluator says at each record and tick in it.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { askRule, prepareRule } from "../../src/backtest/askRule.ts"
import { Backtest } from "../../src/backtest/Backtest.ts"
import type { Drawing } from "../../src/backtest/Drawings.ts"
import type { Span } from "../../src/backtest/Spans.ts"
import { opensAlert } from "../../src/domain/event/opensAlert.ts"
import { findingsIn } from "../../src/domain/rule/conditions/Evaluated.ts"
import type { NewEvent } from "../../src/engine/evaluate/NewEvent.ts"
import type { RuleRow } from "../../src/engine/ports.ts"
import { noMemory } from "../../src/engine/ports.ts"
import { documentOf, lastBefore, live, memoryAt, REST_MS } from "../support/engine/lived.ts"
import { longProperty } from "../support/stories.ts"
import { cow, PROJECT, START } from "../support/engine/timeline.ts"
import { alma, firstRuleSet, World } from "../support/engine/worlds.ts"

type Lived = ReturnType<typeof live>

/** Both rules of a world side by side over all of its past, read in slices of so many seconds. */
const tested = (world: World, { end, records }: Lived, slice: number) => {
  const { features, rules } = firstRuleSet(world)
  const receipts = records.map((r) => r.receivedAt).sort((a, b) => a - b)
  const test = new Backtest({
    projectId: PROJECT,
    candidate: rules[0]!,
    baseline: rules[1]!,
    features,
    edition: 1,
    from: START,
    to: end,
    now: end + REST_MS,
    devices: new Map(),
    draw: true
  })
  test.addSubject({
    subject: cow,
    who: alma,
    memory: noMemory,
    lastSeen: null,
    begins: records[0]?.at ?? null,
    inForceSince: null
  })
  for (let at = START; at < test.reach; at += slice * 1000) {
    const until = Math.min(test.reach, at + slice * 1000)
    const isIn = (time: number) => time >= at && time < until
    for (const _ of test.evaluate(
      {
        records: records.filter((r) => isIn(r.at)),
        arrivals: receipts.filter(isIn).map((r) => ({ subjectId: cow.id, at: r }))
      },
      until
    ));
  }
  return test
}

const told = (events: ReadonlyArray<NewEvent>) =>
  events.map((e) => `${(e.at - START) / 1000} ${e.kind} ${e.feature?.name ?? "-"} ${e.title}`).sort()

const at = (spans: ReadonlyArray<Span>, moment: number) =>
  spans.find((s) => s.from <= moment && moment < s.to)?.value

/** The moments at which something starts a rule, with what the evaluator says there. */
const evaluations = (world: World, { all, end, records }: Lived, row: RuleRow) => {
  const asked = prepareRule(PROJECT, { ...row, document: documentOf(row) }, firstRuleSet(world).features, 1)
  const { rule } = asked,
    first = records[0]?.at ?? Infinity
  const receipts = records.map((r) => r.receivedAt).sort((a, b) => a - b)
  const every = rule.everyMs
  const moments =
    every === null
      ? records.map((r) => r.at)
      : Array.from(
          { length: Math.max(0, Math.ceil((end - START) / every)) },
          (_, i) => Math.ceil(START / every + i) * every
        ).filter((tick) => tick >= first)
  return [...new Set(moments)]
    .filter((moment) => moment < end)
    .flatMap((moment) => {
      const seen = lastBefore(receipts, moment + 1)
      const reply = askRule({
        asked,
        subject: cow,
        who: alma,
        at: moment,
        memory: memoryAt(all, records, row, moment),
        inForceSince: row.blankFrom,
        receipts: seen === null ? [] : [seen],
        records: records.filter((r) => r.at === moment)
      })
      // a state that says what it said before starts nothing; where a hold completes, what it held is told in
      // place of what happens
      const isHeld = rule.forMs > 0 && reply.events.some((e) => e.kind === "enter" || e.kind === "exit")
      return reply.askedBy === null || reply.askedBy === "deadline" || isHeld
        ? []
        : [{ moment, evaluated: reply.evaluated! }]
    })
}

describe("the bench", () => {
  it.effect.prop(
    "tells of both versions what then really fires, and draws what the evaluator says",
    {
      world: World,
      cuts: Schema.Array(Schema.Boolean).check(Schema.isMaxLength(40)),
      slice: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 300 }))
    },
    ({ cuts, slice, world }) =>
      Effect.sync(() => {
        const lived = live(world, cuts),
          result = tested(world, lived, slice).result(),
          [candidate, other] = firstRuleSet(world).rules
        const real = (row: RuleRow) =>
          lived.all.events.filter((e) => e.rule.id === row.id && e.at < lived.end)
        const { added, counts, removed, totals, unchanged } = result.baseline!
        assert.deepStrictEqual(told(result.events), told(real(candidate!)))
        assert.deepStrictEqual(told([...added, ...unchanged]), told(real(candidate!)))
        assert.strictEqual(removed.length + unchanged.length, real(other!).length)
        assert.strictEqual(counts.fired + counts.reminders, real(other!).length)
        assert.strictEqual(counts.reminders, real(other!).filter((e) => e.kind === "reminder").length)
        assert.strictEqual(result.counts.alerts, real(candidate!).filter(opensAlert).length)
        assert.deepStrictEqual(
          result.baseline!.subjects.get(cow.id) ?? { added: 0, removed: 0, unchanged: 0 },
          totals
        )

        const [drawing] = result.drawings as ReadonlyArray<Drawing | undefined>
        for (const { evaluated, moment } of evaluations(world, lived, candidate!)) {
          assert.strictEqual(at(drawing!.spans, moment), evaluated.truth, `all at ${moment - START}`)
          for (const [i, finding] of findingsIn(evaluated).entries())
            assert.strictEqual(
              at(drawing!.conditions[i]!.spans, moment),
              finding.truth,
              `${i} at ${moment - START}`
            )
        }
        for (const { evaluated, moment } of evaluations(world, lived, other!))
          assert.strictEqual(at(drawing!.baseline!, moment), evaluated.truth, `baseline at ${moment - START}`)
        assert.isFalse(drawing?.isCut ?? false)
      }),
    longProperty(500, 80)
  )
})

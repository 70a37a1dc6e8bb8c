// The past asked in every way: a backtest, an explanation and a verification say what the live engine
// said, whatever the rule, the track and the batches.
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { Observation } from "../../src/domain/rule/Observation.ts"
import { askRule, prepare } from "../../src/backtest/askRule.ts"
import type { NewEvent } from "../../src/engine/evaluate/NewEvent.ts"
import { firstStop } from "../../src/backtest/firstStop.ts"
import { Backtest } from "../../src/backtest/Backtest.ts"
import { contextOf } from "../../src/domain/event/context.ts"
import { documentOf, lastBefore, live, memoryAt, REST_MS } from "../support/engine/lived.ts"
import { propertyRuns } from "../support/propertyRuns.ts"
import { cow, PROJECT, START } from "../support/engine/timeline.ts"
import { alma, firstRuleSet, World } from "../support/engine/worlds.ts"

const told = (events: ReadonlyArray<NewEvent>) =>
  events.map((e) => JSON.stringify([e.at, e.key, e.title, e.evaluated, e.stateBefore, contextOf(e)])).sort()
/**
 * Without what started the evaluation: live, a record that the rule does not read may come at the instant of
 * a deadline, and is judged in its place; at such an instant (`unread`) holds and firings come in another
 * order.
 */
const toldOfTest = (events: ReadonlyArray<NewEvent>, unread: ReadonlySet<number>) =>
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

const cutsOf = Schema.Array(Schema.Boolean).check(Schema.isMaxLength(40))

it.effect.prop(
  "the test of a version in force gives exactly the events that it made (I11), from wherever it starts and however the past is read",
  {
    world: World,
    cuts: cutsOf,
    from: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 150 })),
    slice: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 300 }))
  },
  ({ cuts, from, slice, world }) =>
    Effect.sync(() => {
      const { all, end, records } = live(world, cuts)
      const receipts = records.map((r) => r.receivedAt).sort((a, b) => a - b)
      const begin = START + from * 1000
      for (const row of firstRuleSet(world).rules) {
        const test = new Backtest({
          projectId: PROJECT,
          candidate: row,
          baseline: null,
          features: firstRuleSet(world).features,
          edition: 1,
          from: begin,
          to: end,
          now: end + REST_MS,
          devices: new Map(),
          draw: false
        })
        const { metrics, positions, states } = test.reads
        const reads = (o: Observation) =>
          o._tag === "Position"
            ? positions.includes(o.recordType)
            : o._tag === "Measurement"
              ? (metrics?.includes(o.metric) ?? true)
              : (states?.includes(o.key) ?? true)
        const unread = new Set(records.filter((o) => !reads(o)).map((o) => o.at))
        const memory = memoryAt(all, records, row, begin),
          first = records.find((r) => r.at >= begin)?.at ?? null
        test.enter({
          subject: cow,
          who: alma,
          memory,
          lastSeen: lastBefore(receipts, begin),
          begins: memory.watermark === null ? first : null,
          inForceSince: row.blankFrom
        })
        for (let at = begin; at < test.reach; at += slice * 1000) {
          const until = Math.min(test.reach, at + slice * 1000)
          const arrivals = receipts
            .filter((r) => r >= at && r < until)
            .map((r) => ({ subjectId: cow.id, at: r }))
          for (const _ of test.judge(
            { records: records.filter((r) => r.at >= at && r.at < until && reads(r)), arrivals },
            until
          ));
        }
        assert.deepStrictEqual(
          toldOfTest(test.result().events, unread),
          toldOfTest(
            all.events.filter((e) => e.rule.id === row.id && e.at >= begin && e.at < end),
            unread
          )
        )
        assert.deepStrictEqual(test.result().failures, [])
      }
    }),
  propertyRuns(1000, 80)
)

it.effect.prop(
  "an explanation says fired exactly at the moments of the events, and a verification derives the same event from its evidence",
  {
    world: World,
    cuts: cutsOf,
    moments: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 }))).check(
      Schema.isMaxLength(5)
    )
  },
  ({ cuts, moments, world }) =>
    Effect.sync(() => {
      const { all, end, records } = live(world, cuts)
      const receipts = records.map((r) => r.receivedAt).sort((a, b) => a - b)
      const { features, rules } = firstRuleSet(world)
      for (const row of rules) {
        const document = documentOf(row),
          asked = prepare(PROJECT, { ...row, document }, features, 1)
        const own = all.events.filter((e) => e.rule.id === row.id && e.at < end)
        const question = (at: number) => {
          const seen = lastBefore(receipts, at + 1)
          return {
            asked,
            subject: cow,
            who: alma,
            at,
            memory: memoryAt(all, records, row, at),
            inForceSince: row.blankFrom,
            receipts: seen === null ? [] : [seen],
            records: records.filter((r) => r.at === at)
          }
        }
        // at every tenth second some schedule ticks
        for (const at of new Set([
          ...records.map((r) => r.at),
          ...own.map((e) => e.at),
          ...moments.map((m) => START + m * 10_000).filter((at) => at < end)
        ])) {
          const q = question(at),
            reply = askRule(q)
          assert.deepStrictEqual(
            told(reply.events),
            told(own.filter((e) => e.at === at)),
            `at ${(at - START) / 1000} s`
          )
          const stop = firstStop({
            document,
            who: alma,
            at,
            names: { entityType: null, featureOf: (id) => id },
            notInForce: null,
            reply,
            records: q.records
          })
          assert.strictEqual(stop === null, reply.events.length > 0)
        }
        for (const e of own) {
          const again = askRule({ ...question(e.at), state: e.stateBefore })
          assert.include(told(again.events), told([e])[0])
        }
      }
    }),
  propertyRuns(1000, 80)
)

// The past asked in every way: a backtest, an explanation and a verification say what the live engine
// said, whatever the rule, the track and the batches.
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { askRule, prepareRule } from "../../src/backtest/askRule.ts"
import type { NewEvent } from "../../src/engine/evaluate/NewEvent.ts"
import { firstStop } from "../../src/backtest/firstStop.ts"
import { contextOf } from "../../src/domain/event/context.ts"
import { BenchStory, benched, Cuts } from "../support/engine/benched.ts"
import { documentOf, lastBefore, live, memoryAt } from "../support/engine/lived.ts"
import { longProperty } from "../support/stories.ts"
import { cow, PROJECT, START } from "../support/engine/timeline.ts"
import { alma, firstRuleSet, World } from "../support/engine/worlds.ts"

const told = (events: ReadonlyArray<NewEvent>) =>
  events.map((e) => JSON.stringify([e.at, e.key, e.title, e.evaluated, e.stateBefore, contextOf(e)])).sort()

it.effect.prop(
  "the test of a version in force gives exactly the events that it made (I11), from wherever it starts and however the past is read",
  { story: BenchStory },
  ({ story }) =>
    Effect.sync(() => {
      for (const { failures, made, tested } of benched(story)) {
        assert.deepStrictEqual(tested, made)
        assert.deepStrictEqual(failures, [])
      }
    }),
  longProperty(500, 80)
)

it.effect.prop(
  "an explanation says fired exactly at the moments of the events, and a verification derives the same event from its evidence",
  {
    world: World,
    cuts: Cuts,
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
          asked = prepareRule(PROJECT, { ...row, document }, features, 1)
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
  longProperty(500, 80)
)
